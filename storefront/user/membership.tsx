import { Form, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Benefit, MembershipPlan, MembershipSavings, MembershipTier, OwnMembership } from '#contract/membership.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { CheckoutOff } from '#storefront/parts/checkout-off.tsx'
import { PlanPrice } from '#storefront/parts/choice/plan-price.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Price } from '#storefront/parts/price.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Route } from './+types/membership'
import { UserPage } from './user-page.tsx'
import '#storefront/parts/choice/choice.css'
import './membership.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('membership.title') }))

/** Loads the tiers on sale and the member's own membership. Guests see only the tiers. */
async function load(api: Client) {
  const { userID } = await api.shell.appInfo()
  if (!userID) return { tiers: (await api.membership.offer()).tiers, own: null, savings: null }
  const [{ tiers }, own, savings] = await Promise.all([
    api.membership.products(),
    api.membership.own(),
    api.membership.savings(),
  ])
  return { tiers, own, savings }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/**
 * The membership page: the member's own tier and its last day, the savings so far, and all tiers on sale side by side.
 * The tier with the highest rank comes first.
 */
export default function Membership({ loaderData: { tiers, own, savings } }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <UserPage title={t('membership.title')} text={t('membership.text')}>
      {own && (own.state !== 'none' || own.coupons.length > 0) && <OwnTier own={own} savings={savings} />}
      {tiers.length === 0 ? (
        <p>{t('membership.none_on_sale')}</p>
      ) : (
        <section className="membership-offer" aria-labelledby="membership-compare">
          <h2 id="membership-compare">{t('membership.compare')}</h2>
          <ul className="membership-tiers">
            {tiers.toReversed().map((tier, index) => (
              <Tier
                key={tier.id}
                tier={tier}
                isBest={index === 0 && tiers.length > 1}
                isOwn={isActive(own) && own?.tier?.id === tier.id}
              />
            ))}
          </ul>
          {isActive(own) && <p className="field-hint">{t('membership.renew_hint')}</p>}
        </section>
      )}
    </UserPage>
  )
}

const isActive = (own: OwnMembership | null) => own?.state === 'active' || own?.state === 'ending'

function OwnTier({ own, savings }: { own: OwnMembership; savings: MembershipSavings | null }) {
  const { t, say, langOf } = useShop()
  const { state, tier } = own
  return (
    <section className="membership-own" data-state={state} aria-labelledby="membership-own">
      <div className="membership-now">
        {tier && <strong className="membership-mark">{t(`membership.state_${state}`)}</strong>}
        <h2 id="membership-own" lang={tier ? langOf(tier.name) : undefined}>
          {tier ? say(tier.name) : t('membership.state_none')}
        </h2>
        <Dates own={own} />
      </div>
      {savings && (isActive(own) || savings.orders > 0) && <Savings savings={savings} />}
      {own.coupons.length > 0 && <Coupons coupons={own.coupons} />}
    </section>
  )
}

function Dates({ own: { state, from, until, daysLeft, later } }: { own: OwnMembership }) {
  const { t, say, count } = useShop()
  const day = useDay()
  if (!from || !until) return null
  if (state === 'ended') return <p>{t('membership.ended_on', { date: day(until) })}</p>
  return (
    <>
      <p>
        {t('membership.until', { date: day(until) })}
        {state === 'ending' && daysLeft !== null && <b> · {count('membership.days_left', daysLeft)}</b>}
      </p>
      {later.map(({ tier, until }) => (
        <p key={tier.id}>{t('membership.later', { tier: say(tier.name), date: day(until) })}</p>
      ))}
      <p>{t('membership.since', { date: day(from) })}</p>
    </>
  )
}

function Savings({ savings: { saved, orders } }: { savings: MembershipSavings }) {
  const { t, count } = useShop()
  if (orders === 0) return <p>{t('membership.saved_none')}</p>
  return (
    <div className="membership-saved">
      <span>{t('membership.saved')}</span>
      <strong>
        <Price money={saved} isExact />
      </strong>
      <small>{count('membership.saved_orders', orders)}</small>
    </div>
  )
}

function Coupons({ coupons }: Pick<OwnMembership, 'coupons'>) {
  const { t, say, langOf } = useShop()
  const day = useDay()
  return (
    <div className="membership-coupons">
      <h3>{t('membership.coupons')}</h3>
      <ul>
        {coupons.map(({ code, name, until }) => (
          <li key={code}>
            <strong lang={langOf(name)}>{say(name)}</strong>
            <code>{code}</code>
            <small>{t('membership.coupon_until', { date: day(until) })}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Tier({ tier, isBest, isOwn }: { tier: MembershipTier; isBest: boolean; isOwn: boolean }) {
  const { t, say, langOf } = useShop()
  return (
    <li className="membership-tier" data-own={isOwn || undefined}>
      <header className="membership-now">
        {(isOwn || isBest) && (
          <strong className="membership-mark">{t(isOwn ? 'membership.is_yours' : 'membership.best')}</strong>
        )}
        <h3 lang={langOf(tier.name)}>{say(tier.name)}</h3>
        {say(tier.summary) && <p lang={langOf(tier.summary)}>{say(tier.summary)}</p>}
      </header>
      <Benefits benefits={tier.benefits} />
      <Plans tier={tier} isOwn={isOwn} />
    </li>
  )
}

function Benefits({ benefits }: { benefits: Benefit[] }) {
  const { say, langOf } = useShop()
  return (
    <ul className="membership-benefits">
      {benefits.map(({ kind, text }) => (
        <li key={kind} lang={langOf(text)}>
          <Icon name="check" />
          <span>{say(text)}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * The tier's plans as tiles, and one button that adds the chosen plan to the cart. Initially the longest plan is
 * chosen. Further taps during the request have no effect.
 */
function Plans({ tier, isOwn }: { tier: MembershipTier; isOwn: boolean }) {
  const { app, t, say } = useShop()
  const isBusy = useNavigation().state !== 'idle'
  const longestPlan = tier.plans.at(-1)
  if (!longestPlan) return null
  const isCheckoutOn = app.system.appConfig.enableCheckout
  return (
    <Form method="post" action="/checkout/cart" onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="redirectTo" value="/checkout/cart" />
      <fieldset className="choices plan-choices">
        <legend className="visually-hidden">{say(tier.name)}</legend>
        <div className="choice-row">
          {tier.plans.map((plan) => (
            <Plan key={plan.sku} plan={plan} plans={tier.plans} isChosen={plan === longestPlan} />
          ))}
        </div>
      </fieldset>
      {isCheckoutOn ? (
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {t(isOwn ? 'membership.renew' : 'membership.choose', { tier: say(tier.name) })}
        </button>
      ) : (
        <CheckoutOff />
      )}
    </Form>
  )
}

/** A membership duration with its price. */
function Plan({ plan, plans, isChosen }: { plan: MembershipPlan; plans: MembershipPlan[]; isChosen: boolean }) {
  const { count } = useShop()
  return (
    <label className="choice">
      <input type="radio" name="sku" value={plan.sku} defaultChecked={isChosen} />
      <span className="choice-name">{count('membership.months', plan.months)}</span>
      <PlanPrice plan={plan} plans={plans} />
    </label>
  )
}
