import { fromKeys, isOneOf, keysOf } from './object-keys.ts'

/**
 * The shop's languages, the default first.
 * - `tag`: the language of documents, dates and lists. `money`: the language of amounts. `openGraph`: the language of
 *   social networks.
 * - `between` separates list items, `comma` separates clauses, `upTo` joins the ends of a range.
 * - `weekdays`: short names, Sunday first. `halves`: morning and afternoon on a 12-hour clock; null on a 24-hour clock.
 * - `shortDay`: the `Intl` options for a short day, such as "Nov 20" or 11月20日.
 * - `reduction`: how a discount is written, as the percentage taken off or as the tenths left to pay (6 折 is 40% off).
 */
export const languages = {
  en: {
    name: 'English',
    tag: 'en-CA',
    money: 'en-CA',
    openGraph: 'en_CA',
    between: ', ',
    comma: ', ',
    upTo: '–',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    halves: ['a.m.', 'p.m.'],
    shortDay: { tag: 'en', month: 'short' },
    reduction: 'percent',
  },
  zh: {
    name: '中文',
    tag: 'zh-Hans',
    money: 'zh-Hans-CA',
    openGraph: 'zh_CN',
    between: '、',
    comma: '，',
    upTo: '至',
    weekdays: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
    halves: null,
    shortDay: { tag: 'zh-Hans', month: 'long' },
    reduction: 'tenths',
  },
} as const
export type Locale = keyof typeof languages

// `wallets` and `sharing` are not part of `languages`, so that the back office does not load them.

/** The payment methods that readers of a language usually use, most common first. */
export const wallets = {
  en: ['card', 'paypal', 'etransfer', 'store', 'pickup', 'delivery'],
  zh: ['wechat', 'alipay', 'unionpay'],
} as const satisfies Record<Locale, readonly string[]>

/** The ways to share a page, most common first. `send` is the operating system's share sheet. */
export const sharing = {
  en: ['send', 'link', 'facebook', 'x', 'wechat', 'xiaohongshu', 'weibo'],
  zh: ['wechat', 'xiaohongshu', 'send', 'link', 'weibo', 'facebook', 'x'],
} as const satisfies Record<Locale, readonly string[]>

/** Whether readers of a language usually sign in with an account of another service instead of an email address. */
export const signsInElsewhere = { en: false, zh: true } as const satisfies Record<Locale, boolean>

export const locales = keysOf(languages)

/** The language of a reader whose language is unknown. */
export const defaultLocale = locales[0]

export const isLocale = (value: unknown): value is Locale => isOneOf(locales, value)

/** A user-visible text, as in `messages/`. `columns` gives each language's position. */
export type Row = readonly [en: string, zh: string]
export const columns = { en: 0, zh: 1 } as const satisfies Record<Locale, number>

/** The language tag for documents, such as `en-CA`. */
export const toLang = (locale: Locale) => languages[locale].tag

/** A text in each language; an empty text falls back to another language. */
export type Text = Record<Locale, string>

/** Creates a value per language. */
export const perLocale = <T>(make: (locale: Locale) => T) => fromKeys(locales, make)

/** A text that is empty in every language. */
export const noText: Text = perLocale(() => '')

/** The same text in every language, for codes and names that have no translation. */
export const sameText = (text: string): Text => perLocale(() => text)

/** Converts a row of `messages/` to a `Text`. */
export const rowText = (row: Row): Text => perLocale((locale) => row[columns[locale]])

/** Whether the text has words in any language. */
export const isWritten = (text: Text): boolean => Object.values(text).some((words) => words.trim() !== '')

/** The text in every language as one string, to compare texts and as a key of lists. */
export const textInAllLanguages = (text: Text): string => locales.map((locale) => text[locale]).join('\n')

/** All languages, with the given one first. */
export const localesFrom = (locale: Locale): Locale[] => [locale, ...locales.filter((other) => other !== locale)]

/** The second language to show beside `locale` where a page shows a text in two languages. */
export const otherLocaleOf = (locale: Locale): Locale => localesFrom(locale)[1] ?? locale

/** The language in which a text is shown: `locale`, or the first language in which the text is not empty. */
export const displayLocale = (text: Text, locale: Locale): Locale =>
  localesFrom(locale).find((language) => text[language]) ?? locale

/** Returns the text in the language `locale`, or else in the first language in which the text is not empty. */
export const pick = (text: Text, locale: Locale): string => text[displayLocale(text, locale)]
