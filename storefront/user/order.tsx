import { data } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { CancelReason, OrderDetail, ReorderDifference } from '#contract/orders.ts'
import { AfterJoining } from '#storefront/campaigns/after-joining.tsx'
import { findCampaign } from '#storefront/campaigns/find.ts'
import { BillLines, BillTotals } from '#storefront/checkout/bill.tsx'
import { Next } from '#storefront/confirmation/success.tsx'
import type { Page } from '#storefront/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/data.ts'
import { CancelForm, CommentForm, Reordered, ReorderForm } from '#storefront/orders/deeds.tsx'
import { Life } from '#storefront/orders/life.tsx'
import { useLive } from '#storefront/orders/use-live.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { useShop } from '#storefront/shop.ts'
import { Price } from '#storefront/ui/price.tsx'
import type { Route } from './+types/order'
import { forMember } from './member.ts'
import { PrintButton } from './print-button.tsx'
import { UserPage, UserSection } from './user-page.tsx'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('orders.one'), isPrivate: true }))

/** One of the member's orders. A guest signs in first; somebody else's is not there. */
async function load(api: Client, { url, params }: Page) {
  const [order] = await forMember(url, Promise.all([api.orders.detail({ id: params.id ?? '' }), api.orders.count()]))
  const campaign = order.campaign ? await findCampaign(api, order.campaign.fissionCampaignId) : null
  return { order, campaign, now: Date.now() }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

interface Outcome {
  intent: string
  errors?: ErrorItem[]
  reordered?: { added: number; differences: ReorderDifference[] }
}

/** Cancels, writes to the store or orders again, as the form says. */
async function work(api: Client, { request, params }: Page) {
  const form = await request.formData()
  const id = params.id ?? ''
  const intent = String(form.get('intent'))
  if (intent === 'reorder') {
    const reordered = await attempt(api.orders.reorder({ id }))
    return data<Outcome>(isRefusal(reordered) ? { intent, errors: reordered.errors } : { intent, reordered })
  }
  const call =
    intent === 'cancel'
      ? api.orders.cancel({ id, reason: String(form.get('reason')) as CancelReason })
      : api.orders.comment({ id, comment: String(form.get('comment') ?? '') })
  const answer = await attempt<unknown>(call)
  if (isRefusal(answer)) return data<Outcome>({ intent, errors: answer.errors }, { status: 422 })
  return data<Outcome>({ intent })
}
export const action = onServer(work)
export const clientAction = inBrowser(work)

/** One order: how far it is, what was bought, and what can still be done about it. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useShop()
  const { order, campaign, now } = loaderData
  const outcome = actionData as Outcome | undefined
  const errorOf = (intent: string) => (outcome?.intent === intent ? outcome.errors?.[0]?.message : undefined)
  useLive(order, null)
  return (
    <UserPage
      title={t('orders.one_title', { code: order.pickupCode })}
      parent={{ path: '/user/orders', title: t('orders.title') }}
    >
      {outcome?.reordered && <Reordered {...outcome.reordered} />}
      {campaign && <AfterJoining order={order} campaign={campaign} />}
      <Life order={order} />
      <div className="order-deeds">
        <ReorderForm />
        <PrintButton />
        <CancelForm order={order} error={errorOf('cancel')} />
      </div>
      {!order.isService && <Next order={order} now={now} title={t('orders.facts')} />}
      <UserSection title={t('orders.receipt')}>
        <BillLines lines={order.lines} />
        <BillTotals {...order} label={t(isPaid(order) ? 'confirmation.paid' : 'confirmation.due')} isCharge />
        <Refunds order={order} />
        <p className="field-hint">{t('confirmation.order_id', { id: order.orderID })}</p>
      </UserSection>
      {order.status === 'NEW' && (
        <UserSection title={t('orders.write')}>
          <CommentForm
            error={errorOf('comment')}
            isSent={outcome?.intent === 'comment' && outcome.errors === undefined}
          />
        </UserSection>
      )}
    </UserPage>
  )
}

const isPaid = ({ paymentStatus }: OrderDetail) => paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE'

/** What went back, by the way it went; nothing where nothing did. */
function Refunds({ order: { refunded, creditReturned } }: { order: OrderDetail }) {
  const { t } = useShop()
  const ways = [
    { label: t('orders.refunded'), money: refunded },
    { label: t('orders.credit_returned'), money: creditReturned },
  ].filter(({ money }) => money.amount > 0)
  if (ways.length === 0) return null
  return (
    <dl className="totals">
      {ways.map(({ label, money }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Price money={money} isCharge />
          </dd>
        </div>
      ))}
    </dl>
  )
}
