import { Suspense, useState } from 'react'
import { optionalComponent } from '#storefront/core/optional-component.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Dialog, openDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ShareData } from './share-data.ts'

const ShareSheet = optionalComponent(() => import('./share-sheet.tsx'))
const shareDialog = 'share'

/** Opens the share sheet, whose code is downloaded at the first press. */
export function ShareButton({ shared }: { shared: ShareData }) {
  const { t, say } = useShop()
  const [hasOpened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className="share"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          openDialog(shareDialog)
        }}
      >
        <Icon name="share" />
        <span>{t('store.share')}</span>
      </button>
      <Dialog id={shareDialog} title={t('store.share_title', { name: say(shared.name) })} className="share-dialog">
        <Suspense fallback={<p className="share-wait">{t('store.loading')}</p>}>
          {hasOpened && <ShareSheet shared={shared} />}
        </Suspense>
      </Dialog>
    </>
  )
}
