import type { MembershipPlan } from '#contract/membership.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'

/** A plan's price, its price per month, and the saving compared with buying the one-month plan every month. */
export function PlanPrice({ plan, plans }: { plan: MembershipPlan; plans: MembershipPlan[] }) {
  const { t, moneyText } = useShop()
  const { months, price, perMonth } = plan
  const month = plans.find(({ months }) => months === 1)
  const saved = month ? months * month.price.amount - price.amount : 0
  return (
    <>
      <Price money={price} />
      {perMonth && <span className="choice-extra">{t('store.plan_per_month', { price: moneyText(perMonth) })}</span>}
      {saved > 0 && (
        <span className="plan-saves">{t('store.plan_saves', { amount: moneyText({ ...price, amount: saved }) })}</span>
      )}
    </>
  )
}
