import { useState } from 'react'
import type { Client } from '#contract/client.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CouponCard } from '#storefront/pages/coupon-card.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/coupons'
import { hasOrdered } from './has-ordered.ts'
import { UserPage } from './user-page.tsx'
import '#storefront/cards/grids.css'
import './coupons.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('user.coupons'), isPrivate: true }))

const load = (api: Client, { url }: Page) =>
  forMember(url, Promise.all([api.coupons.own(), api.coupons.list(), api.cart.view(), api.orders.count()]))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/**
 * Three lists of coupons: the member's claimed coupons, the member's other personal coupons, and the shop's other
 * public coupons. Once the member has ordered, the last two lists omit coupons for a first order.
 */
export default function Coupons({ loaderData: [own, shop, cart, orders] }: Route.ComponentProps) {
  const { t } = useShop()
  // Keeps the claims from when the page opened, so that a coupon stays in its list when the member claims it here.
  const [claims] = useState(cart.claims)
  const isClaimed = ({ code }: CouponTerms) => claims.includes(code)
  const isAvailable = (coupon: CouponTerms) => !isClaimed(coupon) && !(coupon.isForFirstOrder && hasOrdered(orders))
  const claimed = [...own.coupons, ...shop.coupons].filter(isClaimed)
  const ownAvailable = own.coupons.filter(isAvailable)
  const shopAvailable = shop.coupons.filter(isAvailable)
  return (
    <UserPage title={t('user.coupons')} text={t('coupon.best_hint')}>
      {claimed.length > 0 && <CouponList title={t('user.coupons_claimed')} coupons={claimed} />}
      {ownAvailable.length > 0 && <CouponList title={t('user.coupons_own')} coupons={ownAvailable} />}
      {shopAvailable.length > 0 && <CouponList title={t('user.coupons_all')} coupons={shopAvailable} />}
      {claimed.length + ownAvailable.length + shopAvailable.length === 0 && (
        <p className="field-hint">{t('user.coupons_none')}</p>
      )}
    </UserPage>
  )
}

function CouponList({ title, coupons }: { title: string; coupons: CouponTerms[] }) {
  return (
    <section className="coupon-list">
      <h2>{title}</h2>
      <ul className="coupon-cards">
        {coupons.map((coupon) => (
          <CouponCard key={coupon.code} coupon={coupon} />
        ))}
      </ul>
    </section>
  )
}
