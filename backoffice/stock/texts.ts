import { stockPageMessages } from '#contract/messages/office-stock.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useStockTexts = () => useTextsWith(stockPageMessages)
