import { taxPageMessages } from '#contract/messages/office-taxes.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useTaxTexts = () => useTextsWith(taxPageMessages)
