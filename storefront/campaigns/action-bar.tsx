import type { FormEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import type { CampaignDetail, CampaignItem } from '#contract/campaigns.ts'
import { newKey, useCart } from '#storefront/basket/use-cart.tsx'
import { hasReachedGoal, isJoinable } from '#storefront/cards/facts.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CheckoutOff } from '#storefront/parts/checkout-off.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import './campaign.css'
import '#storefront/cards/campaign-progress.css'

/**
 * A bar with the next action, shown while shoppers can join. If the campaign's cart contains items, the action leads to
 * the cart. Otherwise the action adds the only available item, or links to the list if several items are available.
 * Renders nothing if the cart is empty and all items are sold out.
 */
export function ActionBar({ campaign }: { campaign: CampaignDetail }) {
  const { t, count } = useShop()
  const cart = useCart()
  if (!isJoinable(campaign)) return null
  if (cart !== null && cart.itemCount > 0) {
    return (
      <Bar campaign={campaign}>
        <Link className="button" to={checkoutPath('cart', campaign.id)}>
          <span>{t('campaign.to_cart')}</span>
          <span className="visually-hidden">{count('campaign.in_cart', cart.pieces)}</span>
          <Price money={cart.subtotal} />
        </Link>
      </Bar>
    )
  }
  const [only, ...others] = campaign.items.filter(({ purchasable }) => purchasable > 0)
  if (!only) return null
  return (
    <Bar campaign={campaign}>
      {others.length === 0 ? (
        <JoinButton item={only} />
      ) : (
        <a className="button" href="#items">
          <span>{t('campaign.join')}</span>
          {campaign.fromPrice && <Price money={campaign.fromPrice} />}
        </a>
      )}
    </Bar>
  )
}

/**
 * The bar with the action and a reason to join now. The reason is what the campaign still needs to reach its goal, or
 * that the campaign is certain to take place.
 */
function Bar({ campaign, children }: { campaign: CampaignDetail; children: ReactNode }) {
  const { t } = useShop()
  const { amount } = useCampaignFormat()
  const isGoalReached = hasReachedGoal(campaign)
  return (
    <div className="campaign-bar">
      <p className={isGoalReached ? 'campaign-there' : 'campaign-missing'}>
        {isGoalReached
          ? t('campaign.bar_certain')
          : t('campaign.still_missing', { missing: amount(campaign, campaign.progress.missing) })}
      </p>
      {children}
    </div>
  )
}

/** The button that adds one piece and opens the group-buy's cart. Repeated taps add one piece only. */
function JoinButton({ item }: { item: CampaignItem }) {
  const { app, t } = useShop()
  const isBusy = useNavigation().state !== 'idle'
  const submit = useSubmit()
  // The idempotency key of all taps. A shopper may tap again before the page shows that it is busy. The server ignores
  // the second tap, because it has the same key.
  const key = useRef('')
  if (!app.system.appConfig.enableCheckout) return <CheckoutOff />
  function join(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    key.current ||= newKey()
    const form = new FormData(event.currentTarget)
    form.set('idempotencyKey', key.current)
    submit(form, { method: 'post', action: checkoutPath('cart', item.fissionCampaignId) })
  }
  return (
    <Form method="post" action={checkoutPath('cart', item.fissionCampaignId)} onSubmit={join}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="sku" value={item.sku} />
      <input type="hidden" name="quantity" value="1" />
      <OnceButton isBusy={isBusy}>
        <span>{t('campaign.join')}</span>
        <Price money={item.price} />
      </OnceButton>
    </Form>
  )
}
