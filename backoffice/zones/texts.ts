import { zonePageMessages } from '#contract/messages/office-zones.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useZoneTexts = () => useTextsWith(zonePageMessages)
