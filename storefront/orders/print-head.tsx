import type { Order } from '#contract/orders.ts'
import { assetUrl } from '#storefront/core/links.ts'
import { logoOf } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { QrSquares } from '#ui/qr-squares.tsx'
import './orders.css'
import './print.css'

/**
 * The header of a printed order: the shop's name and logo, the store, and the order number as a code for staff to scan.
 */
export function PrintHead({ order }: { order: Pick<Order, 'orderNumber' | 'location'> }) {
  const { t, say, app } = useShop()
  const logo = logoOf(app)
  const printedLogo = logo ?? app.favicon.imageURL
  const { orderNumber, location } = order
  return (
    <div className="print-head">
      <img
        src={printedLogo ? assetUrl(printedLogo, app.appDetail.cdnpath) : '/favicon.svg'}
        alt=""
        width="48"
        height="48"
      />
      <div>
        <p className="print-shop">{app.storeName}</p>
        <p>{say(location.name)}</p>
      </div>
      <p className="print-code">
        <QrSquares text={orderNumber} />
        {t('orders.one_title', { number: orderNumber })}
      </p>
    </div>
  )
}
