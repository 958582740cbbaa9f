import { useShop } from '#storefront/core/shop.ts'

/** Prints the page. The print style sheet turns it into a receipt. */
export function PrintButton() {
  const { t } = useShop()
  return (
    <button type="button" className="button button-quiet needs-script" onClick={() => window.print()}>
      {t('orders.print')}
    </button>
  )
}
