import { dayPageMessages } from '#contract/messages/office-days.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useDayTexts = () => useTextsWith(dayPageMessages)
