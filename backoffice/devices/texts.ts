import { devicePageMessages } from '#contract/messages/office-devices.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useDeviceTexts = () => useTextsWith(devicePageMessages)
