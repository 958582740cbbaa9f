import { pasteMessages } from '#contract/messages/office-paste.ts'
import { productPageMessages } from '#contract/messages/office-products.ts'
import { taxClassMessages } from '#contract/messages/office-tax-classes.ts'
import { useTextsWith } from '../core/texts.tsx'

const pageTexts = { ...pasteMessages, ...taxClassMessages, 'products.paste': productPageMessages['products.paste'] }

export const usePasteTexts = () => useTextsWith(pageTexts)
