import { paletteMessages } from '#contract/messages/office-palette.ts'
import { useTextsWith } from '../core/texts.tsx'

export const usePaletteTexts = () => useTextsWith(paletteMessages)
export type PaletteTexts = ReturnType<typeof usePaletteTexts>
