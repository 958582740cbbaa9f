import { optionsPageMessages } from '#contract/messages/office-options.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useOptionTexts = () => useTextsWith(optionsPageMessages)
