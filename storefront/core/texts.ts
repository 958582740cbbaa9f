import { campaignTexts, storeTexts, texts } from '#contract/messages.ts'
import type { AppInfo } from '#contract/shell.ts'
import type { Area } from './areas.ts'

/** Reduces the texts in app info to those of one area, including the shell's, and those that the owner wrote. */
export function withTextsOf(area: Area, info: AppInfo): AppInfo {
  if (area === 'all') return info
  const said = area === 'store' ? storeTexts : campaignTexts
  const { system } = info.appContent
  const { applicationMessage, currentLocale } = system.appMessage
  const messages = Object.fromEntries(
    Object.entries(applicationMessage.messages).filter(([key]) => key in said || !(key in texts)),
  )
  const appMessage = { currentLocale, applicationMessage: { messages } }
  return { ...info, appContent: { ...info.appContent, system: { ...system, appMessage } } }
}
