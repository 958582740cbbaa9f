import { Link } from 'react-router'
import type { Line } from '#contract/cart.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { problemText } from '#storefront/checkout/bill.tsx'
import { useShop } from '#storefront/core/shop.ts'

/**
 * Lists the lines that the shopper cannot buy as they are, with a link to the cart. Shown at the top of a checkout
 * page.
 */
export function CartProblems({ lines }: { lines: Line[] }) {
  const { t, say, langOf } = useShop()
  const basket = useBasket()
  const problemLines = lines.filter(({ problem }) => problem)
  if (problemLines.length === 0) return null
  return (
    <div className="alert" role="alert">
      <p>{t('cart.problems')}</p>
      <ul className="alert-list">
        {problemLines.map((line) => (
          <li key={line.key}>
            <strong lang={langOf(line.name)}>{say(line.name)}</strong> {problemText(line, { t, say })}
          </li>
        ))}
      </ul>
      <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>
    </div>
  )
}
