import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { noText } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { ZoneState } from '#contract/office/owner.ts'
import { Field } from '#ui/field.tsx'
import { addOnce } from '../core/add-once.ts'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { redirectAfterSave } from '../forms/draft.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import type { RowError } from './fee-rows.ts'
import { readFees } from './fee-rows.ts'
import { useZoneTexts } from './texts.ts'
import type { AreaError } from './zone-area.tsx'
import { AreaFields, readArea } from './zone-area.tsx'
import { loadZones } from './zones.tsx'

/** The minimum number of rows for fee steps. A zone with more steps shows all of them. */
const minSteps = 3

/** Loads a zone of the store, or an empty one for `new`. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { store, zones, currency, hasPositions } = await loadZones(params.location)
  const isNew = params.zone === 'new'
  const zone = isNew ? newZone(store.location, zones.length) : zones.find(({ zone }) => zone === params.zone)
  if (!zone) throw data(null, { status: 404 })
  return { zone, isNew, currency, store, hasPositions }
}

function newZone(location: string, position: number): ZoneState {
  return {
    zone: 'new',
    location,
    position,
    version: 0,
    isActive: true,
    name: noText,
    minimum: 0,
    extraMinutes: 0,
    area: { kind: 'postal' as const, prefixes: [] },
    fees: [],
    distanceFees: [],
  }
}

interface Result {
  errors?: ErrorItem[]
  wrongArea?: AreaError
  wrongRows?: RowError[]
}

/** Saves the zone. If the server rejects the zone, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const areaResult = readArea(form)
  if ('wrong' in areaResult) return { wrongArea: areaResult.wrong }
  const fees = readFees(form, textOf(form, 'currency'))
  if ('wrong' in fees) return { wrongRows: fees.wrong }
  const position = Number(textOf(form, 'position'))
  const zone = {
    location: params.location ?? '',
    name: textPairOf(form, 'name'),
    area: areaResult.area,
    ...fees,
    extraMinutes: Number(textOf(form, 'extraMinutes')),
  }
  // `zone` does not contain the position, because `addOnce` must recognize the zone when staff save it again after a
  // lost response. If the server has added the zone, the form then proposes the next position.
  const add = ({ submission, ...added }: typeof zone & { submission: string }) =>
    api.staff.writeZone({ ...added, zone: `zone-${submission.slice(0, 8)}`, position })
  const version = Number(textOf(form, 'version'))
  const change = () => api.staff.writeZone({ ...zone, zone: params.zone ?? '', version, position })
  const { errors } = await attempt(params.zone === 'new' ? addOnce('zone', zone, add) : change())
  if (!errors) throw redirectAfterSave(`/shop/${params.location}/zones`)
  return { errors }
}

/** `/office/shop/:location/zones/:zone`: a delivery zone. With `new` as the zone, staff add a zone. */
export function Component() {
  const { t, say } = useZoneTexts()
  const { zone, isNew } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const errors = useErrors(result)
  return (
    <Page
      title={isNew ? t('zone.new') : say(zone.name)}
      action={<Link to={`/shop/${zone.location}/zones`}>{t('zones.all')}</Link>}
    >
      {!zone.isActive && <p className="alert alert-note">{t('zone.is_stopped')}</p>}
      <EditForm stored={zone} result={errors && { errors }} labels={{ name: t('zone.names') }}>
        {(zone, errors) => <Fields zone={zone} errors={errors} />}
      </EditForm>
    </Page>
  )
}

function useErrors(result: Result | undefined): ErrorItem[] | undefined {
  const { t } = useZoneTexts()
  const { wrongArea, wrongRows, errors } = result ?? {}
  const toErrorItem = (field: string, message: string): ErrorItem => ({ code: 'input.invalid', field, message })
  if (wrongArea) return [toErrorItem(wrongArea.field, t(wrongArea.message, { text: wrongArea.text }))]
  if (wrongRows) return wrongRows.map(({ field, message }) => toErrorItem(field, t(message)))
  // The form has one field for all prefixes.
  return errors?.map((error) => (error.field?.startsWith('area.prefixes') ? { ...error, field: 'prefixes' } : error))
}

function Fields({ zone, errors }: { zone: ZoneState; errors: ErrorItem[] | undefined }) {
  const { t } = useZoneTexts()
  const { currency, store, hasPositions } = useLoaderData<typeof loader>()
  const { fees, distanceFees, minimum } = zone
  const decimal = (amount: number | undefined) => (amount === undefined ? '' : toDecimal({ amount, currency }))
  const optional = { isOptional: true, maxLength: 12, inputMode: 'decimal', errors } as const
  const steps = Array.from({ length: Math.max(minSteps, fees.length) }, (_, step) => fees[step])
  const distances = Array.from({ length: Math.max(minSteps, distanceFees.length) }, (_, step) => distanceFees[step])
  const hasDistanceFees = (hasPositions && store.point !== null) || distanceFees.length > 0
  const number = { type: 'number', inputMode: 'numeric', min: 0, errors } as const
  return (
    <>
      <input type="hidden" name="currency" value={currency} />
      <Card title={t('zone.names')}>
        <div className="pair">
          <TextPair name="name" label={(locale) => t(`zone.name_${locale}`)} text={zone.name} maxLength={80} />
        </div>
      </Card>
      <AreaFields area={zone.area} hasPositions={hasPositions} hasPlace={store.point !== null} errors={errors} />
      <Card title={t('zone.fees')}>
        <p className="soft">{t('zone.fees_hint')}</p>
        {[...steps.entries()].map(([row, step]) => (
          <div className="pair" key={row}>
            <Field
              {...optional}
              name={`from_${row}`}
              label={`${t('zone.from')} (${currency})`}
              defaultValue={decimal(step?.from)}
            />
            <Field
              {...optional}
              name={`fee_${row}`}
              label={`${t('zone.fee')} (${currency})`}
              defaultValue={decimal(step?.fee)}
            />
          </div>
        ))}
        <div className="pair">
          <Field
            {...optional}
            name="minimum"
            label={`${t('zone.smallest')} (${currency})`}
            defaultValue={minimum > 0 ? decimal(minimum) : ''}
          />
          <Field {...number} name="extraMinutes" label={t('zone.extra')} max={600} defaultValue={zone.extraMinutes} />
          <Field
            {...number}
            name="position"
            label={t('zone.position')}
            hint={t('zone.position_hint')}
            max={1000}
            defaultValue={zone.position}
          />
        </div>
      </Card>
      {hasDistanceFees && (
        <Card title={t('zone.distance')}>
          <p className="soft">{t('zone.distance_hint')}</p>
          {[...distances.entries()].map(([row, step]) => (
            <div className="pair" key={row}>
              <Field {...optional} name={`upTo_${row}`} label={t('zone.up_to')} defaultValue={step?.upToKm} />
              <Field
                {...optional}
                name={`added_${row}`}
                label={`${t('zone.added')} (${currency})`}
                defaultValue={decimal(step?.fee)}
              />
            </div>
          ))}
        </Card>
      )}
    </>
  )
}
