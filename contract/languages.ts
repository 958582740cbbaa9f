/**
 * The shop's languages, the one spoken to whom nothing else is known first. `tag` names one in documents, dates and lists,
 * `money` where amounts are written, `openGraph` to social networks; `between` parts a list,
 * `upTo` stands in a span, `weekdays` are the short names of days, Sunday first.
 */
export const languages = {
  en: {
    name: 'English',
    tag: 'en-CA',
    money: 'en-CA',
    openGraph: 'en_CA',
    between: ', ',
    upTo: '–',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },
  zh: {
    name: '中文',
    tag: 'zh-Hans',
    money: 'zh-Hans-CA',
    openGraph: 'zh_CN',
    between: '、',
    upTo: '至',
    weekdays: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  },
} as const
export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as [Locale, ...Locale[]]

export const isLocale = (given: unknown): given is Locale => locales.includes(given as Locale)

/** A text for people as `messages/` has it, and where each language stands in it. */
export type Row = readonly [en: string, zh: string]
export const columns = { en: 0, zh: 1 } as const satisfies Record<Locale, number>

/** A language as documents name it. */
export const toLang = (locale: Locale) => languages[locale].tag

/** A text in each language; an empty one falls back to another. */
export type Text = Record<Locale, string>

/** Something made for each language. */
export const inEach = <T>(make: (locale: Locale) => T) =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, T>

/** All languages, this one first. */
export const startingWith = (locale: Locale): Locale[] => [locale, ...locales.filter((other) => other !== locale)]

/** The language that stands beside this one where a shop shows two. */
export const beside = (locale: Locale): Locale => startingWith(locale)[1] ?? locale

/** The language that a text is shown in where this one is wanted: its own, else the first that has words. */
export const shownIn = (text: Text, locale: Locale): Locale =>
  startingWith(locale).find((language) => text[language]) ?? locale

/** A text's words in a language, else in the first that has any. */
export const pick = (text: Text, locale: Locale): string => text[shownIn(text, locale)]
