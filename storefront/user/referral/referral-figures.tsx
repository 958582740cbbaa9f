import type { MessageKey } from '#contract/messages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { UserSection } from '#storefront/user/user-page.tsx'
import type { Overview } from './referral-link.tsx'
import './referral.css'

/**
 * An overview of friends, orders and rewards. The amounts of rewards that staff still check, or that the shop has taken
 * back, are shown only if they are not zero.
 */
export function ReferralFigures({ overview }: { overview: Overview }) {
  const { t, moneyText } = useShop()
  const { clicks, friends, orders, waiting, given, review, takenBack, countedThisMonth, group } = overview
  const figures: [MessageKey, string][] = [
    ['referral.clicks', String(clicks)],
    ['referral.friends', String(friends)],
    ['referral.orders', String(orders)],
    ['referral.waiting', moneyText(waiting)],
    ['referral.given', moneyText(given)],
  ]
  if (review.amount > 0) figures.push(['referral.review', moneyText(review)])
  if (takenBack.amount > 0) figures.push(['referral.taken_back', moneyText(takenBack)])
  return (
    <UserSection title={t('referral.figures')}>
      <dl className="referral-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {group.monthlyOrders && (
        <p className="user-text">{t('referral.month_used', { used: countedThisMonth, most: group.monthlyOrders })}</p>
      )}
    </UserSection>
  )
}
