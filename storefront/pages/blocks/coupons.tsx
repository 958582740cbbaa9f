import { useShop } from '#storefront/core/shop.ts'
import { CouponCard } from '#storefront/pages/coupon-card.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** Public coupons, each with its terms and the code to enter at checkout. */
export default function Coupons({ block: { title, text }, data }: BlockProps<'coupons'>) {
  const { t, say } = useShop()
  return (
    <BlockFrame title={title} text={text} fallback={t('coupon.on_offer')}>
      {!(text && say(text)) && <p className="home-section-text">{t('coupon.best_hint')}</p>}
      <ul className="coupon-cards">
        {data.map((coupon) => (
          <CouponCard key={coupon.code} coupon={coupon} />
        ))}
      </ul>
    </BlockFrame>
  )
}
