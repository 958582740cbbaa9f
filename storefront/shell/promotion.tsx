import { useShellData } from '#storefront/core/shell-data.ts'
import { promotionUrl } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'

/**
 * A red packet that opens the mini-program's promotion page, if the owner enabled it. Only shown in WeChat's browser,
 * not in the mini-program.
 */
export function Promotion() {
  const { app, t } = useShop()
  const { isWeChat } = useShellData()
  const address = promotionUrl(app.system)
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
