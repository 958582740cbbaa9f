import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { goesTo, isAddressMethod, timedMethods } from '#contract/fulfilment-methods.ts'
import type { StoreDetail } from '#contract/office/stores.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { MapCard, readPoint } from './map-card.tsx'
import { useShopTexts } from './texts.ts'
import { readWeek, useWrongDay, WeekFields } from './week-fields.tsx'
import './shop.css'

const timeZones = ['St_Johns', 'Halifax', 'Toronto', 'Winnipeg', 'Regina', 'Edmonton', 'Vancouver'].map(
  (city) => `America/${city}`,
)
const countries = ['CA', 'US', 'CN'] as const
/** The provinces of Canada. If a store's province is not one of them, the form also offers that province. */
const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']

/** Loads one store. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { stores } = await api.staff.stores()
  const store = stores.find(({ location }) => location === params.location)
  if (!store) throw data(null, { status: 404 })
  return store
}

interface Result extends FormResult {
  wrongDay?: number
  wrongPoint?: 'store.point_wrong' | 'store.point_east'
}

/** Saves the store. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const number = (name: string) => Number(textOf(form, name))
  const week = readWeek(form)
  if (typeof week === 'number') return { wrongDay: week }
  const country = countries.find((code) => code === textOf(form, 'country')) ?? 'CA'
  const point = readPoint(textOf(form, 'latitude'), textOf(form, 'longitude'))
  if (point === 'wrong') return { wrongPoint: 'store.point_wrong' }
  if (point && point.longitude > 0 && country !== 'CN') return { wrongPoint: 'store.point_east' }
  return attempt(
    api.staff.writeStore({
      location: params.location ?? '',
      version: number('version'),
      code: textOf(form, 'code'),
      name: textPairOf(form, 'name'),
      isShown: form.has('isShown'),
      isVirtual: form.has('isVirtual'),
      country,
      point,
      province: textOf(form, 'province'),
      city: textOf(form, 'city'),
      street: textOf(form, 'street'),
      postCode: textOf(form, 'postCode'),
      phone: textOf(form, 'phone'),
      timeZone: textOf(form, 'timeZone'),
      methods: timedMethods.filter((method) => form.has(method)),
      leadMinutes: number('leadMinutes'),
      slotMinutes: number('slotMinutes'),
      slotCapacity: number('slotCapacity'),
      daysAhead: number('daysAhead'),
      cancelMinutes: textOf(form, 'cancelMinutes') === '' ? null : number('cancelMinutes'),
      week,
    }),
  )
}

/** `/office/shop/:location`: name, address, hours, methods and slots of a store. */
export function Component() {
  const { t, say } = useShopTexts()
  const store = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { wrongDay, wrongPoint } = result ?? {}
  const fieldError =
    useWrongDay(wrongDay) ??
    (wrongPoint && { code: 'input.invalid' as const, field: 'longitude', message: t(wrongPoint) })
  return (
    <Page title={say(store.name)} action={<Link to="/shop">{t('store.back')}</Link>}>
      <EditForm stored={store} result={fieldError ? { errors: [fieldError] } : result} labels={labelsOf(t)}>
        {(store, errors) => (
          <>
            <Names store={store} errors={errors} />
            <Address store={store} errors={errors} />
            <MapCard point={store.point} errors={errors} />
            <Methods store={store} />
            <Hours store={store} errors={errors} />
            <Slots store={store} errors={errors} />
          </>
        )}
      </EditForm>
      <HistoryLink subject={store.location} />
    </Page>
  )
}

interface PartProps {
  store: StoreDetail
  errors: ErrorItem[] | undefined
}

type Translate = ReturnType<typeof useShopTexts>['t']

const labelsOf = (t: Translate) => ({
  code: t('store.code'),
  street: t('store.street'),
  city: t('store.city'),
  province: t('store.province'),
  postCode: t('store.post_code'),
  phone: t('store.phone'),
})

function Names({ store: { location, name, code, isShown, isVirtual }, errors }: PartProps) {
  const { t } = useShopTexts()
  return (
    <Card title={t('store.names')}>
      <div className="pair">
        <TextPair
          name="name"
          label={(locale) => t(`store.name_${locale}`)}
          text={name}
          maxLength={80}
          errors={errors}
        />
      </div>
      <Field
        name="code"
        label={t('store.code')}
        hint={t('store.code_hint', { code })}
        defaultValue={code}
        maxLength={6}
        errors={errors}
      />
      <Link to={`/shop/${location}/emails`}>{t('store.emails')}</Link>
      <Check name="isShown" label={t('store.shown')} defaultChecked={isShown} />
      <Check name="isVirtual" label={t('store.virtual')} hint={t('store.virtual_hint')} defaultChecked={isVirtual} />
    </Card>
  )
}

function Address({ store, errors }: PartProps) {
  const { t } = useShopTexts()
  const zones = [...new Set([...timeZones, store.timeZone])]
  return (
    <Card title={t('store.address')}>
      <input type="hidden" name="country" value={store.country} />
      <Field name="street" label={t('store.street')} defaultValue={store.street} maxLength={160} errors={errors} />
      <div className="pair">
        <Field name="city" label={t('store.city')} defaultValue={store.city} maxLength={80} errors={errors} />
        <Select
          name="province"
          label={t('store.province')}
          defaultValue={store.province}
          options={[...new Set([...provinces, store.province])].map((code) => ({ value: code, label: code }))}
          errors={errors}
        />
        <Field
          name="postCode"
          label={t('store.post_code')}
          defaultValue={store.postCode}
          maxLength={12}
          errors={errors}
        />
        <Field
          name="phone"
          type="tel"
          label={t('store.phone')}
          defaultValue={store.phone}
          maxLength={40}
          isOptional
          errors={errors}
        />
      </div>
      <Select
        name="timeZone"
        label={t('store.time_zone')}
        defaultValue={store.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replace('America/', '').replace('_', ' ') }))}
      />
    </Card>
  )
}

function Methods({ store: { methods, rules, location } }: { store: StoreDetail }) {
  const { t } = useShopTexts()
  return (
    <Card title={t('store.ways')}>
      {rules.map(({ method, week, lastOrderMinutes }) => (
        <div key={method} className="store-way">
          <Check
            name={method}
            label={t(`store.${method}`)}
            hint={isAddressMethod(method) ? t('store.DELIVERY_hint') : undefined}
            defaultChecked={methods.includes(method)}
          />
          <p className="soft">
            {t(week ? 'store.own_hours' : 'store.same_hours')}
            {lastOrderMinutes > 0 && ` · ${t('store.last_order', { minutes: lastOrderMinutes })}`}
          </p>
          <p className="row">
            <Link
              to={`/shop/${location}/methods/${method.toLowerCase()}`}
              aria-label={`${t('store.rules')}: ${t(`store.${method}`)}`}
            >
              {t('store.rules')}
            </Link>
            {isAddressMethod(method) && <Link to={`/shop/${location}/zones`}>{t('store.zones')}</Link>}
            {goesTo(method, 'table') && <Link to={`/tables/${location}`}>{t('store.tables')}</Link>}
          </p>
        </div>
      ))}
    </Card>
  )
}

function Hours({ store: { week, location }, errors }: PartProps) {
  const { t } = useShopTexts()
  return (
    <Card title={t('store.hours')}>
      <Link to={`/shop/${location}/days`}>{t('store.days_off')}</Link>
      <WeekFields week={week} errors={errors} />
    </Card>
  )
}

function Slots({ store, errors }: PartProps) {
  const { t } = useShopTexts()
  const number = { type: 'number', inputMode: 'numeric', errors } as const
  return (
    <Card title={t('store.slots')}>
      <div className="pair">
        <Field {...number} name="leadMinutes" label={t('store.lead')} min={0} defaultValue={store.leadMinutes} />
        <Field
          {...number}
          name="slotMinutes"
          label={t('store.slot')}
          min={5}
          max={240}
          defaultValue={store.slotMinutes}
        />
        <Field {...number} name="slotCapacity" label={t('store.capacity')} min={1} defaultValue={store.slotCapacity} />
        <Field {...number} name="daysAhead" label={t('store.days')} min={0} max={60} defaultValue={store.daysAhead} />
        <Field
          {...number}
          name="cancelMinutes"
          label={t('store.cancel')}
          hint={t('store.cancel_hint')}
          min={0}
          max={1440}
          defaultValue={store.cancelMinutes ?? ''}
          isOptional
        />
      </div>
    </Card>
  )
}
