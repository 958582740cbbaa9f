import { useState } from 'react'
import { Link } from 'react-router'
import { assetUrl } from '#storefront/core/links.ts'
import { logoOf } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'

/**
 * The link to the home page. Shows the logo that the owner chose, or the shop's name if there is no logo or its file
 * fails to load.
 */
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
