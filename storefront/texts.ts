import { storeTexts, texts } from '#contract/messages.ts'
import type { AppInfo } from '#contract/shell.ts'

/** What a page of the store says, its shell and the owner's own words among it: the others are not sent with it. */
export function withStoreTexts(info: AppInfo): AppInfo {
  const { system } = info.appContent
  const { applicationMessage, currentLocale } = system.appMessage
  const messages = Object.fromEntries(
    Object.entries(applicationMessage.messages).filter(([key]) => key in storeTexts || !(key in texts)),
  )
  const appMessage = { currentLocale, applicationMessage: { messages } }
  return { ...info, appContent: { ...info.appContent, system: { ...system, appMessage } } }
}
