import { Link } from 'react-router'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import './checkout.css'

const steps = ['cart', 'details', 'payment'] as const

/** The steps from cart to payment, with the current one marked. Completed steps are links. */
export function Steps({ at }: { at: (typeof steps)[number] }) {
  const { t } = useShop()
  const basket = useBasket()
  const current = steps.indexOf(at)
  return (
    <nav className="steps" aria-label={t('checkout.steps')}>
      <ol>
        {steps.map((name, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
            {index < current ? (
              <Link to={basket[name]}>{t(`checkout.step_${name}`)}</Link>
            ) : (
              <span>{t(`checkout.step_${name}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
