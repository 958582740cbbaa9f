import type { Locale, Row } from '#contract/languages.ts'
import { columns, locales } from '#contract/languages.ts'
import { desktop, phone } from '#tests/browser.ts'

/** A language and a width in which somebody uses the back office. */
export interface Look {
  locale: Locale
  viewport: { width: number; height: number }
}

export const tablet = { width: 1024, height: 768 }

/**
 * The looks in which a journey runs: the one given; with `npm run test:journeys` each language at phone, tablet and
 * desktop width.
 */
export function looks(look: Look): [string, Look][] {
  const all = locales.flatMap((locale) => [phone, tablet, desktop].map((viewport) => ({ locale, viewport })))
  const wanted = process.env.JOURNEYS === 'all' ? all : [look]
  return wanted.map((one) => [`in ${one.locale}, ${one.viewport.width} wide`, one])
}

/** Texts of the back office in the language of a look. */
export const textsOf =
  ({ locale }: Look) =>
  (row: Row) =>
    row[columns[locale]]
