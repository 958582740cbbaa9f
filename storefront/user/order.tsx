import type { Client } from '#contract/client.ts'
import { findCampaign } from '#storefront/campaigns/find.ts'
import { JoinConfirmation } from '#storefront/campaigns/join-confirmation.tsx'
import { OrderFacts, PickupCode } from '#storefront/confirmation/success.tsx'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { withBalancePayment } from '#storefront/orders/balance.ts'
import { CancelForm } from '#storefront/orders/cancel-form.tsx'
import type { Outcome } from '#storefront/orders/order-actions.ts'
import {
  firstErrorFor,
  handleMemberOrderForm,
  keptOutcome,
  revalidateAfterForms,
} from '#storefront/orders/order-actions.ts'
import { CommentForm, canReorder, Reordered, ReorderForm } from '#storefront/orders/order-forms.tsx'
import { isFinished, OrderProgress } from '#storefront/orders/order-progress.tsx'
import { PayBalance } from '#storefront/orders/pay-rest.tsx'
import { PrintButton } from '#storefront/orders/print-button.tsx'
import { PrintHead } from '#storefront/orders/print-head.tsx'
import { Receipt } from '#storefront/orders/receipt.tsx'
import { useOrderEvents } from '#storefront/orders/use-live.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/order'
import { UserPage, UserSection } from './user-page.tsx'
import './order.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('orders.one'), isPrivate: true }))

/** Loads one of the member's orders. Guests must sign in first. Responds with status 404 for another member's order. */
async function load(api: Client, { url, params }: Page) {
  const loadOrder = () => api.orders.detail({ id: params.id ?? '' })
  const [initialOrder] = await forMember(url, Promise.all([loadOrder(), api.orders.count()]))
  const { order, rest } = await withBalancePayment(api, initialOrder, { loadOrder })
  const campaign = order.campaign ? await findCampaign(api, order.campaign.fissionCampaignId) : null
  return { order, rest, campaign, now: Date.now() }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const action = onServer(handleMemberOrderForm)
export const clientAction = inBrowser(orKeepForm(handleMemberOrderForm, keptOutcome))
export const shouldRevalidate = revalidateAfterForms

/** The page of an order: state, content and available actions. */
export default function OrderPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  const { order, rest, campaign, now } = loaderData
  const outcome: Outcome | undefined = actionData
  useOrderEvents(order, null)
  return (
    <UserPage
      title={t('orders.one_title', { number: order.orderNumber })}
      parent={{ path: '/user/orders', title: t('orders.title') }}
    >
      <PrintHead order={order} />
      {outcome?.reordered && <Reordered {...outcome.reordered} />}
      {rest && <PayBalance order={order} rest={rest} error={firstErrorFor(outcome, 'rest')} />}
      <div className="order-columns">
        <div className="order-column">
          {!order.isService && !isFinished(order) && <PickupCode order={order} />}
          {!order.isService && <OrderFacts order={order} now={now} title={t('orders.facts')} />}
          <OrderProgress order={order} campaign={campaign} />
          {campaign && <JoinConfirmation order={order} campaign={campaign} isFolded />}
          <div className="order-deeds">
            {canReorder(order) && <ReorderForm />}
            <PrintButton order={order} />
            <CancelForm order={order} error={firstErrorFor(outcome, 'cancel', 'ask')} />
          </div>
        </div>
        <div className="order-column">
          <UserSection title={t('orders.receipt')}>
            <Receipt order={order} />
            <p className="field-hint">{t('confirmation.order_number', { number: order.orderNumber })}</p>
          </UserSection>
          {order.status === 'NEW' && (
            <UserSection title={t('orders.write')}>
              <CommentForm
                order={order}
                error={firstErrorFor(outcome, 'comment')}
                isSent={outcome?.intent === 'comment' && outcome.errors === undefined}
              />
            </UserSection>
          )}
        </div>
      </div>
    </UserPage>
  )
}
