import { Link, redirect, useLoaderData } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { formatPhone, modifierText } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { Me } from '#contract/office/people.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, hasRightAt, hasRightWithout, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { monthDay } from '../notices/notice-texts.ts'
import { addressLines } from './address-lines.ts'
import {
  Cancellation,
  CancelRequest,
  isRefundable,
  NoShow,
  Refund,
  readCancellation,
  readRefund,
  refundedText,
} from './money.tsx'
import { openAmount } from './open-amount.ts'
import { OrderMessages } from './order-messages.tsx'
import { Later, Parcel, readParcel, readPromise, StepForm } from './step-forms.tsx'
import { isStep, mayChangeParcel, mayDelay, mayRecordNoShow, nextStep, permittedStepOf, steps } from './steps.ts'
import { useOrderTexts } from './texts.ts'
import { Ticket } from './ticket.tsx'

type Params = { params: { order?: string } }

/** Loads the order, and the lines with pieces that the staff member can refund. */
export async function loader({ params }: Params) {
  const { me } = await api.people.status()
  const order = await loadOrder(me, params.order ?? '')
  const { lines } = mayRefund(me, order) ? await api.staff.refundable({ order: order.orderID }) : { lines: [] }
  return { order, refundable: lines }
}

const mayRefund = (me: Me | null, order: OrderDetail): boolean =>
  me !== null && isRefundable(order) && hasRightAt(me, 'money.refund', order.location.id)

/**
 * Loads an order. If a driver lacks the right to see the orders of a store, loads only the store's deliveries that are
 * ready or on their way.
 */
async function loadOrder(me: Me | null, order: string): Promise<OrderDetail> {
  if (!me || !hasRightWithout(me, 'orders.run', 'orders.see')) return api.staff.order({ order })
  return api.staff.delivery({ order }).catch((error: unknown) => {
    // `api.staff.delivery` finds only deliveries that are ready or on their way. For any other order, tries
    // `api.staff.order`, which works if the driver has the right to see the orders of its store.
    if (error instanceof ApiError && error.status === 404 && hasRight(me, 'orders.see'))
      return api.staff.order({ order })
    throw error
  })
}

interface Result {
  errors?: ErrorItem[] | undefined
  /** Whether the typed refund amount is not valid. */
  isSumWrong?: true
  isNoPieceChosen?: true
  isRefunded?: true
  isGivenBack?: true
  isReplied?: true
  isDelayed?: true
  isParcelChanged?: true
}

/**
 * Takes the order's next step, promises a later time, changes the parcel, cancels the order, responds to a cancellation
 * request, makes a refund, or replies to the shopper. After handing over, a driver returns to the other deliveries.
 */
export async function action({
  params: { order = '' },
  request,
}: Params & { request: Request }): Promise<Result | Response> {
  const form = await request.formData()
  const step = textOf(form, 'intent')
  if (step === 'cancel') return attempt(api.staff.cancel({ order, ...readCancellation(form) }))
  if (step === 'grant') return attempt(api.staff.grantCancel({ order, ...readCancellation(form) }))
  if (step === 'decline') return attempt(api.staff.declineCancel({ order, note: textOf(form, 'note') }))
  if (step === 'reply') {
    const { errors } = await attempt(api.staff.reply({ order, comment: textOf(form, 'comment') }))
    return errors ? { errors } : { isReplied: true }
  }
  if (step === 'delay') {
    const { errors } = await attempt(api.staff.delay({ order, note: textOf(form, 'note'), ...readPromise(form) }))
    return errors ? { errors } : { isDelayed: true }
  }
  if (step === 'parcel') {
    const { errors } = await attempt(api.staff.sendOut({ order, ...readParcel(form) }))
    return errors ? { errors } : { isParcelChanged: true }
  }
  if (step === 'refund' || step === 'giveBack') {
    const refund = readRefund(form)
    if (!refund) return textOf(form, 'what') === 'lines' ? { isNoPieceChosen: true } : { isSumWrong: true }
    const { errors } = await attempt(api.staff.refund({ order, ...refund }))
    if (errors) return { errors }
    return step === 'giveBack' ? { isGivenBack: true } : { isRefunded: true }
  }
  if (!isStep(step)) throw new Error(`there is no step ${step}`)
  const result = await attempt(steps[step]({ order, ...readPromise(form), ...readParcel(form) }))
  return step === 'deliver' && result.done ? redirect('/') : result
}

/** `/office/orders/:order`: what was ordered and by whom, and the next step. */
export function Component() {
  const { me } = useFrame()
  const { t, say, locale } = useOrderTexts()
  const { order, refundable: refundableLines } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const sumError: ErrorItem = { code: 'input.invalid', field: 'amount', message: t('order.refund_wrong') }
  const piecesError: ErrorItem = { code: 'input.invalid', message: t('order.refund_no_pieces') }
  const errors = result?.isSumWrong ? [sumError] : result?.isNoPieceChosen ? [piecesError] : result?.errors
  const step = nextStep(order)
  const permittedStep = step && permittedStepOf(me, order, step)
  const isCancelRequested = order.cancelRequest === 'ASKED'
  const mayCancel = hasRightAt(me, 'orders.cancel', order.location.id)
  const { money, credit } = order.cancellation.back
  const refundable = money.amount + credit.amount
  const facts = useFacts(order)
  return (
    <Page title={t('order.title', { number: order.orderNumber })}>
      <ErrorSummary
        errors={errors}
        result={result}
        title={t('office.check_form')}
        labels={{
          amount: t('order.refund_sum'),
          comment: t('order.reply'),
          'tracking.carrier': t('order.parcel_carrier'),
          'tracking.number': t('order.parcel_number'),
          'tracking.url': t('order.parcel_url'),
        }}
      />
      {result?.isRefunded && <Done>{t('order.refund_done')}</Done>}
      {result?.isGivenBack && <Done>{t('order.give_back_done')}</Done>}
      {result?.isReplied && <Done>{t('order.reply_done')}</Done>}
      {result?.isDelayed && <Done>{t('order.later_done')}</Done>}
      {result?.isParcelChanged && <Done>{t('office.saved')}</Done>}
      {isCancelRequested && mayCancel && <CancelRequest order={order} key={`request ${order.orderID}`} />}
      {permittedStep && <StepForm order={order} step={permittedStep} errors={errors} />}
      {mayDelay(me, order) && <Later order={order} key={`later ${order.orderID} ${order.promisedAt}`} />}
      {mayChangeParcel(me, order) && (
        <Parcel
          order={order}
          errors={errors}
          key={`parcel ${order.orderID} ${Object.values(order.tracking ?? {}).join(' ')}`}
        />
      )}
      {!step && <p className="soft">{t(order.status === 'INTERIM' ? 'order.waits' : 'order.over')}</p>}
      <Card title={t('order.goods')}>
        <ul className="rows">
          {order.lines.map(({ key, quantity, name, optionText, modifiers, note, total }) => {
            const modifierTexts = modifiers.map((modifier) => modifierText(modifier, locale))
            const chosen = [say(optionText), ...modifierTexts].filter(Boolean)
            return (
              <li key={key} className="row-item">
                <div>
                  <strong>
                    {quantity} × {say(name)}
                  </strong>
                  {chosen.length > 0 && <p>{chosen.join(' · ')}</p>}
                  {note && <p className="soft">{note}</p>}
                </div>
                <span>{formatMoney(total, locale)}</span>
              </li>
            )
          })}
        </ul>
        <dl className="changes">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <OrderMessages order={order} errors={errors} key={`messages ${order.orderID}`} />
      {mayRefund(me, order) && (
        <Refund order={order} refundable={refundableLines} key={`refund ${order.orderID} ${refundable}`} />
      )}
      {mayRecordNoShow(me, order) && (
        <NoShow
          order={order}
          mayRefund={hasRightAt(me, 'money.refund', order.location.id)}
          key={`no-show ${order.orderID}`}
        />
      )}
      {step && mayCancel && !isCancelRequested && <Cancellation order={order} key={`cancel ${order.orderID}`} />}
      <Ticket order={order} facts={facts} />
      <HistoryLink subject={order.orderID} />
      <Link to="/">{t('order.back')}</Link>
    </Page>
  )
}

/** The labelled facts about an order for its page and its ticket. Leaves out facts without a value. */
function useFacts(order: OrderDetail): [label: string, value: string][] {
  const { t, locale, when } = useOrderTexts()
  const { contact, slot, method, tracking } = order
  const open = openAmount(order)
  const describePayment = () => {
    if (order.status === 'CANCELLED' || order.status === 'FAILED') return ''
    if (order.fulfilmentStatus === 'NO_SHOW' && order.paymentStatus === 'NOT_PAID') return ''
    return open.amount > 0 ? t('order.due', { amount: formatMoney(open, locale) }) : t('order.is_paid')
  }
  const facts: [string, string][] = [
    [t('order.state'), t(`order.state_${order.fulfilmentStatus}`)],
    [
      t('order.when'),
      [t(`method.${method}`), slot && monthDay(slot.date, locale), slot?.time].filter(Boolean).join(' '),
    ],
    [t('order.promised'), order.promisedAt ? when(order.promisedAt, order.timeZone) : ''],
    [t('order.parcel'), tracking ? `${tracking.carrier} · ${tracking.number}` : ''],
    [t('order.table'), order.table?.number ?? ''],
    [t('order.code'), order.pickupCode],
    [t('order.placed'), when(order.placedAt, order.timeZone)],
    [t('order.customer'), [contact.name, formatPhone(contact.phone)].filter(Boolean).join(' · ')],
    [t('order.address'), addressLines(order, t).join(' · ')],
    [t('order.note'), order.comment],
    [t('order.total'), formatMoney(order.total, locale)],
    [t('order.payment'), describePayment()],
    [t('order.refunded'), refundedText(order, t, locale)],
  ]
  return facts.filter(([, value]) => value)
}
