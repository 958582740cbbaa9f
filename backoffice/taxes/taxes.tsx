import type { ComponentProps } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLoaderData } from 'react-router'
import type { Method } from '#contract/checkout.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { keysOf } from '#contract/object-keys.ts'
import type { TaxRow } from '#contract/office/owner.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Card, Page } from '../frame/page.tsx'
import { changedValues, loadedName } from './changed-values.ts'
import { readPercent, readPercents } from './percent.ts'
import { useTaxTexts } from './texts.ts'

type TaxName = TaxRow['tax']
/** The taxes whose registration numbers are printed on receipts. HST has the same registration number as GST. */
const registrationTaxes: TaxName[] = ['GST', 'QST', 'PST', 'RST']
const taxNames: TaxName[] = ['GST', 'HST', 'QST', 'PST', 'RST', 'LCT']
/**
 * The tax classes for which staff set a rate. `baked_single` has no rate, because a bill taxes such goods as `prepared`
 * or `zero_rated`. Which one depends on how many pieces are on the bill, and whether guests eat them at the store.
 */
const taxClasses: TaxClass[] = ['prepared', 'snack', 'standard', 'alcohol', 'zero_rated']
const tippedMethods: Method[] = ['PICKUP', 'DELIVERY', 'EAT_IN']

/** Loads the seller, the taxes of the stores' provinces, and the tips. */
export async function loader() {
  const [seller, { taxes, inForce }, { tips }, { stores }] = await Promise.all([
    api.staff.seller(),
    api.staff.taxes(),
    api.staff.tips(),
    api.staff.stores(),
  ])
  const provinces = new Set(stores.map(({ province }) => province))
  return {
    seller,
    taxes,
    tips,
    inForce: inForce.filter(({ province }) => provinces.has(province)),
    provinces: [...new Set(inForce.map(({ province }) => province))],
  }
}

interface Result {
  saved?: string
  errors?: ErrorItem[]
  wrong?: string[]
}

/** Saves the seller, a tax rate or the tips. */
export async function action({ request }: { request: Request }): Promise<Result> {
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'rate') return writeRate(form)
  if (intent === 'tips') return writeTips(form)
  const seller = { ...changedValues(form, ['name']), registrations: changedValues(form, registrationTaxes) }
  return resultOf(intent, await attempt(api.staff.writeSeller(seller)))
}

const resultOf = (saved: string, { errors }: { errors?: ErrorItem[] | undefined }): Result =>
  errors ? { errors } : { saved }

async function writeRate(form: FormData): Promise<Result> {
  const rate = readPercent(textOf(form, 'percent'))
  const ratedClasses = taxClasses.filter((name) => form.has(`goods_${name}`))
  const wrong = [...(rate === null ? ['percent'] : []), ...(ratedClasses.length === 0 ? ['goods'] : [])]
  if (rate === null || wrong.length > 0) return { wrong }
  const tax = taxNames.find((name) => name === textOf(form, 'tax')) ?? 'GST'
  const percent = Object.fromEntries(ratedClasses.map((name) => [name, rate]))
  const row = { province: textOf(form, 'province'), tax, from: textOf(form, 'from'), percent }
  return resultOf('rate', await attempt(api.staff.writeTax(row)))
}

async function writeTips(form: FormData): Promise<Result> {
  const changed = changedValues(form, tippedMethods)
  const tips = keysOf(changed).map((method) => ({ method, percents: readPercents(changed[method] ?? '') }))
  const wrong = tips.flatMap(({ method, percents }) => (percents ? [] : [method]))
  if (wrong.length > 0) return { wrong }
  for (const { method, percents } of tips) {
    const { errors } = await attempt(api.staff.writeTips({ method, percents: percents ?? [] }))
    if (errors) return { errors }
  }
  return { saved: 'tips' }
}

/** `/office/taxes`: the seller on receipts, tax rates and tips. */
export function Component() {
  const { t } = useTaxTexts()
  const result = useFormResult<typeof action>()
  const describeWrong = (field: string) => {
    if (field === 'percent') return t('taxes.percent_wrong')
    return field === 'goods' ? t('taxes.no_goods') : t('tips.wrong')
  }
  const wrong = (result?.wrong ?? []).map((field) => ({
    code: 'input.invalid' as const,
    field,
    message: describeWrong(field),
  }))
  const errors = wrong.length > 0 ? wrong : result?.errors
  const parts = { errors, saved: result?.saved }
  return (
    <Page title={t('taxes.title')} action={<Link to="/shop">{t('office.shop')}</Link>}>
      <ErrorSummary errors={errors} result={result} title={t('office.check_form')} labels={{}} />
      <SellerCard {...parts} />
      <Rates />
      <CustomRates {...parts} />
      <Tips {...parts} />
    </Page>
  )
}

interface PartProps {
  errors: ErrorItem[] | undefined
  saved: string | undefined
}

function Save({ intent, saved }: { intent: string; saved: string | undefined }) {
  const { t } = useTaxTexts()
  return (
    <div className="row">
      <SendButton intent={intent}>{t('office.save')}</SendButton>
      {saved === intent && <Done>{t('office.saved')}</Done>}
    </div>
  )
}

/**
 * A field for a stored text. A hidden field contains the text that the page loaded, so that `changedValues` can tell
 * whether the staff member changed the visible field. If the page later loads a colleague's newer text, neither field
 * changes, so an unchanged field still counts as unchanged. If the page loads a text that equals the visible text, for
 * example after a save, the hidden field gets this text.
 */
function StoredField({ name, defaultValue, ...props }: ComponentProps<typeof Field> & { name: string }) {
  const input = useRef<HTMLInputElement>(null)
  const stored = String(defaultValue ?? '')
  const [loaded, setLoaded] = useState(stored)
  useEffect(() => {
    if (input.current?.value === stored) setLoaded(stored)
  }, [stored])
  return (
    <>
      <Field name={name} defaultValue={defaultValue} ref={input} {...props} />
      <input type="hidden" name={loadedName(name)} value={loaded} />
    </>
  )
}

function SellerCard({ errors, saved }: PartProps) {
  const { t } = useTaxTexts()
  const { seller } = useLoaderData<typeof loader>()
  const optional = { isOptional: true, maxLength: 40, errors, autoComplete: 'off' } as const
  return (
    <Card title={t('taxes.seller')}>
      <Form method="post" className="stack">
        <StoredField
          {...optional}
          name="name"
          label={t('taxes.seller_name')}
          hint={t('taxes.seller_hint')}
          defaultValue={seller.name}
          maxLength={120}
        />
        <p className="soft">{t('taxes.number_hint')}</p>
        <div className="pair">
          {registrationTaxes.map((tax) => (
            <StoredField
              key={tax}
              {...optional}
              name={tax}
              label={t('taxes.number', { tax: tax === 'GST' ? 'GST/HST' : tax })}
              hint={tax === 'GST' ? t('taxes.GST_hint') : undefined}
              defaultValue={seller.registrations[tax] ?? ''}
            />
          ))}
        </div>
        <Save intent="seller" saved={saved} />
      </Form>
    </Card>
  )
}

function Rates() {
  const { t } = useTaxTexts()
  const { inForce } = useLoaderData<typeof loader>()
  return (
    <Card title={t('taxes.rates')}>
      <p className="soft">{t('taxes.rates_intro')}</p>
      <ul className="rows">
        {inForce.map((row) => (
          <Rate key={row.province + row.tax} row={row} />
        ))}
      </ul>
    </Card>
  )
}

/** A tax of a province: each rate with the tax classes that it applies to. */
function Rate({ row: { province, tax, percent }, from }: { row: TaxRow; from?: string }) {
  const { t } = useTaxTexts()
  const rates = [...new Set(Object.values(percent))].sort((one, other) => other - one)
  return (
    <li className="row-item">
      <div>
        <strong>
          {province} · {tax}
        </strong>
        {from && <p className="soft">{t('taxes.from', { date: from })}</p>}
        {rates.map((rate) => (
          <p key={rate} className="soft">
            {rate}%:{' '}
            {keysOf(percent)
              .filter((name) => percent[name] === rate)
              .map((name) => t(`tax.${name}`))
              .join(' · ')}
          </p>
        ))}
      </div>
    </li>
  )
}

function CustomRates({ errors, saved }: PartProps) {
  const { t } = useTaxTexts()
  const { taxes, provinces, inForce } = useLoaderData<typeof loader>()
  const goodsError = errors?.find(({ field }) => field === 'goods')?.message
  const toOptions = (names: string[]) => names.map((name) => ({ value: name, label: name }))
  return (
    <Card title={t('taxes.own')}>
      {taxes.length === 0 && <p className="soft">{t('taxes.own_none')}</p>}
      <ul className="rows">
        {taxes.map((row) => (
          <Rate key={row.province + row.tax + row.from} row={row} from={row.from} />
        ))}
      </ul>
      <details open={errors?.some(({ field }) => field === 'percent' || field === 'goods') || undefined}>
        <summary>{t('taxes.add')}</summary>
        <Form method="post" className="stack">
          <p className="soft">{t('taxes.add_hint')}</p>
          <div className="pair">
            <Select
              name="province"
              label={t('taxes.province')}
              defaultValue={inForce[0]?.province}
              options={toOptions(provinces)}
            />
            <Select name="tax" label={t('taxes.tax')} options={toOptions(taxNames)} />
            <Field name="from" type="date" label={t('taxes.from_day')} errors={errors} />
            <Field name="percent" inputMode="decimal" maxLength={8} label={t('taxes.percent')} errors={errors} />
          </div>
          <fieldset className="stack">
            <legend>{t('taxes.goods')}</legend>
            {taxClasses.map((name) => (
              <Check key={name} name={`goods_${name}`} label={t(`tax.${name}`)} />
            ))}
            {goodsError && <p className="field-error">{goodsError}</p>}
          </fieldset>
          <Save intent="rate" saved={saved} />
        </Form>
      </details>
    </Card>
  )
}

function Tips({ errors, saved }: PartProps) {
  const { t } = useTaxTexts()
  const { tips } = useLoaderData<typeof loader>()
  return (
    <Card title={t('tips.title')}>
      <Form method="post" className="stack">
        <p className="soft">{t('tips.hint')}</p>
        <div className="pair">
          {tippedMethods.map((method) => (
            <StoredField
              key={method}
              name={method}
              label={t(`method.${method}`)}
              defaultValue={(tips[method] ?? []).join(', ')}
              isOptional
              maxLength={40}
              errors={errors}
            />
          ))}
        </div>
        <Save intent="tips" saved={saved} />
      </Form>
    </Card>
  )
}
