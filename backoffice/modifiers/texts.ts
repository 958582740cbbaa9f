import { modifierPageMessages } from '#contract/messages/office-modifiers.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useModifierTexts = () => useTextsWith(modifierPageMessages)
