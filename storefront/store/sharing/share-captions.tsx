import type { Locale } from '#contract/languages.ts'
import { localesFrom, toLang } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { localizedLink } from './shared-link.ts'

/**
 * Texts to paste into a chat group, first in the visitor's language, then in the other language. The link in each text
 * opens the shop in the text's language.
 */
export function Captions({ captions, url }: { captions: Text; url: string }) {
  const { t, locale } = useShop()
  const order: Locale[] = localesFrom(locale)
  return (
    <section className="captions" aria-labelledby="captions">
      <h3 id="captions">{t('store.caption')}</h3>
      {order.map((captionLocale) => {
        const caption = captionIn(captionLocale, captions, url)
        return (
          <div key={captionLocale} className="caption">
            <p lang={toLang(captionLocale)}>{caption}</p>
            <CopyButton text={caption} label={t('store.caption_copy')} className="share-way" />
          </div>
        )
      })}
    </section>
  )
}

/** The text in a language, with the link that opens the shop in this language. */
export const captionIn = (locale: Locale, captions: Text, url: string): string =>
  captions[locale].replace('{url}', localizedLink(locale, url))
