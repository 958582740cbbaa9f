import { Form } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { fulfilmentMethods } from '#contract/fulfilment-methods.ts'
import { toInstant } from '#contract/hours.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetail, Tracking } from '#contract/orders.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { textOf } from '../core/attempt.ts'
import { openAmount } from './open-amount.ts'
import type { Step } from './steps.ts'
import { nextStep } from './steps.ts'
import { useOrderTexts } from './texts.ts'

/** The numbers of minutes that staff can choose when they promise a time. */
const minuteChoices = [10, 20, 30, 45, 60, 90]

interface FormProps {
  order: OrderDetail
  errors?: ErrorItem[] | undefined
}

/**
 * The button that takes the order's next step. Staff can promise a time when they accept an order. When they send a
 * parcel, they can enter its carrier and its tracking number.
 */
export function StepForm({ order, step, errors }: FormProps & { step: Step }) {
  const { t, locale } = useOrderTexts()
  const open = openAmount(order)
  const isParcel = fulfilmentMethods[order.method].time === 'days'
  if (step === 'accept' && !isParcel) {
    return (
      <Form method="post" className="search-row">
        <MinutesSelect order={order} none={t('order.as_ordered')} />
        <SendButton intent={step}>{t('order.accept')}</SendButton>
      </Form>
    )
  }
  const name = nextStep(order) ?? step
  return (
    <Form method="post" className="stack">
      {step === 'sendOut' && isParcel && (
        <ParcelFields order={order} errors={errors} hint={t('order.parcel_mailed')} isOptional />
      )}
      <SendButton intent={step}>
        {name === 'handOver' && open.amount > 0
          ? t('order.hand_over_due', { amount: formatMoney(open, locale) })
          : t(`order.${name}`)}
      </SendButton>
    </Form>
  )
}

/** A select field for the time that staff promise. `none` is the label of the option that promises no time. */
function MinutesSelect({ order: { promisedAt, slot, timeZone }, none }: FormProps & { none?: string }) {
  const { t } = useOrderTexts()
  const slotStart = slot?.time ? toInstant(slot.date, slot.time, timeZone) : null
  const due = promisedAt ? new Date(promisedAt) : slotStart
  // The server counts from now if the order has no time or if its time has passed.
  const text = due && due > new Date() ? 'order.minutes_later' : 'order.in_minutes'
  return (
    <Select
      name="byMinutes"
      label={t('order.promise')}
      placeholder={none}
      options={minuteChoices.map((minutes) => ({ value: String(minutes), label: t(text, { minutes }) }))}
    />
  )
}

/** Parses the promised time. Empty if the form promises none. */
export function readPromise(form: FormData): { byMinutes?: number } {
  const minutes = Number(textOf(form, 'byMinutes'))
  return minutes > 0 ? { byMinutes: minutes } : {}
}

/** A form that promises a later time, with a note to the shopper. */
export function Later({ order }: FormProps) {
  const { t } = useOrderTexts()
  return (
    <details>
      <summary>{t('order.later')}</summary>
      <Form method="post" className="stack">
        <p className="soft">{t(order.contact.email ? 'order.later_mailed' : 'order.later_unmailed')}</p>
        <MinutesSelect order={order} />
        <Field name="note" label={t('order.refund_why')} hint={t('order.why_hint')} maxLength={500} isOptional />
        <div className="row">
          <SendButton intent="delay" className="button-quiet">
            {t('order.later_button')}
          </SendButton>
        </div>
      </Form>
    </details>
  )
}

/** A form that adds or corrects the carrier and the tracking number of a parcel that was sent. */
export function Parcel({ order, errors }: FormProps) {
  const { t } = useOrderTexts()
  return (
    <details>
      <summary>{t('order.parcel_change')}</summary>
      <Form method="post" className="stack">
        <ParcelFields order={order} errors={errors} hint={t('order.parcel_shown')} />
        <div className="row">
          <SendButton intent="parcel" className="button-quiet">
            {t('office.save')}
          </SendButton>
        </div>
      </Form>
    </details>
  )
}

function ParcelFields({
  order: { tracking },
  errors,
  hint,
  isOptional,
}: FormProps & { hint: string; isOptional?: boolean }) {
  const { t } = useOrderTexts()
  const field = (name: keyof Tracking) => ({
    name,
    label: t(`order.parcel_${name}`),
    defaultValue: tracking?.[name],
    errors,
    errorName: `tracking.${name}`,
  })
  return (
    <>
      <div className="pair">
        <Field {...field('carrier')} maxLength={60} isOptional={isOptional} autoComplete="off" />
        <Field {...field('number')} hint={hint} maxLength={60} isOptional={isOptional} autoComplete="off" />
      </div>
      <Field {...field('url')} type="url" placeholder="https://" maxLength={500} isOptional autoComplete="off" />
    </>
  )
}

/** Parses the parcel. Empty if no field is filled in. */
export function readParcel(form: FormData): { tracking?: Tracking } {
  const [carrier, number, url] = [textOf(form, 'carrier'), textOf(form, 'number'), textOf(form, 'url')]
  return carrier || number || url ? { tracking: { carrier, number, ...(url && { url }) } } : {}
}
