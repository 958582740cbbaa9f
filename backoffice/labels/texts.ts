import { labelPageMessages } from '#contract/messages/office-labels.ts'
import { useTextsWith } from '../core/texts.tsx'

export type LabelText = keyof typeof labelPageMessages

export const useLabelTexts = () => useTextsWith(labelPageMessages)
