import { methodPageMessages } from '#contract/messages/office-method.ts'
import { shopPageMessages } from '#contract/messages/office-shop.ts'
import { useTextsWith } from '../core/texts.tsx'

const methodTexts = { ...shopPageMessages, ...methodPageMessages }

export const useShopTexts = () => useTextsWith(shopPageMessages)
export const useMethodTexts = () => useTextsWith(methodTexts)
