import { Link } from 'react-router'
import { useBasket } from '#storefront/basket/basket.ts'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { FieldError } from './details.ts'
import { fieldId } from './details.ts'

/** All errors of the form, each with a link to its field. Receives the focus. */
export function ErrorList({
  errors,
  words,
  slotField,
}: {
  errors: FieldError[]
  words: (error: FieldError) => string
  /** The name of the form field for the time. */
  slotField: string
}) {
  const { count, t } = useShop()
  const basket = useBasket()
  const alert = useRefocus<HTMLDivElement>(errors.length > 0 && errors)
  if (errors.length === 0) return null
  const named = (error: FieldError) => {
    const { field, isMissing, isWhole } = error
    const hasNoLabel = field === 'cart' || field === 'unsent' || field === 'slot' || field === 'verifiedContact'
    if (isMissing || isWhole || hasNoLabel || field === 'method') return words(error)
    return t('field.error_at', { field: t(`checkout.${field}`), message: words(error) })
  }
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <p>{count('checkout.errors_title', errors.length)}</p>
      <ul className="alert-list">
        {errors.map((error) => (
          <li key={error.field + error.message}>
            {error.field === 'unsent' ? (
              words(error)
            ) : error.field === 'cart' || error.isCart ? (
              <>
                {words(error)} <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>
              </>
            ) : (
              <a href={`#${fieldId(error.field === 'slot' ? slotField : error.field)}`}>{named(error)}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
