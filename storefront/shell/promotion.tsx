import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'
import { useShellData } from './shell-data.ts'

/** Leads to WeChat's own list of mini-programs. */
const anyMiniProgram = 'weixin://dl/business/'

/** Inside WeChat, where the owner wants it: a red packet that opens to the mini-program's discount. */
export function Promotion() {
  const { app, t } = useShop()
  const { isWeChat } = useShellData()
  const { isWmp } = app.appDetail
  const { enableWeChatMiniProgramPromotion, weChatMiniProgramPromotionURL } = app.system.appConfig
  if (!enableWeChatMiniProgramPromotion || !isWeChat || isWmp) return null
  return (
    <details className="promotion">
      <summary aria-label={t('shell.promotion')}>
        <Icon name="gift" />
      </summary>
      <p>{t('shell.promotion_text')}</p>
      <a className="button" href={promotionAddress(weChatMiniProgramPromotionURL)}>
        {t('shell.promotion_open')}
      </a>
    </details>
  )
}

/** An owner's link is one of https or of WeChat itself; anything else is none. */
const promotionAddress = (link = '') => (/^(https|weixin):\/\//i.test(link) ? link : anyMiniProgram)
