import { maxQuantity } from '#contract/constants.ts'
import { languages, locales, toLang } from '#contract/languages.ts'
import { maxLeadMinutes } from '#contract/lead-time.ts'
import { toDecimal } from '#contract/money.ts'
import { windowHours } from '#contract/window-hours.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { fieldIn } from '../forms/text-pair.tsx'
import type { RowList } from '../forms/use-rows.tsx'
import { useRows } from '../forms/use-rows.tsx'
import { Fold } from './fold.tsx'
import type { CardProps } from './form.ts'
import type { Entry } from './lists.ts'
import { newKey, windowRows } from './lists.ts'
import { useProductTexts } from './texts.ts'

/** Weekdays in the order of the form, Monday first. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** When and how a product is sold: selling windows, lead time, quantities, deposit, note and customs. */
export function Rules({ product, errors }: CardProps) {
  return (
    <>
      <Windows product={product} errors={errors} />
      <Limits product={product} errors={errors} />
      <Customs product={product} errors={errors} />
    </>
  )
}

/** The times of the week at which the product is sold. */
function Windows({ product, errors }: CardProps) {
  const { t, locale } = useProductTexts()
  const list = useRows('windows', windowRows(product), {
    label: () => t('product.windows'),
    show: (_, value) => value,
  })
  return (
    <Fold
      title={t('product.windows')}
      set={product.windows.map((window) => windowHours(window, locale)).join(' · ')}
      fields={['windows']}
      errors={errors}
    >
      {list.field}
      <p className="soft">{t('product.windows_hint')}</p>
      {list.rows.map((entry) => (
        <Window key={entry.key} list={list} entry={entry} />
      ))}
      <button
        type="button"
        className="button button-quiet"
        onClick={() => list.set(newKey('window'), { from: '11:00', to: '14:00' })}
      >
        {t('product.add_window')}
      </button>
    </Fold>
  )
}

/** Lead time, quantities and prepayment. */
function Limits({ product, errors }: CardProps) {
  const { t } = useProductTexts()
  const { leadMinutes, minQuantity, quantityStep, maxPerOrder, prepayment, currency } = product
  const number = { type: 'number', inputMode: 'numeric', required: false, errors } as const
  const prepaidValue = prepaymentValue(product)
  return (
    <Fold
      title={t('product.limits')}
      set={[
        leadMinutes > 0 && `${t('product.lead')} ${leadMinutes}`,
        minQuantity > 1 && `${t('product.min')} ${minQuantity}`,
        quantityStep > 1 && `${t('product.step')} ${quantityStep}`,
        maxPerOrder && `${t('product.max')} ${maxPerOrder}`,
        prepayment && `${t('product.prepayment')} ${prepaidValue}${'percent' in prepayment ? ' %' : ''}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      fields={['leadMinutes', 'minQuantity', 'quantityStep', 'maxPerOrder', 'prepaymentValue']}
      errors={errors}
    >
      <div className="pair">
        <Field
          {...number}
          name="leadMinutes"
          label={t('product.lead')}
          hint={t('product.lead_hint')}
          min={0}
          max={maxLeadMinutes}
          defaultValue={leadMinutes || ''}
        />
        <Field
          {...number}
          name="minQuantity"
          label={t('product.min')}
          min={1}
          max={maxQuantity}
          defaultValue={minQuantity}
        />
        <Field
          {...number}
          name="quantityStep"
          label={t('product.step')}
          hint={t('product.step_hint')}
          min={1}
          max={maxQuantity}
          defaultValue={quantityStep}
        />
        <Field
          {...number}
          name="maxPerOrder"
          label={t('product.max')}
          min={1}
          max={maxQuantity}
          defaultValue={maxPerOrder ?? ''}
        />
      </div>
      <div className="pair">
        <Select
          name="prepayment"
          label={t('product.prepayment')}
          hint={t('product.prepayment_hint')}
          defaultValue={prepayment ? Object.keys(prepayment)[0] : ''}
          options={[
            { value: '', label: t('product.prepayment_none') },
            { value: 'percent', label: t('product.prepayment_percent') },
            { value: 'amount', label: t('product.prepayment_amount', { currency }) },
          ]}
        />
        <Field
          name="prepaymentValue"
          label={t('product.prepayment_value')}
          inputMode="decimal"
          required={false}
          errors={errors}
          defaultValue={prepaidValue}
        />
      </div>
    </Fold>
  )
}

/** The text for the form's prepayment field: a percentage or an amount. Empty without a prepayment. */
function prepaymentValue({ prepayment, currency }: CardProps['product']) {
  if (!prepayment) return ''
  return 'percent' in prepayment ? prepayment.percent : toDecimal({ ...prepayment, currency })
}

function Customs({ product: { crossBorder, contactRequired, noteAllowed } }: CardProps) {
  const { t } = useProductTexts()
  const summaryParts = [
    noteAllowed && t('product.note'),
    crossBorder && t('product.cross_border'),
    contactRequired && t('product.contact'),
  ]
  return (
    <Fold title={t('product.order_rules')} set={summaryParts.filter(Boolean).join(' · ')}>
      <Check name="noteAllowed" label={t('product.note')} defaultChecked={noteAllowed} />
      <Check
        name="crossBorder"
        label={t('product.cross_border')}
        hint={t('product.cross_border_hint')}
        defaultChecked={crossBorder}
      />
      <Check name="contactRequired" label={t('product.contact')} defaultChecked={contactRequired} />
    </Fold>
  )
}

function Window({ list, entry: { key, row } }: { list: RowList; entry: Entry }) {
  const { t, locale: userLocale } = useProductTexts()
  const days = (row.days ?? '').split(',').filter(Boolean)
  const { from = '', to = '' } = row
  const problem = from && to && to <= from ? t('product.window_wrong') : ''
  const toggle = (day: string) =>
    list.set(key, { days: (days.includes(day) ? days.filter((one) => one !== day) : [...days, day]).sort().join(',') })
  return (
    <div className="window-part stack">
      <div className="pair">
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            name={`part_${name}`}
            data-part=""
            type="time"
            label={t(`product.window_${name}`)}
            value={row[name] ?? ''}
            required={false}
            onChange={({ currentTarget }) => list.set(key, { [name]: currentTarget.value })}
            {...(name === 'to' && {
              ...(problem && { error: problem }),
              ref: (field: HTMLInputElement | null) => field?.setCustomValidity(problem),
            })}
          />
        ))}
        {locales.map((locale) => {
          const name = fieldIn('name', locale)
          return (
            <Field
              key={locale}
              name={`part_${name}`}
              data-part=""
              label={t(`product.window_name_${locale}`)}
              lang={toLang(locale)}
              value={row[name] ?? ''}
              required={false}
              isOptional
              maxLength={60}
              onChange={({ currentTarget }) => list.set(key, { [name]: currentTarget.value })}
            />
          )
        })}
      </div>
      <fieldset className="check-grid">
        <legend>{t('product.window_days')}</legend>
        {weekdays.map((day) => (
          <label key={day} className="check">
            <input
              type="checkbox"
              name="part_day"
              data-part=""
              checked={days.includes(String(day))}
              onChange={() => toggle(String(day))}
            />
            {languages[userLocale].weekdays[day]}
          </label>
        ))}
      </fieldset>
      <button type="button" className="link" onClick={() => list.remove(key)}>
        {t('product.remove')}
      </button>
    </div>
  )
}
