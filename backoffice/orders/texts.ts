import { orderPageMessages } from '#contract/messages/office-orders.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useOrderTexts = () => useTextsWith(orderPageMessages)
export type OrderTexts = ReturnType<typeof useOrderTexts>
