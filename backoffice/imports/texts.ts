import { importPageMessages } from '#contract/messages/office-import.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import { taxClassMessages } from '#contract/messages/office-tax-classes.ts'
import { useTextsWith } from '../core/texts.tsx'

const rows = { ...importPageMessages, ...importReasons, ...taxClassMessages }

export const useImportTexts = () => useTextsWith(rows)
