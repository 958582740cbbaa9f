import { Link, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { ReferralReward } from '#contract/referral.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { Price } from '#storefront/parts/price.tsx'
import { UserSection } from '#storefront/user/user-page.tsx'
import '#storefront/user/credit.css'
import './referral.css'

type Friends = Awaited<ReturnType<Client['referral']['members']>>
type Orders = Awaited<ReturnType<Client['referral']['orders']>>

/**
 * The friends who followed the member's link and then created an account or placed a first order. Their names are
 * masked.
 */
export function FriendList({ friends, hasMore, total }: Friends) {
  const { t, count } = useShop()
  const day = useDay()
  return (
    <UserSection title={t('referral.friends')}>
      {total === 0 ? (
        <p>{t('referral.friends_empty')}</p>
      ) : (
        <ul className="user-rows">
          {friends.map(({ name, via, at, orders, given }) => (
            <li key={`${at} ${name}`}>
              <div>
                <strong>{name}</strong>
                <small>
                  <time dateTime={at}>{day(at)}</time> · {t(`referral.via_${via}`)}
                </small>
              </div>
              <div className="credit-amounts">
                {given.amount > 0 && (
                  <strong className="credit-in">
                    <Price money={given} isExact />
                  </strong>
                )}
                <small>{count('referral.order_count', orders)}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pages name="friends" shown={friends.length} hasMore={hasMore} />
    </UserSection>
  )
}

/** The friends' orders, each with its reward or the reason why there is none. */
export function FriendOrderList({ orders, hasMore, total }: Orders) {
  const { t } = useShop()
  const day = useDay()
  return (
    <UserSection title={t('referral.orders')}>
      {total === 0 ? (
        <p>{t('referral.orders_empty')}</p>
      ) : (
        <ul className="user-rows">
          {orders.map(({ name, placedAt, outcome, reward }) => (
            <li key={`${placedAt} ${name}`}>
              <div>
                <strong>{name}</strong>
                <small>
                  <time dateTime={placedAt}>{day(placedAt)}</time>
                  {' · '}
                  {outcome === 'counts' ? reward && <RewardState {...reward} /> : t(`referral.outcome_${outcome}`)}
                </small>
              </div>
              {reward && <Amount {...reward} />}
            </li>
          ))}
        </ul>
      )}
      <Pages name="orders" shown={orders.length} hasMore={hasMore} />
    </UserSection>
  )
}

/** The rewards, paid or pending, that the member receives for having followed a referral. */
export function ReceivedList({ rewards }: { rewards: ReferralReward[] }) {
  const { t } = useShop()
  return (
    <UserSection title={t('referral.received')}>
      <ul className="user-rows">
        {rewards.map((reward) => (
          <li key={`${reward.at} ${reward.state}`}>
            <div>
              <strong>{t(reward.as === 'coupon' ? 'referral.coupon_friend' : 'credit.title')}</strong>
              <small>
                <RewardState {...reward} />
              </small>
            </div>
            <Amount {...reward} />
          </li>
        ))}
      </ul>
    </UserSection>
  )
}

function RewardState({ state, at, coupon }: ReferralReward) {
  const { t } = useShop()
  const day = useDay()
  return (
    <>
      {t(`referral.state_${state}`, { date: day(at) })}
      {coupon && (
        <>
          {' · '}
          <span className="referral-coupon">{t('referral.coupon_code', { code: coupon.code })}</span>
          {coupon.endsAt && ` ${t('referral.coupon_until', { date: day(coupon.endsAt) })}`}
        </>
      )}
    </>
  )
}

function Amount({ state, amount }: ReferralReward) {
  const isGiven = state === 'given'
  if (amount.amount === 0) return null
  return (
    <div className="credit-amounts">
      <strong className={isGiven ? 'credit-in' : undefined}>
        {isGiven && '+'}
        <Price money={amount} isExact />
      </strong>
    </div>
  )
}

/** Links to the next older entries, and back to the newest entries. Both keep all other query parameters. */
function Pages({ name, shown, hasMore }: { name: 'friends' | 'orders'; shown: number; hasMore: boolean }) {
  const { t } = useShop()
  const [query] = useSearchParams()
  const start = Number(query.get(name)) || 0
  if (!hasMore && start === 0) return null
  const to = (position: number) => {
    const next = new URLSearchParams(query)
    if (position > 0) next.set(name, String(position))
    else next.delete(name)
    return `?${next}`
  }
  return (
    <div className="user-actions">
      {hasMore && (
        <Link className="button button-quiet" to={to(start + shown)} preventScrollReset>
          {t('referral.more')}
        </Link>
      )}
      {start > 0 && (
        <Link className="link" to={to(0)} preventScrollReset>
          {t('referral.newest')}
        </Link>
      )}
    </div>
  )
}
