import { campaignTexts, storeTexts, texts } from '#contract/messages.ts'
import type { AppInfo } from '#contract/shell.ts'
import type { Area } from './areas.ts'

type Texts = Record<string, string>

/**
 * Caches the reduced texts of each area. The key is the object with all texts, which the server reuses for many pages.
 */
const textCache = { store: new WeakMap<Texts, Texts>(), campaigns: new WeakMap<Texts, Texts>() }

/**
 * Reduces the texts in app info to those that pages of one area use. Keeps the shell's texts, and those that the owner
 * wrote.
 */
export function withTextsOf(area: Area, info: AppInfo): AppInfo {
  if (area === 'all') return info
  const { system } = info.appContent
  const { applicationMessage, currentLocale } = system.appMessage
  const all = applicationMessage.messages
  const messages = textCache[area].get(all) ?? textsOf(area, all)
  textCache[area].set(all, messages)
  const appMessage = { currentLocale, applicationMessage: { messages } }
  return { ...info, appContent: { ...info.appContent, system: { ...system, appMessage } } }
}

function textsOf(area: keyof typeof textCache, all: Texts): Texts {
  const areaTexts = area === 'store' ? storeTexts : campaignTexts
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in areaTexts || !(key in texts)))
}
