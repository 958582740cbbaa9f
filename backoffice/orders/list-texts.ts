import { orderStateMessages } from '#contract/messages/office-order-states.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useOrderListTexts = () => useTextsWith(orderStateMessages)
