import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { localeCookie } from '#contract/constants.ts'
import { fill } from '#contract/format.ts'
import type { Locale, Row, Text } from '#contract/languages.ts'
import { columns, defaultLocale, isLocale, locales, pick, toLang } from '#contract/languages.ts'
import type { OfficeText } from '#contract/messages/office.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { UiTextsContext } from '#ui/texts.ts'
import { readCookie } from './api.ts'

const ui = {
  'account.email': ['Email address', '邮箱'],
  'account.optional': [' (optional)', '（选填）'],
  'account.show_password': ['Show password', '显示密码'],
  'field.error_at': ['{field}: {message}', '{field}：{message}'],
  'shell.close': ['Close', '关闭'],
  'store.copied': ['Copied', '已复制'],
} as const

type Values = Record<string, string | number>

export interface Texts<Key extends string = never> {
  locale: Locale
  setLocale: (locale: Locale) => void
  t: (key: OfficeText | Key, values?: Values) => string
  say: (text: Text | null | undefined) => string
  /**
   * Formats a date with its time: "Nov 26, 14:05". Uses `timeZone`, or the device's time zone if `timeZone` is missing.
   */
  when: (instant: string, timeZone?: string) => string
}

const TextsContext = createContext<Texts | null>(null)

/** The texts that all pages share. */
export function useTexts(): Texts {
  const texts = useContext(TextsContext)
  if (!texts) throw new Error('a component is outside of TextsProvider')
  return texts
}

/**
 * The texts that all pages share, together with the texts of one page. Other pages do not load the texts of that page.
 */
export function useTextsWith<Key extends string>(rows: Record<Key, Row>): Texts<Key> {
  const texts = useTexts()
  const isOwn = (key: string): key is Key => key in rows
  return {
    ...texts,
    // A key that is not in `rows` names a text that all pages share.
    t: (key, values) => (isOwn(key) ? fill(rows[key][columns[texts.locale]], values) : texts.t(key, values)),
  }
}

/**
 * Provides the texts in the staff member's language. Before the sign-in, uses the language last chosen on this device,
 * or else the browser's language.
 */
export function TextsProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState<Locale>(browserLocale)
  useEffect(() => {
    document.documentElement.lang = toLang(locale)
  }, [locale])
  const texts = useMemo(() => textsIn(locale, setLocale), [locale])
  const uiTexts = useMemo(
    () => ({
      t: (key: keyof typeof ui, values?: Record<string, string | number>) => fill(ui[key][columns[locale]], values),
      say: texts.say,
      pictureBase: '',
    }),
    [locale, texts],
  )
  return (
    <TextsContext value={texts}>
      <UiTextsContext value={uiTexts}>{children}</UiTextsContext>
    </TextsContext>
  )
}

function textsIn(locale: Locale, setLocale: (locale: Locale) => void): Texts {
  const timeIn = (timeZone?: string) =>
    new Intl.DateTimeFormat(toLang(locale), {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  const time = timeIn()
  return {
    locale,
    setLocale(next) {
      // The cookie tells the server in which language to write its error messages.
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing in Safari
      document.cookie = `${localeCookie}=${next}; Path=/; Max-Age=31536000; SameSite=Lax`
      setLocale(next)
    },
    t: (key, values) => fill(officeMessages[key][columns[locale]], values),
    say: (text) => (text ? pick(text, locale) : ''),
    when: (instant, timeZone) => (timeZone ? timeIn(timeZone) : time).format(new Date(instant)),
  }
}

function browserLocale(): Locale {
  const chosen = readCookie(localeCookie)
  if (isLocale(chosen)) return chosen
  return locales.find((locale) => navigator.language.startsWith(locale)) ?? defaultLocale
}

/** The time of an instant on the device's clock: "14:05". */
export const timeOf = (instant: string, locale: Locale) =>
  new Intl.DateTimeFormat(toLang(locale), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )
