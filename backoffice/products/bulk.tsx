import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { toLang } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import type { ProductChange } from '#contract/office/product-changes.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { inTreeOrder } from '../categories/tree.ts'
import { api } from '../core/api.ts'
import { attemptOnPage, textOf } from '../core/attempt.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { readAmount } from '../forms/amount.ts'
import { Card } from '../frame/page.tsx'
import { taxClasses } from './form.ts'
import type { loader } from './list-data.ts'
import { useBulkTexts } from './texts.ts'

type Which = Omit<Parameters<typeof api.staff.changeProducts>[0], 'change'>
type Preview = Awaited<ReturnType<typeof api.staff.previewProductChange>> & { change: ProductChange; from: number }
/** The number of products on one page of the preview. */
const previewed = 10

const kinds = ['show', 'hide', 'archive', 'unarchive', 'category', 'tag', 'taxClass', 'price'] as const
type Kind = (typeof kinds)[number]

interface BulkProps {
  which: Which
  count: number
  /** The URL of the table with these products. */
  table: string
  /** Ends the selection. */
  done: () => void
}

/** Changes the selected products: shows what will change, then changes them. */
export function Bulk({ which, count, table, done }: BulkProps) {
  const { t, say } = useBulkTexts()
  const { me } = useFrame()
  const { categories, tags, currency } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<Kind>('show')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [errors, setErrors] = useState<ErrorItem[] | undefined>()
  const [isBusy, setBusy] = useState(false)
  const offered = kinds
    .filter((one) => one !== 'price' || hasRightAt(me, 'catalogue.price', null))
    .filter((one) => (one !== 'tag' || tags.length > 0) && (one !== 'category' || categories.length > 0))

  async function look(form: FormData) {
    const change = readChange(form, kind, currency)
    if (!change) return setErrors([{ code: 'input.invalid', field: 'value', message: t('bulk.value_wrong') }])
    await show(change, 0)
  }

  /** Shows a page of the products that the change affects. */
  async function show(change: ProductChange, from: number) {
    const { done: found, errors } = await attemptOnPage(
      api.staff.previewProductChange({ ...which, change, from }),
      t('office.offline'),
    )
    setErrors(errors)
    if (found) setPreview({ ...found, change, from })
  }

  async function run({ change }: Preview) {
    setBusy(true)
    const { done: changed, errors } = await attemptOnPage(
      api.staff.changeProducts({ ...which, change }),
      t('office.offline'),
    )
    setBusy(false)
    setErrors(errors)
    setPreview(null)
    if (!changed) return
    done()
    await revalidate()
  }

  return (
    <Card title={t('bulk.title', { count })}>
      {preview ? (
        <PreviewList
          preview={preview}
          isBusy={isBusy}
          show={(from) => void show(preview.change, from)}
          run={() => run(preview)}
          back={() => setPreview(null)}
        />
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void look(new FormData(event.currentTarget))
          }}
        >
          <div className="pair">
            <Select
              name="kind"
              label={t('bulk.kind')}
              value={kind}
              onChange={({ currentTarget }) => setKind(offered.find((one) => one === currentTarget.value) ?? 'show')}
              options={offered.map((one) => ({ value: one, label: t(`bulk.${one}`) }))}
            />
            {kind === 'price' && <PriceFields errors={errors} currency={currency} />}
            {kind === 'category' && (
              <Select
                name="category"
                label={t('products.category')}
                options={inTreeOrder(categories, say).map(({ row, path }) => ({ value: row.category, label: path }))}
              />
            )}
            {kind === 'tag' && (
              <Select
                name="tag"
                label={t('bulk.which_tag')}
                options={tags.map(({ id, name }) => ({ value: id, label: say(name) }))}
              />
            )}
            {kind === 'taxClass' && (
              <Select
                name="taxClass"
                label={t('bulk.which_tax')}
                options={taxClasses.map((name) => ({ value: name, label: t(`tax.${name}`) }))}
              />
            )}
          </div>
          {errors?.map(({ code, message }) => (
            <p key={code} className="field-error" role="alert">
              {message}
            </p>
          ))}
          <div className="row">
            <button type="submit" className="button">
              {t('bulk.preview')}
            </button>
            <button type="button" className="button button-quiet" onClick={done}>
              {t('bulk.cancel')}
            </button>
            <Link className="bulk-table" to={table}>
              {t('products.as_table')}
            </Link>
          </div>
        </form>
      )}
    </Card>
  )
}

function PriceFields({ errors, currency }: { errors: ErrorItem[] | undefined; currency: string }) {
  const { t } = useBulkTexts()
  return (
    <>
      <Select
        name="way"
        label={t('bulk.way')}
        options={[
          { value: 'percent', label: t('bulk.percent') },
          { value: 'amount', label: t('bulk.amount', { currency }) },
        ]}
      />
      <Field name="value" label={t('bulk.value')} hint={t('bulk.value_hint')} inputMode="text" errors={errors} />
      <Check name="endsInNine" label={t('bulk.nine')} />
    </>
  )
}

/** Reads the chosen change. Null if the number is not valid. */
function readChange(form: FormData, kind: Kind, currency: string): ProductChange | null {
  if (kind === 'category') return { kind, category: textOf(form, 'category') }
  if (kind === 'tag') return { kind, tag: textOf(form, 'tag') }
  if (kind === 'taxClass') {
    const taxClass = taxClasses.find((name) => name === textOf(form, 'taxClass'))
    return taxClass ? { kind, taxClass } : null
  }
  if (kind !== 'price') return { kind }
  const typed = textOf(form, 'value').trim().replace('−', '-').replace('%', '')
  const sign = typed.startsWith('-') ? -1 : 1
  const number = typed.replace(/^[-+]/, '').trim()
  const endsInNine = form.has('endsInNine')
  if (textOf(form, 'way') === 'percent') {
    const percent = sign * Number(number)
    return number === '' || !Number.isFinite(percent) || percent < -90 || percent > 900
      ? null
      : { kind, percent, endsInNine }
  }
  const amount = readAmount(number, currency)
  return amount === null ? null : { kind, amount: sign * amount, endsInNine }
}

interface PreviewProps {
  preview: Preview
  isBusy: boolean
  /** Shows the page of products that begins at the index `from`. */
  show: (from: number) => void
  run: () => void
  back: () => void
}

/**
 * The preview of a change: one page of the affected products, and the button that applies the change to all of them.
 * For a change of prices, shows the old and the new price of each product.
 */
function PreviewList({ preview: { count, products, change, from }, isBusy, show, run, back }: PreviewProps) {
  const { t, say, locale } = useBulkTexts()
  const to = (number: number) => number.toLocaleString(toLang(locale))
  return (
    <>
      <p>{t('bulk.will_change', { what: t(`bulk.${change.kind}`), count: count.toLocaleString(toLang(locale)) })}</p>
      <ul className="rows">
        {products.map(({ product, name, price, newPrice }) => (
          <li key={product} className="bulk-item">
            <span>{say(name)}</span>
            {change.kind === 'price' && (
              <span className="bulk-price">
                {formatMoney(price, locale)} → <strong>{formatMoney(newPrice, locale)}</strong>
              </span>
            )}
          </li>
        ))}
      </ul>
      {count > previewed && (
        <div className="row">
          <button
            type="button"
            className="button button-quiet"
            disabled={from === 0}
            onClick={() => show(from - previewed)}
          >
            {t('bulk.earlier')}
          </button>
          <span className="soft" role="status">
            {t('bulk.range', { from: to(from + 1), to: to(from + products.length), count: to(count) })}
          </span>
          <button
            type="button"
            className="button button-quiet"
            disabled={from + previewed >= count}
            onClick={() => show(from + previewed)}
          >
            {t('bulk.later')}
          </button>
        </div>
      )}
      {isBusy && (
        <p role="status">
          <progress aria-label={t('bulk.busy')} /> {t('bulk.busy')}
        </p>
      )}
      <div className="row">
        <button type="button" className="button" disabled={isBusy || count === 0} onClick={run}>
          {t('bulk.run')}
        </button>
        <button type="button" className="button button-quiet" onClick={back}>
          {t('bulk.back')}
        </button>
      </div>
    </>
  )
}

/**
 * The changes of the last seven days, with buttons to undo them. The list is unfolded if the newest change is less than
 * an hour old and not undone, or if staff have just undone a change.
 */
export function RecentChanges() {
  const { t, when } = useBulkTexts()
  const { changes } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [said, setSaid] = useState('')
  const [latest] = changes
  if (!latest) return null
  const isFresh = !latest.isUndone && Date.now() - new Date(latest.at).getTime() < 3_600_000
  async function undo(change: string) {
    const { done, errors } = await attemptOnPage(api.staff.undoProductChange({ change }), t('office.offline'))
    if (done) setSaid(done.kept > 0 ? t('bulk.undone_partly', { count: done.kept }) : t('bulk.undone'))
    else setSaid(errors?.[0]?.message ?? '')
    await revalidate()
  }
  return (
    <details className="card" open={isFresh || said !== ''}>
      <summary>{t('bulk.recent')}</summary>
      <p role="status">{said}</p>
      <ul className="rows">
        {changes.map(({ id, at, count, change, isUndone }) => (
          <li key={id} className="bulk-item">
            <span>
              {t('bulk.changed', { what: t(`bulk.${change.kind}`), count })}{' '}
              {change.kind === 'price' && change.percent !== undefined && `${signed(change.percent)} %`}
              <span className="soft"> {when(at)}</span>
            </span>
            {isUndone ? (
              <span className="soft">{t('bulk.is_undone')}</span>
            ) : (
              <button type="button" className="button button-quiet" onClick={() => void undo(id)}>
                {t('bulk.undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const signed = (number: number) => (number > 0 ? `+${number}` : `−${Math.abs(number)}`)
