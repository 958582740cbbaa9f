import { todayMessages } from '#contract/messages/office-today.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useTodayTexts = () => useTextsWith(todayMessages)
