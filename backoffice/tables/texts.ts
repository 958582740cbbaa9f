import { tablePageMessages } from '#contract/messages/office-tables.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useTableTexts = () => useTextsWith(tablePageMessages)
