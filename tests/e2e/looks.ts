import { fill } from '#contract/format.ts'
import type { Locale, Row } from '#contract/languages.ts'
import { columns, locales } from '#contract/languages.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { bookMessages } from '#contract/messages/office-books.ts'
import { bulkMessages } from '#contract/messages/office-bulk.ts'
import { casePageMessages } from '#contract/messages/office-cases.ts'
import { categoryPageMessages } from '#contract/messages/office-categories.ts'
import { dayPageMessages } from '#contract/messages/office-days.ts'
import { devicePageMessages } from '#contract/messages/office-devices.ts'
import { exportMessages } from '#contract/messages/office-export.ts'
import { formMessages } from '#contract/messages/office-form.ts'
import { helpMessages } from '#contract/messages/office-help.ts'
import { importPageMessages } from '#contract/messages/office-import.ts'
import { labelPageMessages } from '#contract/messages/office-labels.ts'
import { logMessages } from '#contract/messages/office-log.ts'
import { logValueMessages } from '#contract/messages/office-log-fields.ts'
import { logPageMessages } from '#contract/messages/office-log-page.ts'
import { lookPageMessages } from '#contract/messages/office-look.ts'
import { mediaPageMessages, pictureToolMessages } from '#contract/messages/office-media.ts'
import { modifierPageMessages } from '#contract/messages/office-modifiers.ts'
import { noticeMessages } from '#contract/messages/office-notices.ts'
import { optionsPageMessages } from '#contract/messages/office-options.ts'
import { orderPageMessages } from '#contract/messages/office-orders.ts'
import { paletteMessages } from '#contract/messages/office-palette.ts'
import { pasteMessages } from '#contract/messages/office-paste.ts'
import { paymentPageMessages } from '#contract/messages/office-payment.ts'
import { productFormMessages } from '#contract/messages/office-product.ts'
import { productTableMessages } from '#contract/messages/office-product-table.ts'
import { productPageMessages } from '#contract/messages/office-products.ts'
import { shopPageMessages } from '#contract/messages/office-shop.ts'
import { soldOutPageMessages } from '#contract/messages/office-sold-out.ts'
import { staffPageMessages } from '#contract/messages/office-staff.ts'
import { stockPageMessages } from '#contract/messages/office-stock.ts'
import { tablePageMessages } from '#contract/messages/office-tables.ts'
import { taxPageMessages } from '#contract/messages/office-taxes.ts'
import { todayMessages } from '#contract/messages/office-today.ts'
import { wordingPageMessages } from '#contract/messages/office-words.ts'
import { zonePageMessages } from '#contract/messages/office-zones.ts'
import { texts } from '#contract/messages.ts'
import { desktop, phone } from '#tests/browser.ts'

/** A look: the language and the window size in which a test opens pages. */
export interface PageVariant {
  locale: Locale
  viewport: { width: number; height: number }
}

export const tablet = { width: 1024, height: 768 }

/**
 * The looks in which a test runs, each with its title. Normally, a test runs only in the given look. With `npm run
 * test:journeys -- --looks`, it runs in each language at phone, tablet and desktop width.
 */
export function pageVariants(variant: PageVariant): [string, PageVariant][] {
  const all = locales.flatMap((locale) => [phone, tablet, desktop].map((viewport) => ({ locale, viewport })))
  const chosen = process.env.JOURNEYS === 'looks' ? all : [variant]
  return chosen.map((one) => [`in ${one.locale}, ${one.viewport.width} wide`, one])
}

/** The texts of all pages that end-to-end tests visit, in the storefront and in the back office. */
const rows = {
  ...texts,
  ...officeMessages,
  ...todayMessages,
  ...lookPageMessages,
  ...mediaPageMessages,
  ...pictureToolMessages,
  ...optionsPageMessages,
  ...shopPageMessages,
  ...taxPageMessages,
  ...productPageMessages,
  ...importPageMessages,
  ...exportMessages,
  ...pasteMessages,
  ...productFormMessages,
  ...bookMessages,
  ...bulkMessages,
  ...productTableMessages,
  ...formMessages,
  ...paymentPageMessages,
  ...zonePageMessages,
  ...tablePageMessages,
  ...staffPageMessages,
  ...soldOutPageMessages,
  ...stockPageMessages,
  ...modifierPageMessages,
  ...categoryPageMessages,
  ...labelPageMessages,
  ...casePageMessages,
  ...dayPageMessages,
  ...devicePageMessages,
  ...orderPageMessages,
  ...noticeMessages,
  ...wordingPageMessages,
  ...logMessages,
  ...logPageMessages,
  ...logValueMessages,
  ...helpMessages,
  ...paletteMessages,
} satisfies Record<string, Row>

/** Returns a function that gives the text of a key, in the language of a look. */
export const textsOf =
  ({ locale }: PageVariant) =>
  (key: keyof typeof rows, values: Record<string, string | number> = {}) =>
    fill(rows[key][columns[locale]], values)
