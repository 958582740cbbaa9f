import { useShop } from '#storefront/core/shop.ts'

/** Prints the page; its print style sheet makes a receipt of it. */
export function PrintButton() {
  const { t } = useShop()
  return (
    <button type="button" className="button button-quiet needs-script" onClick={() => window.print()}>
      {t('orders.print')}
    </button>
  )
}
