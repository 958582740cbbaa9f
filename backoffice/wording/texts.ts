import { wordingPageMessages } from '#contract/messages/office-wording.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useWordingTexts = () => useTextsWith(wordingPageMessages)
