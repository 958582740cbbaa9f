import { Form, Link, useActionData, useLoaderData } from 'react-router'
import { formatPhone } from '#contract/format.ts'
import { orderPageMessages } from '#contract/messages/office-orders.ts'
import { formatCharge } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { useTextsWith } from '../core/texts.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'

type Params = { params: { order?: string } }

/** Loads the order. */
export const loader = ({ params }: Params) => api.staff.order({ order: params.order ?? '' })

const steps = {
  accept: api.staff.accept,
  ready: api.staff.ready,
  sendOut: api.staff.sendOut,
  handOver: api.staff.handOver,
  cancel: api.staff.cancel,
}
type Step = keyof typeof steps
const isStep = (name: string): name is Step => Object.hasOwn(steps, name)

/** Takes a step of the order. */
export async function action({ params, request }: Params & { request: Request }) {
  const step = textOf(await request.formData(), 'intent')
  if (!isStep(step)) throw new Error(`there is no step ${step}`)
  return attempt(steps[step]({ order: params.order ?? '' }))
}

/** The step that usually comes next; null for an order that is finished or waits for its payment. */
function nextStep({ status, fulfilmentStatus, method }: OrderDetail): Exclude<Step, 'cancel'> | null {
  if (status !== 'NEW') return null
  if (fulfilmentStatus === 'PLACED') return 'accept'
  if (fulfilmentStatus === 'ACCEPTED' || fulfilmentStatus === 'PREPARING') return 'ready'
  if (fulfilmentStatus === 'READY') return method === 'DELIVERY' || method === 'SHIPPING' ? 'sendOut' : 'handOver'
  return fulfilmentStatus === 'OUT' ? 'handOver' : null
}

/** `/office/orders/:order`: what was ordered, by whom, and the next step. */
export function Component() {
  const { me } = useFrame()
  const { t, say, locale, when } = useTextsWith(orderPageMessages)
  const order = useLoaderData<typeof loader>()
  const errors = useActionData<typeof action>()?.errors
  const step = nextStep(order)
  const { pickupCode, contact, slot, method, lines, total, amountDue, comment, placedAt } = order
  const due = amountDue.amount > 0 && formatCharge(amountDue, locale)
  const facts: [string, string][] = [
    [t('order.when'), [t(`method.${method}`), slot?.date, slot?.time].filter(Boolean).join(' ')],
    [t('order.placed'), when(placedAt)],
    [t('order.customer'), [contact.name, formatPhone(contact.phone)].filter(Boolean).join(' · ')],
    [t('order.note'), comment],
    [t('order.total'), formatCharge(total, locale)],
    [t('order.due'), due || t('order.is_paid')],
  ]
  return (
    <Page title={t('order.title', { code: pickupCode })}>
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
      {step && hasRight(me, step === 'sendOut' ? 'orders.run' : 'orders.work') && (
        <Form method="post">
          <SendButton intent={step}>
            {step === 'handOver' && due ? t('order.hand_over_due', { amount: due }) : t(`order.${step}`)}
          </SendButton>
        </Form>
      )}
      {!step && <p className="soft">{t(order.status === 'INTERIM' ? 'order.waits' : 'order.over')}</p>}
      <Card title={t('order.goods')}>
        <ul className="rows">
          {lines.map(({ key, quantity, name, modifiers, note }) => (
            <li key={key} className="row-item">
              <div>
                <strong>
                  {quantity} × {say(name)}
                </strong>
                {modifiers.length > 0 && <p>{modifiers.map((modifier) => say(modifier.name)).join(' · ')}</p>}
                {note && <p className="soft">{note}</p>}
              </div>
            </li>
          ))}
        </ul>
        <dl className="changes">
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      {step && hasRight(me, 'orders.cancel') && (
        <Form method="post" className="stack">
          <p className="field-hint">{t('order.cancel_help')}</p>
          <SendButton intent="cancel" className="button-quiet">
            {t('order.cancel')}
          </SendButton>
        </Form>
      )}
      <HistoryLink subject={order.orderID} />
      <Link to="/">{t('order.back')}</Link>
    </Page>
  )
}
