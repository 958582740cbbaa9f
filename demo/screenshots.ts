import type { Locale } from '#contract/languages.ts'
import { locales } from '#contract/languages.ts'
import type { Screenshot } from '#server/content/content.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'

interface DemoScreenshot extends Screenshot {
  locale: Locale
  /** The page's path. */
  page: string
}

const pages: [name: string, page: string, form: Screenshot['form'], label: TextPair][] = [
  ['home', '/home', 'narrow', ['Today at your store', '今天店里有什么']],
  ['menu', '/store', 'narrow', ['The menu', '点单']],
  ['product', '/store/product/brown-sugar-boba-milk', 'narrow', ['A drink the way you like it', '甜度冰量随您选']],
  ['home', '/home', 'wide', ['Today at your store', '今天店里有什么']],
]
const sizes = { narrow: { width: 780, height: 1688 }, wide: { width: 1280, height: 800 } }

/** Screenshots for the app's install dialog; `scripts/screenshots.ts` takes them. */
export const demoScreenshots: DemoScreenshot[] = locales.flatMap((locale) =>
  pages.map(([name, page, form, label]) => ({
    src: `/screenshots/${name}-${form}-${locale}.webp`,
    ...sizes[form],
    form,
    locale,
    label: text(label),
    page,
  })),
)
