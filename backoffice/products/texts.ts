import { productPageMessages } from '#contract/messages/office-products.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useProductTexts = () => useTextsWith(productPageMessages)
