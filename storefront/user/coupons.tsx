import type { Client } from '#contract/client.ts'
import type { CouponTerms } from '#contract/coupons.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CouponCard } from '#storefront/pages/coupon-card.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/coupons'
import { UserPage, UserSection } from './user-page.tsx'
import '#storefront/cards/grids.css'

export const meta = (args: Route.MetaArgs) => pageMeta(args, ({ t }) => ({ title: t('user.coupons'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, Promise.all([api.coupons.own(), api.coupons.list()]))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The member's coupons, and the shop's public ones. */
export default function Coupons({ loaderData: [own, shop] }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <UserPage title={t('user.coupons')} text={t('user.coupons_text')}>
      <UserSection title={t('user.coupons_own')}>
        {own.coupons.length > 0 ? <Cards {...own} /> : <p>{t('user.coupons_none')}</p>}
      </UserSection>
      {shop.coupons.length > 0 && (
        <UserSection title={t('user.coupons_all')}>
          <Cards {...shop} />
        </UserSection>
      )}
    </UserPage>
  )
}

function Cards({ coupons }: { coupons: CouponTerms[] }) {
  return (
    <ul className="coupon-cards">
      {coupons.map((coupon) => (
        <CouponCard key={coupon.code} coupon={coupon} />
      ))}
    </ul>
  )
}
