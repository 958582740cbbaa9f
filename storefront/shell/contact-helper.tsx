import { openMiniProgramPage } from '#storefront/core/mini-program.ts'
import { useShop } from '#storefront/core/shop.ts'
import { openDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { supportDialog } from './dialogs/dialog-names.ts'

/**
 * A button in the mini-program that opens the mini-program's contact page. Without WeChat's bridge, it opens the
 * support dialog instead.
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
