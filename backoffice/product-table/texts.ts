import { productTableMessages } from '#contract/messages/office-product-table.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useTableTexts = () => useTextsWith(productTableMessages)
