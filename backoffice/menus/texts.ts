import { menuPageMessages } from '#contract/messages/office-menus.ts'
import { useTextsWith } from '../core/texts.tsx'

export type MenuText = keyof typeof menuPageMessages

export const useMenuTexts = () => useTextsWith(menuPageMessages)
