import { campaignTexts, storeTexts, texts } from '#contract/messages.ts'
import type { AppInfo } from '#contract/shell.ts'
import type { Area } from './areas.ts'

type Texts = Record<string, string>

/**
 * Caches the reduced texts of each area. The key is the object with all texts, which the server reuses for many pages.
 */
const reduced = { store: new WeakMap<Texts, Texts>(), campaigns: new WeakMap<Texts, Texts>() }

/**
 * Reduces the texts in app info to those that pages of one area use. Keeps the shell's texts, and those that the owner
 * wrote.
 */
export function withTextsOf(area: Area, info: AppInfo): AppInfo {
  if (area === 'all') return info
  const { system } = info.appContent
  const { applicationMessage, currentLocale } = system.appMessage
  const all = applicationMessage.messages
  const messages = reduced[area].get(all) ?? textsOf(area, all)
  reduced[area].set(all, messages)
  const appMessage = { currentLocale, applicationMessage: { messages } }
  return { ...info, appContent: { ...info.appContent, system: { ...system, appMessage } } }
}

function textsOf(area: keyof typeof reduced, all: Texts): Texts {
  const said = area === 'store' ? storeTexts : campaignTexts
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in said || !(key in texts)))
}
