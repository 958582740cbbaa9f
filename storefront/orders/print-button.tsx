import { useShop } from '#storefront/core/shop.ts'

/** Prints the page: its paper form is the receipt. */
export function PrintButton() {
  const { t } = useShop()
  return (
    <button type="button" className="button button-quiet needs-script" onClick={() => window.print()}>
      {t('orders.print')}
    </button>
  )
}
