import { mediaPageMessages, pictureToolMessages } from '#contract/messages/office-media.ts'
import { useTextsWith } from '../core/texts.tsx'

const pageTexts = { ...mediaPageMessages, ...pictureToolMessages }

export const useMediaTexts = () => useTextsWith(pageTexts)
export const usePictureTexts = () => useTextsWith(pictureToolMessages)
