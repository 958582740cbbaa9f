import { soldOutPageMessages } from '#contract/messages/office-sold-out.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useSoldOutTexts = () => useTextsWith(soldOutPageMessages)
