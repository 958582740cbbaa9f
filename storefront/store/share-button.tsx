import { lazy, Suspense, useState } from 'react'
import type { ProductDetail } from '#contract/catalogue.ts'
import { useShop } from '#storefront/shop.ts'
import { Dialog, openDialog } from '#storefront/ui/dialog.tsx'
import { Icon } from '#storefront/ui/icon.tsx'

const ShareSheet = lazy(() => import('./share-sheet.tsx'))
const shareDialog = 'share'

/** Opens the ways to pass a product on; they are fetched once somebody asks. */
export function ShareButton({ product }: { product: ProductDetail }) {
  const { t, say } = useShop()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        className="share"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true)
          openDialog(shareDialog)
        }}
      >
        <Icon name="share" />
        <span>{t('store.share')}</span>
      </button>
      <Dialog id={shareDialog} title={t('store.share_title', { name: say(product.name) })} className="share-dialog">
        <Suspense fallback={<p className="share-wait">{t('store.loading')}</p>}>
          {isAsked && <ShareSheet product={product} />}
        </Suspense>
      </Dialog>
    </>
  )
}
