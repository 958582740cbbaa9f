import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { plural } from '#contract/format.ts'
import { fulfilmentMethods, isAddressMethod, isSlotMethod } from '#contract/fulfilment-methods.ts'
import { columns, toLang } from '#contract/languages.ts'
import { methodPageMessages } from '#contract/messages/office-method.ts'
import type { ZoneState } from '#contract/office/owner.ts'
import type { MethodTimes, StoreDetail, StoreMethodRules } from '#contract/office/stores.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { Card, Page } from '../frame/page.tsx'
import { useMethodTexts } from './texts.ts'
import { readWeek, useWrongDay, WeekFields } from './week-fields.tsx'
import './shop.css'

const maxShownSlots = 6
const maxLastOrderMinutes = 720
const daysBefore = [0, 1, 2, 3]

/** Loads a store's rules for one method, and the times for which shoppers can currently order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const [{ stores }, { zones }] = await Promise.all([api.staff.stores(), api.staff.zones()])
  const store = stores.find(({ location }) => location === params.location)
  const rules = store?.rules.find(({ method }) => method.toLowerCase() === params.method)
  if (!store || !rules) throw data(null, { status: 404 })
  const zone = new URL(request.url).searchParams.get('zone')
  const { location } = store
  const times = await api.staff.methodTimes({ location, method: rules.method, ...(zone && { zone }) })
  return {
    store,
    times,
    rules: { ...rules, version: store.version },
    zones: zones.filter((zone) => zone.location === location && zone.isActive),
  }
}

interface Result extends FormResult {
  wrongDay?: number
}

/**
 * Saves the rules of the method. The lead time, the length and capacity of slots, and the days ahead may be empty. The
 * store's values then apply.
 */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const week = form.has('own') ? readWeek(form) : null
  if (typeof week === 'number') return { wrongDay: week }
  const numberOrNull = (name: string) => (textOf(form, name) === '' ? null : Number(textOf(form, name)))
  const time = textOf(form, 'lastOrderTime')
  return attempt(
    api.staff.writeMethodRules({
      location: params.location ?? '',
      // The cast is safe, because the loader has already rejected any other method.
      method: (params.method ?? '').toUpperCase() as StoreMethodRules['method'],
      version: Number(textOf(form, 'version')),
      week,
      leadMinutes: numberOrNull('leadMinutes'),
      slotMinutes: numberOrNull('slotMinutes'),
      slotCapacity: numberOrNull('slotCapacity'),
      daysAhead: numberOrNull('daysAhead'),
      lastOrderMinutes: numberOrNull('lastOrderMinutes') ?? 0,
      lastOrder: time ? { daysBefore: numberOrNull('daysBefore') ?? 0, time } : null,
    }),
  )
}

/** `/office/shop/:location/methods/:method`: hours, last order and slots of one fulfilment method of a store. */
export function Component() {
  const { t, say } = useMethodTexts()
  const { store, rules, times, zones } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const weekError = useWrongDay(result?.wrongDay)
  return (
    <Page
      title={t(`store.${rules.method}`)}
      intro={t('method.intro', { store: say(store.name) })}
      action={<Link to={`/shop/${store.location}`}>{t('method.back')}</Link>}
    >
      <EditForm
        stored={rules}
        result={weekError ? { errors: [weekError] } : result}
        labels={{
          leadMinutes: t('store.lead'),
          slotMinutes: t('store.slot'),
          slotCapacity: t('store.capacity'),
          daysAhead: t('store.days'),
        }}
      >
        {(rules, errors) => (
          <>
            <Card title={t('method.hours')}>
              <div className="own-hours stack">
                <Check
                  name="own"
                  label={t('method.own')}
                  hint={t('method.own_hint')}
                  defaultChecked={rules.week !== null}
                />
                <WeekFields week={rules.week ?? store.week} errors={errors} />
              </div>
            </Card>
            <LastOrder rules={rules} errors={errors} />
            {isSlotMethod(rules.method) && <Slots store={store} rules={rules} errors={errors} />}
          </>
        )}
      </EditForm>
      <AvailableTimes times={times} rules={rules} zones={zones} />
    </Page>
  )
}

interface PartProps {
  rules: StoreMethodRules
  errors: ErrorItem[] | undefined
}

const number = { type: 'number', inputMode: 'numeric' } as const

function LastOrder({ rules: { method, lastOrder, lastOrderMinutes }, errors }: PartProps) {
  const { t } = useMethodTexts()
  const dayText = (count: number) => {
    if (count === 0) return t('method.same_day')
    return count === 1 ? t('method.day_before') : t('method.days_earlier', { count })
  }
  const days = [...new Set([...daysBefore, lastOrder?.daysBefore ?? 0])]
  return (
    <Card title={t('method.last_order')}>
      <div className="pair">
        <Field
          {...number}
          name="lastOrderMinutes"
          label={t('method.before_closing')}
          hint={t('method.before_closing_hint')}
          min={0}
          max={maxLastOrderMinutes}
          defaultValue={lastOrderMinutes}
          errors={errors}
        />
        {isSlotMethod(method) && (
          <>
            <Field
              name="lastOrderTime"
              type="time"
              label={t('method.until')}
              hint={t('method.until_hint')}
              defaultValue={lastOrder?.time ?? ''}
              isOptional
              errors={errors}
            />
            <Select
              name="daysBefore"
              label={t('method.days_before')}
              defaultValue={lastOrder?.daysBefore ?? 0}
              options={days.map((count) => ({ value: String(count), label: dayText(count) }))}
            />
          </>
        )}
      </div>
    </Card>
  )
}

function Slots({ store, rules, errors }: PartProps & { store: StoreDetail }) {
  const { t } = useMethodTexts()
  const fieldProps = { ...number, isOptional: true, errors }
  return (
    <Card title={t('method.slots')}>
      <p className="soft">
        {t('method.slots_hint', {
          lead: store.leadMinutes,
          slot: store.slotMinutes,
          capacity: store.slotCapacity,
          days: store.daysAhead,
        })}
      </p>
      <div className="pair">
        <Field
          {...fieldProps}
          name="leadMinutes"
          label={t('store.lead')}
          min={0}
          defaultValue={rules.leadMinutes ?? ''}
        />
        <Field
          {...fieldProps}
          name="slotMinutes"
          label={t('store.slot')}
          min={5}
          max={240}
          defaultValue={rules.slotMinutes ?? ''}
        />
        <Field
          {...fieldProps}
          name="slotCapacity"
          label={t('store.capacity')}
          min={1}
          defaultValue={rules.slotCapacity ?? ''}
        />
        <Field
          {...fieldProps}
          name="daysAhead"
          label={t('store.days')}
          min={0}
          max={60}
          defaultValue={rules.daysAhead ?? ''}
        />
      </div>
    </Card>
  )
}

const reasonTexts = {
  off: 'method.off',
  hidden: 'method.hidden',
  no_zone: 'method.no_zone',
  paused: 'method.paused',
  closed: 'method.closed',
  last_order: 'method.last_order_passed',
  too_late: 'method.too_late',
  full: 'method.all_full',
} as const

/** The times for which shoppers can currently order by this method, as computed by the server. */
function AvailableTimes({
  times: { now, asap, days, reason, zone },
  rules: { method },
  zones,
}: {
  times: MethodTimes
  rules: StoreMethodRules
  zones: ZoneState[]
}) {
  const { t, say, locale } = useMethodTexts()
  const [, setSearch] = useSearchParams()
  const { revalidate, state } = useRevalidator()
  const format = new Intl.DateTimeFormat(toLang(locale), {
    ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  })
  const dateText = (date: string) => format.format(new Date(`${date}T12:00:00Z`))
  const texts = Object.fromEntries(Object.entries(methodPageMessages).map(([key, row]) => [key, row[columns[locale]]]))
  const isTable = fulfilmentMethods[method].time === 'now'
  return (
    <Card title={t('method.now')}>
      {isAddressMethod(method) && zone && (
        <Select
          name="zone"
          label={t('method.zone')}
          hint={t('method.zone_time', { minutes: zones.find((one) => one.zone === zone)?.extraMinutes ?? 0 })}
          value={zone}
          onChange={({ target }) => setSearch({ zone: target.value }, { replace: true, preventScrollReset: true })}
          options={zones.map(({ zone, name }) => ({ value: zone, label: say(name) }))}
        />
      )}
      <p className="soft">{t('method.clock', { time: now.time, date: dateText(now.date) })}</p>
      <div role="status" className="stack">
        {reason && (
          <p className="state state-off">
            {t(isTable && reason === 'closed' ? 'method.closed_kitchen' : reasonTexts[reason])}
          </p>
        )}
        {!reason && isTable && <p className="state state-good">{t('method.table')}</p>}
        {asap?.until && <p className="state state-good">{t('method.asap', { times: `${asap.time}-${asap.until}` })}</p>}
        {days.map(({ date, slots }) => (
          <div key={date} className="slot-day">
            <p>{dateText(date)}</p>
            <ul className="first-slots">
              {slots.slice(0, maxShownSlots).map(({ time, until, state }) => {
                const times = `${time}-${until}`
                return <li key={time}>{state === 'full' ? t('method.full', { times }) : times}</li>
              })}
              {slots.length > maxShownSlots && (
                <li>{plural(texts, locale, { key: 'method.more', count: slots.length - maxShownSlots })}</li>
              )}
            </ul>
          </div>
        ))}
      </div>
      <div className="row">
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={state !== 'idle' || undefined}
          onClick={() => state === 'idle' && revalidate()}
        >
          {t('method.ask')}
        </button>
      </div>
    </Card>
  )
}
