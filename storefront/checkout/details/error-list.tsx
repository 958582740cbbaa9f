import { Link } from 'react-router'
import { useBasket } from '#storefront/basket/basket.ts'
import { useRefocus } from '#storefront/checkout/use-refocus.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { DetailsError } from './details.ts'
import { fieldId } from './details.ts'

/** All errors of the form, each with a link to its field. Receives the focus. */
export function ErrorList({
  errors,
  errorText,
  slotField,
}: {
  errors: DetailsError[]
  errorText: (error: DetailsError) => string
  /** The name of the form field for the time. */
  slotField: string
}) {
  const { count, t } = useShop()
  const basket = useBasket()
  const alert = useRefocus<HTMLDivElement>(errors.length > 0 && errors)
  if (errors.length === 0) return null
  const labelledText = (error: DetailsError) => {
    const { field, isMissing, isComplete } = error
    const hasNoLabel = field === 'cart' || field === 'unsent' || field === 'slot' || field === 'verifiedContact'
    if (isMissing || isComplete || hasNoLabel || field === 'method') return errorText(error)
    return t('field.error_at', { field: t(`checkout.${field}`), message: errorText(error) })
  }
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={alert}>
      <p>{count('checkout.errors_title', errors.length)}</p>
      <ul className="alert-list">
        {errors.map((error) => (
          <li key={error.field + error.message}>
            {error.field === 'unsent' ? (
              errorText(error)
            ) : error.field === 'cart' || error.isCart ? (
              <>
                {errorText(error)} <Link to={basket.cart}>{t('checkout.back_to_cart')}</Link>
              </>
            ) : (
              <a href={`#${fieldId(error.field === 'slot' ? slotField : error.field)}`}>{labelledText(error)}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
