import type { LoaderFunctionArgs } from 'react-router'
import { data, Form, Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'
import type { ZoneAnswer, ZoneState } from '#contract/office/owner.ts'
import { Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { readAmount } from '../forms/amount.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { findOverlaps } from './postal-area.ts'
import { useZoneTexts } from './texts.ts'

/** Loads a store with its zones, and the currency of the fees. */
export async function loadZones(location: string | undefined) {
  const [{ stores }, { zones, positions }, { baseCurrency }] = await Promise.all([
    api.staff.stores(),
    api.staff.zones(),
    api.staff.exchangeRates(),
  ])
  const store = stores.find((store) => store.location === location)
  if (!store) throw data(null, { status: 404 })
  return {
    store,
    zones: zones.filter((zone) => zone.location === location),
    currency: baseCurrency,
    hasPositions: positions.includes(store.country),
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => loadZones(params.location)

interface Result {
  answer?: ZoneAnswer
  asked?: string
  errors?: ErrorItem[]
  isValueWrong?: boolean
}

/** Stops deliveries to a zone or starts them again, or finds the zone of a postal code. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const location = params.location ?? ''
  const [intent, zone = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'stop' || intent === 'start') {
    const activate = intent === 'stop' ? api.staff.stopZone : api.staff.startZone
    const { errors } = await attempt(activate({ zone, location }))
    return { errors: errors ?? [] }
  }
  const subtotal = readAmount(textOf(form, 'value'), textOf(form, 'currency'))
  if (subtotal === null) return { isValueWrong: true }
  const postCode = textOf(form, 'postCode')
  const { done, errors } = await attempt(api.staff.zoneAt({ location, postCode, subtotal }))
  return done ? { answer: done, asked: postCode } : { errors: errors ?? [] }
}

/** `/office/shop/:location/zones`: the delivery zones of a store. */
export function Component() {
  const { t, say } = useZoneTexts()
  const { store, zones } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const active = zones.filter(({ isActive }) => isActive)
  const offersDelivery = store.methods.includes('DELIVERY')
  return (
    <Page
      title={t('zones.title')}
      intro={t('zones.intro', { store: say(store.name) })}
      action={<Link to={`/shop/${store.location}`}>{t('zones.back')}</Link>}
    >
      {result?.errors?.map(({ code, message }) => (
        <p key={code} className="alert" role="alert">
          {message}
        </p>
      ))}
      {!offersDelivery && <p className="alert alert-note">{t('zones.delivery_off')}</p>}
      {offersDelivery && active.length === 0 && <p className="alert">{t('zones.nobody')}</p>}
      <Overlaps zones={active} />
      <div className="row">
        <Link className="button" to={`/shop/${store.location}/zones/new`} data-shortcut="n">
          {t('zones.add')}
        </Link>
      </div>
      <Card title={t('zones.all')}>
        {zones.length === 0 ? (
          <Empty title={t('zones.none')}>{t('zones.none_help')}</Empty>
        ) : (
          <ul className="rows">
            {zones.map((zone) => (
              <Zone key={zone.zone} zone={zone} />
            ))}
          </ul>
        )}
      </Card>
      {active.length > 0 && <ZoneTest result={result} />}
    </Page>
  )
}

/** Warns about zones that cover the same postal code. */
function Overlaps({ zones }: { zones: ZoneState[] }) {
  const { t, say } = useZoneTexts()
  const postal = zones.flatMap(({ area, name }) =>
    area.kind === 'postal' ? [{ zone: say(name), prefixes: area.prefixes }] : [],
  )
  return findOverlaps(postal).map(({ prefix, first, second }) => (
    <p key={first + second} className="alert alert-note">
      {t('zones.overlap', { prefix, first, second, winner: t('zones.winner', { zone: first }) })}
    </p>
  ))
}

function Zone({ zone }: { zone: ZoneState }) {
  const { t, say } = useZoneTexts()
  const { store, hasPositions } = useLoaderData<typeof loader>()
  const needsPlace = zone.area.kind === 'radius' && store.point === null
  const coversNoAddress = zone.area.kind !== 'postal' && (needsPlace || !hasPositions)
  const name = say(zone.name)
  const activation = zone.isActive ? 'stop' : 'start'
  return (
    <li className="row-item">
      <div>
        <strong>{name}</strong>
        <p className="soft">{useAreaText(zone)}</p>
        <p className="soft">{useFeeText(zone)}</p>
        {coversNoAddress && (
          <p className="state state-off">{t(hasPositions ? 'zone.no_place' : 'zones.covers_nobody')}</p>
        )}
        {!zone.isActive && <p className="state state-off">{t('zones.stopped')}</p>}
      </div>
      <Form method="post" className="row">
        <Link
          className="button button-quiet"
          to={`/shop/${zone.location}/zones/${zone.zone}`}
          aria-label={`${t('office.change')}: ${name}`}
        >
          {t('office.change')}
        </Link>
        <SendButton
          intent={`${activation} ${zone.zone}`}
          className="button-quiet"
          label={`${t(`zones.${activation}`)}: ${name}`}
        >
          {t(`zones.${activation}`)}
        </SendButton>
      </Form>
    </li>
  )
}

function useAreaText({ area }: ZoneState): string {
  const { t } = useZoneTexts()
  if (area.kind === 'postal') return t('zones.codes', { codes: area.prefixes.join(', ') })
  if (area.kind === 'radius') return t('zones.radius', { km: area.km })
  return t('zones.polygon', { count: area.corners.length })
}

function useFeeText({ fees, minimum }: ZoneState): string {
  const { t, locale } = useZoneTexts()
  const { currency } = useLoaderData<typeof loader>()
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const steps = fees
    .toSorted((one, other) => one.from - other.from)
    .map(({ from: written, fee }, index) => {
      // The server also applies the lowest step to smaller subtotals, so its text does not name its amount.
      const from = index === 0 ? 0 : written
      if (fee === 0 && from > 0) return t('zones.free_from', { value: money(from) })
      return from > 0
        ? t('zones.fee_from', { fee: money(fee), value: money(from) })
        : t('zones.fee', { fee: money(fee) })
    })
  return [...steps, ...(minimum > 0 ? [t('zones.minimum', { value: money(minimum) })] : [])].join(' · ')
}

/** A form that finds the zone of a postal code. */
function ZoneTest({ result }: { result: Result | undefined }) {
  const { t } = useZoneTexts()
  const { currency } = useLoaderData<typeof loader>()
  return (
    <Card title={t('zone.test')}>
      <Form method="post" className="stack">
        <input type="hidden" name="currency" value={currency} />
        <div className="pair">
          <Field name="postCode" label={t('zone.code')} maxLength={12} autoComplete="off" />
          <Field
            name="value"
            label={`${t('zone.value')} (${currency})`}
            defaultValue="30.00"
            inputMode="decimal"
            maxLength={12}
            error={result?.isValueWrong ? t('zone.amount_wrong') : undefined}
          />
        </div>
        <div className="row">
          <SendButton intent="ask" className="button-quiet">
            {t('zone.ask')}
          </SendButton>
        </div>
      </Form>
      {result?.answer && <ZoneTestResult answer={result.answer} />}
    </Card>
  )
}

function ZoneTestResult({ answer }: { answer: ZoneAnswer }) {
  const { t, say, locale } = useZoneTexts()
  const { zones, currency } = useLoaderData<typeof loader>()
  const money = (amount: number) => formatMoney({ amount, currency }, locale)
  const matchedZone = zones.find(({ zone }) => zone === answer.zone)
  if (!answer.isPostCode || !matchedZone) {
    return (
      <p className="state state-off" role="status">
        {t(answer.isPostCode ? 'zone.answer_none' : 'zone.no_code')}
      </p>
    )
  }
  const fee = answer.fee > 0 ? money(answer.fee) : t('zone.answer_free')
  return (
    <div role="status">
      <p className="state state-good">{t('zone.answer', { zone: say(matchedZone.name), fee })}</p>
      {answer.minimum > 0 && <p className="soft">{t('zone.answer_minimum', { value: money(answer.minimum) })}</p>}
      {answer.fee > 0 && answer.freeFrom !== null && (
        <p className="soft">{t('zone.answer_free_from', { value: money(answer.freeFrom) })}</p>
      )}
    </div>
  )
}
