import { lookPageMessages } from '#contract/messages/office-look.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useLookTexts = () => useTextsWith(lookPageMessages)
