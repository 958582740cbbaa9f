import { shopPageMessages } from '#contract/messages/office-shop.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useShopTexts = () => useTextsWith(shopPageMessages)
