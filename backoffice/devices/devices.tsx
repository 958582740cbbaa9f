import { Form, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { CounterDevice } from '#contract/office/devices.ts'
import { deviceScreens, mayAt } from '#contract/rights.ts'
import { Check } from '#ui/check.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { useFrame } from '../core/me.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { useDeviceTexts } from './texts.ts'

/** Loads the counter devices. */
export const loader = () => api.devices.list()

/** Adds or removes a device. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent, device = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'end') return { ...(await attempt(api.devices.end({ device }))), added: null }
  const name = textOf(form, 'name')
  const screens = deviceScreens.filter((screen) => form.has(screen))
  const { done, errors } = await attempt(api.devices.add({ location: textOf(form, 'location'), name, screens }))
  // The code is in the fragment, which no server logs.
  const link = done && `${location.origin}/office/counter#${done.code}`
  return { errors, added: done && link ? { name, link, until: done.until } : null }
}

/** `/office/devices`: the counter devices of the staff member's stores. */
export function Component() {
  const { me } = useFrame()
  const { t } = useDeviceTexts()
  const { devices } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const stores = me.stores.filter(({ id }) => mayAt(me.roles, 'staff.write', id))
  return (
    <Page title={t('device.title')} intro={t('device.intro')}>
      {result?.added && <Added {...result.added} />}
      {devices.length === 0 ? (
        <Empty title={t('device.empty')}>{t('device.empty_help')}</Empty>
      ) : (
        <ul className="rows card">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {stores.length > 0 && <AddForm key={result?.added?.link} stores={stores} errors={result?.errors} />}
    </Page>
  )
}

function DeviceRow({ device }: { device: CounterDevice }) {
  const { me } = useFrame()
  const { t, say, when } = useDeviceTexts()
  const { id, name, location, screens, isEnrolled, until, lastSeen, by } = device
  const store = say(me.stores.find((one) => one.id === location)?.name) || location
  return (
    <li className="row-item">
      <div>
        <strong>
          {name} · {store}
        </strong>
        <p>{screens.map((screen) => t(`device.screen_${screen}`)).join(' / ')}</p>
        <p className="soft">
          {isEnrolled && lastSeen
            ? t('device.seen', { date: when(lastSeen) })
            : t('device.waiting', { date: when(until) })}{' '}
          · {t('device.added_by', { name: by })}
        </p>
      </div>
      {mayAt(me.roles, 'staff.write', location) && (
        <Form method="post">
          <SendButton intent={`end ${id}`} className="button-quiet" label={`${t('device.end')}: ${name}`}>
            {t('device.end')}
          </SendButton>
        </Form>
      )}
    </li>
  )
}

function Added({ name, link, until }: { name: string; link: string; until: string }) {
  const { t, when } = useDeviceTexts()
  return (
    <section className="card invited" role="status">
      <div className="stack">
        <h2>{t('device.link', { name })}</h2>
        <p>{t('device.link_help', { date: when(until) })}</p>
        <p className="code-line">{link}</p>
        <CopyButton text={link} label={t('device.copy_link')} className="button" />
      </div>
      <div className="qr" role="img" aria-label={t('device.qr')}>
        <QrSquares text={link} />
      </div>
    </section>
  )
}

interface AddFormProps {
  stores: ReturnType<typeof useFrame>['me']['stores']
  errors: ErrorItem[] | undefined
}

function AddForm({ stores, errors }: AddFormProps) {
  const { t, say } = useDeviceTexts()
  const labels = { name: t('device.name'), screens: t('device.screens') }
  return (
    <Card title={t('device.add')}>
      <Form method="post" className="stack">
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={labels} />
        <Field
          data-shortcut="n"
          name="name"
          label={labels.name}
          hint={t('device.name_hint')}
          maxLength={60}
          errors={errors}
        />
        <Select
          name="location"
          label={t('device.store')}
          options={stores.map(({ id, name }) => ({ value: id, label: say(name) }))}
        />
        <fieldset className="stack">
          <legend>{labels.screens}</legend>
          {deviceScreens.map((screen) => (
            <Check
              key={screen}
              name={screen}
              label={t(`device.screen_${screen}`)}
              defaultChecked={screen === 'orders' || screen === 'handover'}
            />
          ))}
        </fieldset>
        <SendButton intent="add">{t('device.add_button')}</SendButton>
      </Form>
    </Card>
  )
}
