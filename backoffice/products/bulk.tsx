import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { hourMs } from '#contract/durations.ts'
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
import type { ProductsChange } from '../core/change-once.ts'
import { changeOnce } from '../core/change-once.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { readAmount } from '../forms/amount.ts'
import { Card } from '../frame/page.tsx'
import { taxClasses } from './form.ts'
import type { loader } from './list-data.ts'
import { useBulkTexts } from './texts.ts'

type ProductSelection = Omit<ProductsChange, 'change'>
type Preview = Awaited<ReturnType<typeof api.staff.previewProductChange>> & { change: ProductChange; from: number }
/** The number of products on one page of the preview. */
const previewSize = 10

const kinds = ['show', 'hide', 'archive', 'unarchive', 'category', 'tag', 'taxClass', 'price'] as const
type Kind = (typeof kinds)[number]

interface BulkProps {
  selection: ProductSelection
  count: number
  /** The URL of the table that shows the selected products. */
  table: string
  /** Ends the selection. */
  done: () => void
}

/** A form that changes the selected products. It first shows what will change. */
export function Bulk({ selection, count, table, done }: BulkProps) {
  const { t } = useBulkTexts()
  const { currency } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [kind, setKind] = useState<Kind>('show')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [errors, setErrors] = useState<ErrorItem[] | undefined>()
  const [isBusy, setBusy] = useState(false)

  async function previewForm(form: FormData) {
    const change = readChange(form, kind, currency)
    if (!change) return setErrors([{ code: 'input.invalid', field: 'value', message: t('bulk.value_wrong') }])
    await show(change, 0)
  }

  /** Shows a page of the products that the change affects. */
  async function show(change: ProductChange, from: number) {
    const { done: preview, errors } = await attemptOnPage(
      api.staff.previewProductChange({ ...selection, change, from }),
      t('office.offline'),
    )
    setErrors(errors)
    if (preview) setPreview({ ...preview, change, from })
  }

  async function run({ change }: Preview) {
    setBusy(true)
    const { errors } = await changeOnce({ ...selection, change }, { staff: api.staff, offline: t('office.offline') })
    setBusy(false)
    const isUndone = errors?.some(({ code }) => code === 'request.key_reused')
    setErrors(isUndone ? [{ code: 'request.key_reused', message: t('bulk.was_undone') }] : errors)
    // After any error except `request.key_reused`, the preview stays, so that staff can retry the change.
    if (errors && !isUndone) return
    setPreview(null)
    if (isUndone) return
    done()
    await revalidate()
  }

  const errorTexts = errors?.map(({ code, message }) => (
    <p key={code} className="field-error" role="alert">
      {message}
    </p>
  ))
  return (
    <Card title={t('bulk.title', { count })}>
      {preview ? (
        <PreviewList
          preview={preview}
          errorTexts={errorTexts}
          isBusy={isBusy}
          show={(from) => void show(preview.change, from)}
          run={() => run(preview)}
          back={() => {
            setErrors(undefined)
            setPreview(null)
          }}
        />
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void previewForm(new FormData(event.currentTarget))
          }}
        >
          <ChangeFields kind={kind} setKind={setKind} errors={errors} />
          {errorTexts}
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

interface ChangeFieldsProps {
  kind: Kind
  setKind: (kind: Kind) => void
  errors: ErrorItem[] | undefined
}

/** The kind of the change, and the fields of that kind. */
function ChangeFields({ kind, setKind, errors }: ChangeFieldsProps) {
  const { t, say } = useBulkTexts()
  const { me } = useFrame()
  const { categories, tags, currency } = useLoaderData<typeof loader>()
  const offered = kinds
    .filter((one) => one !== 'price' || hasRightAt(me, 'catalogue.price', null))
    .filter((one) => one !== 'tag' || tags.length > 0)
    .filter((one) => one !== 'category' || categories.length > 0)
  return (
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
  return kind === 'price' ? readPriceChange(form, currency) : { kind }
}

const maxPercent = 900
const minPercent = -90

function readPriceChange(form: FormData, currency: string): ProductChange | null {
  const valueText = textOf(form, 'value').trim().replace('−', '-').replace('%', '')
  const sign = valueText.startsWith('-') ? -1 : 1
  const number = valueText.replace(/^[-+]/, '').trim()
  const endsInNine = form.has('endsInNine')
  if (textOf(form, 'way') === 'percent') {
    const percent = sign * Number(number)
    const isValid = number !== '' && percent >= minPercent && percent <= maxPercent
    return isValid ? { kind: 'price', percent, endsInNine } : null
  }
  const amount = readAmount(number, currency)
  return amount === null ? null : { kind: 'price', amount: sign * amount, endsInNine }
}

interface PreviewProps {
  preview: Preview
  errorTexts: ReactNode
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
function PreviewList({ preview, errorTexts, isBusy, show, run, back }: PreviewProps) {
  const { count, products, change, from } = preview
  const { t, say, locale } = useBulkTexts()
  const formatCount = (number: number) => number.toLocaleString(toLang(locale))
  return (
    <>
      <p>{t('bulk.will_change', { what: t(`bulk.${change.kind}`), count: formatCount(count) })}</p>
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
      {count > previewSize && (
        <div className="row">
          <button
            type="button"
            className="button button-quiet"
            disabled={from === 0}
            onClick={() => show(from - previewSize)}
          >
            {t('bulk.earlier')}
          </button>
          <span className="soft" role="status">
            {t('bulk.range', {
              from: formatCount(from + 1),
              to: formatCount(from + products.length),
              count: formatCount(count),
            })}
          </span>
          <button
            type="button"
            className="button button-quiet"
            disabled={from + previewSize >= count}
            onClick={() => show(from + previewSize)}
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
      {errorTexts}
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
 * an hour old and not undone. After staff try to undo a change, the list is also unfolded and shows the result.
 */
export function RecentChanges() {
  const { t, when } = useBulkTexts()
  const { changes } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [undoMessage, setUndoMessage] = useState('')
  const [latest] = changes
  if (!latest) return null
  const isFresh = !latest.isUndone && Date.now() - new Date(latest.at).getTime() < hourMs
  async function undo(change: string) {
    const { done, errors } = await attemptOnPage(api.staff.undoProductChange({ change }), t('office.offline'))
    if (done) setUndoMessage(done.kept > 0 ? t('bulk.undone_partly', { count: done.kept }) : t('bulk.undone'))
    else setUndoMessage(errors?.[0]?.message ?? '')
    await revalidate()
  }
  return (
    <details className="card" open={isFresh || undoMessage !== ''}>
      <summary>{t('bulk.recent')}</summary>
      <p role="status">{undoMessage}</p>
      <ul className="rows">
        {changes.map(({ id, at, count, change, isUndone }) => (
          <li key={id} className="bulk-item">
            <span>
              {t('bulk.changed', { what: t(`bulk.${change.kind}`), count })}{' '}
              {change.kind === 'price' && change.percent !== undefined && `${withSign(change.percent)} %`}
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

const withSign = (number: number) => (number > 0 ? `+${number}` : `−${Math.abs(number)}`)
