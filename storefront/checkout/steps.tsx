import { Link } from 'react-router'
import { useShop } from '#storefront/shop.ts'

const steps = [
  { name: 'cart', to: '/checkout/cart' },
  { name: 'details', to: '/checkout/checkout' },
  { name: 'payment', to: '/checkout/payment' },
] as const

/** Where on the way from cart to payment this page is; steps that are done can be gone back to. */
export function Steps({ at }: { at: (typeof steps)[number]['name'] }) {
  const { t } = useShop()
  const current = steps.findIndex(({ name }) => name === at)
  return (
    <nav className="steps" aria-label={t('checkout.steps')}>
      <ol>
        {steps.map(({ name, to }, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
            {index < current ? (
              <Link to={to}>{t(`checkout.step_${name}`)}</Link>
            ) : (
              <span>{t(`checkout.step_${name}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
