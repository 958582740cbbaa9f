import { useRef, useState } from 'react'
import type { Locale, Text } from '#contract/languages.ts'
import { displayLocale, isWritten, languages, localesFrom, pick, toLang } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import type { Image } from '#contract/shapes.ts'
import { Picture } from '#ui/picture.tsx'
import { textOf } from '../core/attempt.ts'
import { readAmount } from '../forms/amount.ts'
import { readRows, rowsInOrder } from '../forms/rows.ts'
import { textPairOf } from '../forms/text-pair.tsx'
import type { ShownProduct } from './form.ts'
import { picturesIn, toOptions } from './lists.ts'
import { useProductTexts } from './texts.ts'
import './preview.css'

/** The data of a product that the preview shows, as typed into the form. */
interface PreviewData {
  name: Text
  summary: Text
  description: Text
  image: Image | null
  options: OfficeProductDetail['options']
  /** The lowest and the highest price. Null if no price is valid. */
  prices: [number, number] | null
  currency: string
}

/** A button that shows the unsaved product in both languages, side by side. */
export function Preview({ product }: { product: ShownProduct }) {
  const { t, locale: userLocale } = useProductTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [preview, setPreview] = useState<PreviewData | null>(null)
  async function open({ form }: HTMLButtonElement) {
    if (!form) return
    setPreview(await readPreview(form, product))
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" className="button button-quiet" onClick={({ currentTarget }) => open(currentTarget)}>
        {t('product.preview')}
      </button>
      <dialog ref={dialog} className="dialog preview" aria-labelledby="preview-title">
        <div className="dialog-box stack">
          <h2 id="preview-title">{t('product.preview_title')}</h2>
          <div className="preview-sides">
            {preview &&
              localesFrom(userLocale).map((locale) => <PreviewSide key={locale} preview={preview} locale={locale} />)}
          </div>
          <div className="row">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              {t('product.preview_close')}
            </button>
          </div>
        </div>
      </dialog>
    </>
  )
}

function PreviewSide({ preview, locale }: { preview: PreviewData; locale: Locale }) {
  const { t } = useProductTexts()
  const { name, summary, description, image, options, prices, currency } = preview
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const texts = [name, summary, description, ...options.flatMap((one) => [one.name, ...one.values.map((v) => v.name)])]
  const isForeign = texts.some((text) => isWritten(text) && displayLocale(text, locale) !== locale)
  return (
    <section className="preview-side" aria-label={languages[locale].name}>
      <h3>{languages[locale].name}</h3>
      {isForeign && <p className="alert alert-note">{t(`product.preview_gap_${locale}`)}</p>}
      <Picture image={image} sizes="20rem" decorative />
      <p className="preview-name">
        <PreviewText text={name} locale={locale} />
      </p>
      <p>
        <PreviewText text={summary} locale={locale} />
      </p>
      {prices && (
        <p className="preview-price">
          {money(prices[0])}
          {prices[1] > prices[0] && `–${money(prices[1])}`}
        </p>
      )}
      {options.map((option) => (
        <p key={option.id}>
          <strong>
            <PreviewText text={option.name} locale={locale} />
          </strong>{' '}
          {option.values.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ' · '}
              <PreviewText text={name} locale={locale} />
            </span>
          ))}
        </p>
      ))}
      <p className="preview-text">
        <PreviewText text={description} locale={locale} />
      </p>
    </section>
  )
}

/** Renders a text as readers of a language see it. Highlights the text if it exists only in another language. */
function PreviewText({ text, locale }: { text: Text; locale: Locale }) {
  const shown = displayLocale(text, locale)
  if (!text[shown]) return null
  return (
    <span lang={toLang(shown)} {...(shown !== locale && { className: 'preview-foreign' })}>
      {pick(text, locale)}
    </span>
  )
}

async function readPreview(element: HTMLFormElement, product: ShownProduct): Promise<PreviewData> {
  const form = new FormData(element)
  const rows = (name: string) => rowsInOrder(readRows(textOf(form, name)))
  const { currency } = product
  // Staff who may change only words have no fields for options and prices, so the preview uses the stored ones.
  const amounts = form.has('variants')
    ? rows('variants').flatMap(({ row }) => readAmount(row.price ?? '', currency) ?? [])
    : product.variants.filter(({ isActive }) => isActive).map(({ price }) => price)
  const [image = null] = await picturesIn(rows('images'), new Map())
  return {
    name: textPairOf(form, 'name'),
    summary: textPairOf(form, 'summary'),
    description: textPairOf(form, 'description'),
    image,
    currency,
    options: form.has('options') ? toOptions(rows('options')) : product.options,
    prices: amounts.length > 0 ? [Math.min(...amounts), Math.max(...amounts)] : null,
  }
}
