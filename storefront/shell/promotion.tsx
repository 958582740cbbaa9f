import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'
import { useShellData } from './shell-data.ts'

/** Inside WeChat, where the owner wants it: a red packet that opens to the mini-program's discount. */
export function Promotion() {
  const { app, t } = useShop()
  const { isWeChat } = useShellData()
  const { isWmp } = app.appDetail
  if (!app.system.appConfig.enableWeChatMiniProgramPromotion || !isWeChat || isWmp) return null
  return (
    <details className="promotion">
      <summary aria-label={t('shell.promotion')}>
        <Icon name="gift" />
      </summary>
      <p>{t('shell.promotion_text')}</p>
      <a className="button" href="weixin://dl/business/">
        {t('shell.promotion_open')}
      </a>
    </details>
  )
}
