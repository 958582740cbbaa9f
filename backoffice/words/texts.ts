import { wordingPageMessages } from '#contract/messages/office-words.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useWordingTexts = () => useTextsWith(wordingPageMessages)
