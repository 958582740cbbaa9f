import { openMiniProgramPage } from '#storefront/core/mini-program.ts'
import { useShop } from '#storefront/core/shop.ts'
import { openDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { supportDialog } from './dialogs/dialog-names.ts'

/**
 * In the mini-program, a button that opens the mini-program's contact page. Without WeChat's bridge, the button opens
 * the support dialog.
 */
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
