import { bulkMessages } from '#contract/messages/office-bulk.ts'
import { productFormMessages } from '#contract/messages/office-product.ts'
import { productPageMessages } from '#contract/messages/office-products.ts'
import { taxClassMessages } from '#contract/messages/office-tax-classes.ts'
import { useTextsWith } from '../core/texts.tsx'

const listTexts = { ...productPageMessages, ...bulkMessages, ...taxClassMessages }

export const useProductListTexts = () => useTextsWith(listTexts)
export const useBulkTexts = useProductListTexts
export const useProductTexts = () => useTextsWith(productFormMessages)
