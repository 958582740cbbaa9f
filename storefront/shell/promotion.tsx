import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'
import { useShellData } from './shell-data.ts'
import { promotionAddress } from './shell-rules.ts'

/** Inside WeChat, where the owner switched it on and named the page: a red packet that opens the mini-program's promotion. */
export function Promotion() {
  const { app, t } = useShop()
  const { isWeChat } = useShellData()
  const address = promotionAddress(app.system)
  if (!address || !isWeChat || app.appDetail.isWmp) return null
  return (
    <details className="promotion">
      <summary aria-label={t('shell.promotion')}>
        <Icon name="gift" />
      </summary>
      <p>{t('shell.promotion_text')}</p>
      <a className="button" href={address}>
        {t('shell.promotion_open')}
      </a>
    </details>
  )
}
