import { openMiniProgramPage } from '#storefront/mini-program.ts'
import { useShop } from '#storefront/shop.ts'
import { openDialog } from '#storefront/ui/dialog.tsx'
import { Icon } from '#storefront/ui/icon.tsx'
import { supportDialog } from './dialog-names.ts'

/** In the mini-program: opens its contact page; where its bridge is missing, the support sheet. */
export function ContactHelper() {
  const { app, t } = useShop()
  if (!app.appDetail.isWmp) return null
  return (
    <button
      type="button"
      className="contact-helper"
      onClick={() => {
        if (!openMiniProgramPage('/pages/contact/contact')) openDialog(supportDialog)
      }}
    >
      <Icon name="chat" />
      {t('shell.contact_us')}
    </button>
  )
}
