import { helpMessages } from '#contract/messages/office-help.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useHelpTexts = () => useTextsWith(helpMessages)
