import type { MouseEvent } from 'react'
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
              <FieldLink id={fieldId(error.field === 'slot' ? slotField : error.field)}>
                {labelledText(error)}
              </FieldLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link that moves the focus to a field. It adds no entry to the history, so that Back leaves the page. */
function FieldLink({ id, children }: { id: string; children: string }) {
  const focusField = (event: MouseEvent) => {
    const field = document.getElementById(id)
    if (!field) return
    event.preventDefault()
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  }
  return (
    <a href={`#${id}`} onClick={focusField}>
      {children}
    </a>
  )
}
