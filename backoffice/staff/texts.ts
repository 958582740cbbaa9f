import { staffPageMessages } from '#contract/messages/office-staff.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useStaffTexts = () => useTextsWith(staffPageMessages)
