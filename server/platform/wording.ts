import { fill } from '#contract/format.ts'
import type { MessageKey } from '#contract/messages.ts'
import { texts } from '#contract/messages.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/shapes.ts'

/** A text in both languages, for what is remembered or shown in both; values that have both are filled in as they fit. */
export function both(key: MessageKey, values: Record<string, Text | string | number> = {}): Text {
  const [en, zh] = texts[key]
  return { en: fill(en, pick(values, 'en')), zh: fill(zh, pick(values, 'zh')) }
}

function pick(values: Record<string, Text | string | number>, locale: 'en' | 'zh'): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[locale] : value]),
  )
}

export function moneyText(amount: number, currency: string): Text {
  return { en: formatMoney({ amount, currency }, 'en'), zh: formatMoney({ amount, currency }, 'zh') }
}

/** "Friday, November 20", "11月20日星期五". */
export function dateText(date: string): Text {
  const day = new Date(`${date}T00:00:00Z`)
  return { en: dayFormats.en.format(day), zh: dayFormats.zh.format(day) }
}

/** The days of the week, Monday first. */
export function weekdayTexts(weekdays: number[]): Text {
  const names = [1, 2, 3, 4, 5, 6, 0]
    .filter((weekday) => weekdays.includes(weekday))
    .map((weekday) => new Date(Date.UTC(2023, 0, 1 + weekday)))
    .map((day) => ({ en: weekdayFormats.en.format(day), zh: weekdayFormats.zh.format(day) }))
  return joined(names)
}

/** "Markham, Downtown", "万锦、市中心". */
export function joined(list: Text[]): Text {
  return { en: list.map(({ en, zh }) => en || zh).join(', '), zh: list.map(({ en, zh }) => zh || en).join('、') }
}

const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const dayFormats = { en: new Intl.DateTimeFormat('en-CA', day), zh: new Intl.DateTimeFormat('zh-Hans-CN', day) }
const weekday = { weekday: 'long', timeZone: 'UTC' } as const
const weekdayFormats = {
  en: new Intl.DateTimeFormat('en-CA', weekday),
  zh: new Intl.DateTimeFormat('zh-Hans-CN', weekday),
}
