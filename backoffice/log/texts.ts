import { logPageMessages } from '#contract/messages/office-log-page.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useLogTexts = () => useTextsWith(logPageMessages)
