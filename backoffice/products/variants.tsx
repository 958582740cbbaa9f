import { maxOptions, maxVariants } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { locales, toLang } from '#contract/languages.ts'
import { isKeyOf } from '#contract/object-keys.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { hasRightAt, useFrame } from '../core/me.ts'
import { rowName } from '../forms/rows.ts'
import { fieldIn } from '../forms/text-pair.tsx'
import type { RowList } from '../forms/use-rows.tsx'
import { useRows } from '../forms/use-rows.tsx'
import { Card } from '../frame/page.tsx'
import { Fold } from './fold.tsx'
import type { CardProps } from './form.ts'
import { taxClasses } from './form.ts'
import type { Entry, OptionEntry } from './lists.ts'
import {
  combinationsOf,
  matchVariants,
  newKey,
  newVariants,
  optionRows,
  optionsIn,
  pairLabel,
  textIn,
  variantRows,
} from './lists.ts'
import { useProductTexts } from './texts.ts'

const moneyFields = ['price', 'compareAtPrice', 'memberPrice', 'deposit'] as const
type ValueField = (typeof moneyFields)[number] | 'sku' | 'barcode' | 'grams'

/**
 * Fields for the price of a product without options. For a product with options, fields for the options and a row for
 * each variant.
 */
export function Variants({ product, errors }: CardProps) {
  const { t, say } = useProductTexts()
  const labels = useLabels()
  const options = useRows('options', optionRows(product), {
    label: () => t('product.options'),
    show: ([key, field], value) =>
      key === 'order' && !field ? toNames(value, (one) => say(textIn(rowOf(options, one), 'name'))) : value,
  })
  const rows = product.product === 'new' ? newVariants(product) : variantRows(product)
  const variants = useRows('variants', rows, {
    label: ([key, field = '']) => {
      const row = variants.rows.find((one) => one.key === key)?.row
      const what = isKeyOf(labels, field) ? labels[field] : t('product.variants')
      const pair = row?.pair ? pairLabel(row.pair, options.rows, say) : ''
      return pair ? `${what} (${pair})` : what
    },
    show: ([key, field], value) =>
      key === 'order' && !field
        ? toNames(value, (one) => pairLabel(rowOf(variants, one).pair ?? '', options.rows, say))
        : value,
  })
  const shown = optionsIn(options.rows)
  /** Writes the options, and adds and removes variants to match them. */
  function replaceOptions(next: Entry[]) {
    options.replace(next)
    variants.replace(matchVariants(optionsIn(next), variants.rows))
  }
  const [only] = variants.rows
  const isSimple = shown.length === 0 && only !== undefined
  return (
    <>
      <Card title={t('product.price_part')}>
        {options.field}
        {variants.field}
        <div className="pair">
          {isSimple && (
            <Value
              list={variants}
              entry={only}
              name="price"
              errors={errors}
              label={`${t('product.price')} (${product.currency})`}
            />
          )}
          <TaxClass taxClass={product.taxClass} errors={errors} />
        </div>
        {!isSimple && <Grid list={variants} options={options.rows} currency={product.currency} errors={errors} />}
        <Options options={shown} rows={options.rows} write={replaceOptions} errors={errors} />
      </Card>
      {isSimple && <MorePrices list={variants} entry={only} errors={errors} />}
    </>
  )
}

const rowOf = (list: RowList, key: string) => list.rows.find((one) => one.key === key)?.row ?? {}

/** Converts the keys of rows, one per line, to the rows' names. A key without a row in the form stays in the text. */
const toNames = (order: string, nameOf: (key: string) => string) =>
  order
    .split('\n')
    .map((key) => nameOf(key) || key)
    .join(' · ')

function useLabels(): Record<ValueField, string> {
  const { t } = useProductTexts()
  return {
    price: t('product.price'),
    compareAtPrice: t('product.compare'),
    memberPrice: t('product.member'),
    deposit: t('product.deposit'),
    sku: t('product.sku'),
    barcode: t('product.barcode'),
    grams: t('product.grams'),
  }
}

/** The message of the first error that names one of these fields. */
const messageFor = (errors: ErrorItem[] | undefined, ...fields: string[]) =>
  errors?.find(({ field }) => field && fields.includes(field))?.message

interface ValueProps {
  list: RowList
  entry: Entry
  name: ValueField
  errors: ErrorItem[] | undefined
  /** The label, if it differs from the field's usual label. */
  label?: string
  hint?: string
}

/** A field of a variant. */
function Value({ list, entry: { key, row }, name, errors, label, hint }: ValueProps) {
  const labels = useLabels()
  const { me } = useFrame()
  const isMoney = moneyFields.some((one) => one === name)
  return (
    <Field
      name={name}
      data-part=""
      label={label ?? labels[name]}
      hint={hint}
      {...(isMoney && { inputMode: 'decimal' })}
      {...(name === 'grams' && { inputMode: 'numeric', pattern: '[0-9]*' })}
      value={row[name] ?? ''}
      required={name === 'price'}
      readOnly={(name === 'sku' && row.isNew !== 'on') || (isMoney && !hasRightAt(me, 'catalogue.price', null))}
      maxLength={60}
      error={messageFor(errors, name, rowName('variants', key, name))}
      onChange={({ currentTarget }) => list.set(key, { [name]: currentTarget.value })}
    />
  )
}

interface PartProps {
  list: RowList
  entry: Entry
  errors: ErrorItem[] | undefined
}

function TaxClass({ taxClass, errors }: { taxClass: string | null; errors: ErrorItem[] | undefined }) {
  const { t } = useProductTexts()
  return (
    <Select
      name="taxClass"
      label={t('product.tax')}
      required
      defaultValue={taxClass ?? ''}
      placeholder={taxClass ? undefined : t('product.tax_choose')}
      options={taxClasses.map((name) => ({ value: name, label: t(`tax.${name}`) }))}
      errors={errors}
    />
  )
}

/** For a product without options: the fields that few products need, such as special prices, codes and weight. */
function MorePrices(part: PartProps) {
  const { t } = useProductTexts()
  const labels = useLabels()
  const names = ['compareAtPrice', 'memberPrice', 'deposit', 'grams', 'sku', 'barcode'] as const
  const { key, row } = part.entry
  const summary = names.flatMap((name) => (row[name] ? `${labels[name]} ${row[name]}` : [])).join(' · ')
  return (
    <Fold
      title={t('product.more_prices')}
      set={summary}
      fields={names.flatMap((name) => [name, rowName('variants', key, name)])}
      errors={part.errors}
    >
      <div className="pair">
        {names.map((name) => (
          <Value
            key={name}
            {...part}
            name={name}
            hint={name === 'compareAtPrice' ? t('product.compare_hint') : undefined}
          />
        ))}
      </div>
    </Fold>
  )
}

/** A row for each variant. On phones, each row is a card. */
function Grid({ list, options, currency, errors }: Omit<PartProps, 'entry'> & { options: Entry[]; currency: string }) {
  const { t, say } = useProductTexts()
  const names = ['price', 'compareAtPrice', 'memberPrice', 'deposit', 'grams', 'sku', 'barcode'] as const
  return (
    <div className="variant-grid">
      <p className="soft">{t('product.grid_hint', { currency })}</p>
      {list.rows.map((entry) => {
        const variantName = pairLabel(entry.row.pair ?? '', options, say)
        const isOn = entry.row.isActive === 'on'
        return (
          <fieldset key={entry.key} className={isOn ? 'variant-row' : 'variant-row variant-off'}>
            <legend>{variantName}</legend>
            {names.map((name) => (
              <Value key={name} list={list} entry={entry} name={name} errors={errors} />
            ))}
            <Select
              name="part_tax"
              data-part=""
              label={t('product.variant_tax')}
              value={entry.row.taxClass ?? ''}
              onChange={({ currentTarget }) => list.set(entry.key, { taxClass: currentTarget.value })}
              options={[
                { value: '', label: t('product.same_tax') },
                ...taxClasses.map((name) => ({ value: name, label: t(`tax.${name}`) })),
              ]}
            />
            <label className="check variant-active">
              <input
                type="checkbox"
                name="part_active"
                data-part=""
                checked={isOn}
                onChange={() => list.set(entry.key, { isActive: isOn ? '' : 'on' })}
              />
              {t('product.variant_active')}
            </label>
          </fieldset>
        )
      })}
    </div>
  )
}

interface OptionsProps {
  options: OptionEntry[]
  rows: Entry[]
  write: (rows: Entry[]) => void
  errors: ErrorItem[] | undefined
}

/** The options and their values, in both languages. */
function Options({ options, rows, write, errors }: OptionsProps) {
  const { t } = useProductTexts()
  const addOption = () => {
    const key = newKey('option')
    write([...rows, { key, row: {} }, { key: `${key}:${newKey('value')}`, row: {} }])
  }
  /** Adds a value after the last value of its option. */
  function addValue({ key, values }: OptionEntry) {
    const last = rows.findIndex((row) => row.key === (values.at(-1)?.key ?? key))
    const value = { key: `${key}:${newKey('value')}`, row: {} }
    write([...rows.slice(0, last + 1), value, ...rows.slice(last + 1)])
  }
  const without = (key: string) => rows.filter((row) => row.key !== key && !row.key.startsWith(`${key}:`))
  const change = (key: string, values: Record<string, string>) =>
    write(rows.map((one) => (one.key === key ? { key, row: { ...one.row, ...values } } : one)))
  const isAtVariantLimit = combinationsOf(options).length * 2 > maxVariants
  return (
    <div className="stack">
      {options.map((option, index) => (
        <fieldset key={option.key} className="option-part">
          <legend>{t('product.option', { number: index + 1 })}</legend>
          <NameFields entry={option} change={change} label="product.option_name" errors={errors} />
          {option.values.map((value) => (
            <div key={value.key} className="option-value">
              <NameFields entry={value} change={change} label="product.value_name" errors={errors} />
              {option.values.length > 1 && (
                <button type="button" className="link" onClick={() => write(without(value.key))}>
                  {t('product.remove')}
                </button>
              )}
            </div>
          ))}
          <div className="row">
            <button
              type="button"
              className="button button-quiet"
              disabled={isAtVariantLimit}
              onClick={() => addValue(option)}
            >
              {t('product.add_value')}
            </button>
            <button type="button" className="link" onClick={() => write(without(option.key))}>
              {t('product.remove_option')}
            </button>
          </div>
        </fieldset>
      ))}
      {options.length < maxOptions && (
        <button type="button" className="button button-quiet" onClick={addOption}>
          {t(options.length === 0 ? 'product.add_options' : 'product.add_option')}
        </button>
      )}
    </div>
  )
}

interface NameFieldsProps {
  entry: Entry
  change: (key: string, values: Record<string, string>) => void
  label: 'product.option_name' | 'product.value_name'
  errors: ErrorItem[] | undefined
}

/** The name of an option or of a value. One name is enough, so only the staff member's language shows the error. */
function NameFields({ entry: { key, row }, change, label, errors }: NameFieldsProps) {
  const { t, locale: userLocale } = useProductTexts()
  return (
    <div className="pair">
      {locales.map((locale) => {
        const name = fieldIn('name', locale)
        return (
          <Field
            key={locale}
            name={`part_${name}`}
            data-part=""
            label={t(`${label}_${locale}`)}
            lang={toLang(locale)}
            value={row[name] ?? ''}
            required={false}
            maxLength={60}
            error={locale === userLocale ? messageFor(errors, rowName('options', key, 'name')) : undefined}
            onChange={({ currentTarget }) => change(key, { [name]: currentTarget.value })}
          />
        )
      })}
    </div>
  )
}
