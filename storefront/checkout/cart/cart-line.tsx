import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Cart, Line } from '#contract/cart.ts'
import {
  isPortion,
  lowStockThreshold,
  maxOfferedQuantity,
  minQuantityOf,
  nextQuantity,
  previousQuantity,
} from '#contract/quantities.ts'
import type { CartResult } from '#storefront/basket/basket.ts'
import { readQuantity, useBasket } from '#storefront/basket/basket.ts'
import { campaignPath } from '#storefront/cards/facts.ts'
import { Windows } from '#storefront/cards/windows.tsx'
import { Choices, problemText } from '#storefront/checkout/bill.tsx'
import { requestFailedKey } from '#storefront/core/client-state/reachability.ts'
import type { Refusal } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { Picture } from '#ui/picture.tsx'
import './cart.css'

interface CartLineProps {
  line: Line
  change: Cart['changes'][number] | undefined
  /** The error text of a rejected change, if the form was sent without JavaScript. */
  refusal: string | undefined
  /** Whether `RemovalRefusal` shows the error of the line's last change. */
  isRefusalAbove: boolean
  onRemove: () => void
}

/** One line of the cart: product, quantity, price and all notes for the shopper. */
export function CartLine({ line, change, refusal, isRefusalAbove, onRemove }: CartLineProps) {
  const { t, say, langOf } = useShop()
  const { fetcher, error: fetcherError } = useLineFetcher(line.key)
  const basket = useBasket()
  const error = fetcherError && !isRefusalAbove ? refusalText(fetcherError, t) : refusal
  const name = say(line.name)
  const address = basket.campaignId ? campaignPath(basket.campaignId) : `/store/product/${line.productId}`
  return (
    <li className="cart-line" data-problem={line.problem ?? undefined}>
      <Link to={address} className="cart-picture" tabIndex={-1} aria-hidden="true">
        <Picture image={line.image} sizes="112px" decorative />
      </Link>
      <div className="cart-what">
        <h2 className="cart-name" lang={langOf(line.name)}>
          {line.productId ? <Link to={address}>{name}</Link> : name}
        </h2>
        <Choices line={line} />
        <Windows windows={line.windows} />
        {line.quantity > 1 && <EachPrice line={line} />}
      </div>
      <Price money={line.total} className="cart-total" />
      <div className="cart-controls">
        <Stepper line={line} fetcher={fetcher} onRemove={onRemove} />
        <fetcher.Form method="post" action={basket.cart} onSubmit={onRemove}>
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="key" value={line.key} />
          <button type="submit" className="quiet-button" aria-label={t('cart.remove_named', { name })}>
            {t('cart.remove')}
          </button>
        </fetcher.Form>
      </div>
      <LineNotes line={line} change={change} error={error} />
    </li>
  )
}

/**
 * The fetcher that changes a line, and the error of its last change. React Router forgets both once no component uses
 * the fetcher.
 */
function useLineFetcher(key: string) {
  const fetcher = useFetcher<CartResult>({ key: `line ${key}` })
  const errors = fetcher.state === 'idle' && fetcher.data && 'errors' in fetcher.data ? fetcher.data.errors : []
  return { fetcher, error: errors[0] }
}

/**
 * An alert that says why a line could not be removed. While the page does not show the line, this component still uses
 * the line's fetcher, so that React Router keeps the result. The alert gets the focus if the focused element, such as
 * the undo button, has disappeared.
 */
export function RemovalRefusal({ lineKey }: { lineKey: string }) {
  const { t } = useShop()
  const { error } = useLineFetcher(lineKey)
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error && document.activeElement === document.body) alert.current?.focus()
  }, [error])
  return (
    error && (
      <p className="alert" role="alert" tabIndex={-1} ref={alert}>
        {refusalText(error, t)}
      </p>
    )
  )
}

/**
 * The text for a rejected change: the error's message, or a text of the page for an error without a message. An error
 * has no message if the quantity is not a whole number, or if the change did not reach the server.
 */
export function refusalText({ code, message }: Refusal['errors'][number], t: Translate): string {
  return message || t(code === 'input.invalid' ? 'cart.whole_number' : requestFailedKey())
}

function EachPrice({ line }: { line: Line }) {
  const { t, moneyText } = useShop()
  return <span className="line-choice">{t('cart.each', { price: moneyText(line.unitPrice) })}</span>
}

type Translate = ReturnType<typeof useShop>['t']
type Fetcher = ReturnType<typeof useFetcher<CartResult>>

/**
 * A minus button, a number field and a plus button. Each button submits the form. A quantity of zero removes the line.
 */
function Stepper({ line, fetcher, onRemove }: { line: Line; fetcher: Fetcher; onRemove: () => void }) {
  const { t, say } = useShop()
  const [typedText, setTypedText] = useState<string | null>(null)
  const basket = useBasket()
  const name = say(line.name)
  const maxQuantity = maxOfferedQuantity(line.purchasable)
  const next = nextQuantity(line, line.quantity)
  const isAtMax = next > maxQuantity

  const send = (form: FormData) => {
    // `flushSync` shows the new quantity before the next tap, because that tap adds to the shown quantity.
    fetcher.submit(form, { method: 'post', action: basket.cart, flushSync: true })
    if (readQuantity(form) === 0) onRemove()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React types the native event as `Event`, but for `onSubmit` it is always a submit event.
    const { submitter } = event.nativeEvent as SubmitEvent
    event.preventDefault()
    if (submitter?.ariaDisabled === 'true') return
    send(new FormData(event.currentTarget, submitter))
    setTypedText(null)
  }
  const submitTyped = (form: HTMLFormElement | null) => {
    if (typedText === null || !form) return
    const formData = new FormData(form)
    if (readQuantity(formData) !== line.quantity) send(formData)
    setTypedText(null)
  }
  return (
    <fetcher.Form method="post" action={basket.cart} className="stepper" onSubmit={submit}>
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="key" value={line.key} />
      {/* Enter submits the form with its first button, which must therefore not be the minus button. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        {t('cart.set')}
      </button>
      <button
        type="submit"
        name="step"
        value={previousQuantity(line, line.quantity) - line.quantity}
        aria-label={t('cart.one_less', { name })}
      >
        <StepIcon />
      </button>
      <input
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        aria-label={t('cart.quantity_of', { name })}
        value={typedText ?? line.quantity}
        onChange={(event) => setTypedText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => submitTyped(event.target.form)}
      />
      <button
        type="submit"
        name="step"
        value={next - line.quantity}
        aria-label={t('cart.one_more', { name })}
        aria-disabled={isAtMax ? 'true' : undefined}
      >
        <StepIcon plus />
      </button>
    </fetcher.Form>
  )
}

function StepIcon({ plus = false }: { plus?: boolean }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={plus ? 'M12 6v12M6 12h12' : 'M6 12h12'} />
    </svg>
  )
}

/** The errors, problems and price changes of a line, shown beside it. */
function LineNotes({
  line,
  change,
  error,
}: {
  line: Line
  change: CartLineProps['change']
  error: string | undefined
}) {
  const { t, say } = useShop()
  const isAllOfStock = line.problem === null && line.quantity === line.purchasable && line.quantity <= lowStockThreshold
  return (
    <div className="cart-notes" aria-live="polite">
      {error && <p className="field-error">{error}</p>}
      {line.problem && <p className="field-error">{problemText(line, { t, say })}</p>}
      {!line.problem && !isPortion(line, line.quantity) && (
        <p className="field-error">{portionText(line, t, say(line.name))}</p>
      )}
      {change && <PriceChange change={change} />}
      {isAllOfStock && <p className="field-hint">{t('cart.line_low', { purchasable: line.quantity })}</p>}
    </div>
  )
}

function portionText(line: Line, t: Translate, name: string): string {
  const min = minQuantityOf(line)
  return line.quantityStep ? t('cart.line_uneven', { step: line.quantityStep, min }) : t('cart.least', { min, name })
}

function PriceChange({ change: { before, after } }: { change: NonNullable<CartLineProps['change']> }) {
  const { t, moneyText } = useShop()
  const values = { before: moneyText(before), after: moneyText(after) }
  const isUp = after.amount > before.amount
  return <p className={isUp ? 'note-up' : 'note-down'}>{t(isUp ? 'cart.price_up' : 'cart.price_down', values)}</p>
}
