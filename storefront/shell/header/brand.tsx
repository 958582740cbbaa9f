import { useState } from 'react'
import { Link } from 'react-router'
import { assetUrl } from '#storefront/core/links.ts'
import { logoOf } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'

/** The link to the home page. Shows the logo if the owner chose a logo (`'2'`) and it loads, else the shop's name. */
export function Brand() {
  const { app } = useShop()
  const [isBroken, setBroken] = useState(false)
  const logo = logoOf(app)
  return (
    <Link to="/home" className="brand">
      {logo && !isBroken ? (
        <img
          src={assetUrl(logo, app.appDetail.cdnpath)}
          alt={app.storeName}
          width="160"
          height="40"
          onError={() => setBroken(true)}
        />
      ) : (
        <span title={app.storeName}>{app.storeName}</span>
      )}
    </Link>
  )
}
