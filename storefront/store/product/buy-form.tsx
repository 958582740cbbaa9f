import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Form, Link, useNavigate, useSearchParams } from 'react-router'
import type { ProductDetail, Variant } from '#contract/catalogue.ts'
import { maxNoteLength, maxQuantity } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { MembershipPlan } from '#contract/membership.ts'
import type { Money } from '#contract/money.ts'
import { maxQuantityOf, minQuantityOf } from '#contract/quantities.ts'
import { QuantityField } from '#storefront/basket/quantity-field.tsx'
import { useCartAdd } from '#storefront/basket/use-cart.tsx'
import { PriceTag } from '#storefront/cards/price-tag.tsx'
import { Windows } from '#storefront/cards/windows.tsx'
import { requestFailedKey } from '#storefront/core/client-state/reachability.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { CheckoutOff } from '#storefront/parts/checkout-off.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Toppings } from './choice.ts'
import {
  findInvalidGroup,
  findVariant,
  initialToppings,
  offeredGroupsFor,
  priceOfGroups,
  toCartForm,
  toChoice,
} from './choice.ts'
import { LeadTime } from './lead-time.tsx'
import { ModifierFields, OptionGroup } from './option-group.tsx'
import { useFreshStock } from './use-fresh-stock.ts'
import './buy-form.css'

interface BuyFormProps {
  product: ProductDetail
  /** The plans of a membership; empty for other products. */
  plans: MembershipPlan[]
  variant: Variant
  /** The server's errors for a form sent without JavaScript. */
  serverErrors: ErrorItem[]
  /** A short description of the product, shown below its price. */
  children: ReactNode
}

/**
 * The form that adds a product to the cart. For cross-border goods it also shows the shipping fee and time. If the
 * store does not ship these goods, a notice replaces the form below the price.
 */
export function BuyForm(props: BuyFormProps) {
  const { t } = useShop()
  const { product, variant, children } = props
  if (!product.crossBorder || product.shipping) return <AvailableBuyForm {...props} />
  return (
    <div className="buy">
      <PriceTag
        className="price-large"
        price={variant.price}
        was={variant.compareAtPrice}
        unitPrice={product.unitPrice}
      />
      {children}
      <p className="alert alert-note">{t('store.not_shipped')}</p>
    </div>
  )
}

/** The form with all choices. Each choice changes the shown price at once. */
function AvailableBuyForm({ product, plans, variant: initialVariant, serverErrors, children }: BuyFormProps) {
  const { app, info, t } = useShop()
  const { choice, variant, choose } = useChoice(product, initialVariant)
  const [toppings, setToppings] = useState<Toppings>(() => initialToppings(product.modifierGroups))
  const [quantity, setQuantity] = useState(() => minQuantityOf(product))
  const [isChecked, setChecked] = useState(false)
  const cart = useCartAdd()
  const errors = isChecked ? cart.errors : serverErrors
  const offered = offeredGroupsFor(product, choice, toppings)
  const invalidGroup = findInvalidGroup(offered, toppings)

  // If no variant has the chosen values, the form shows the prices of the initial variant.
  const pricedVariant = variant ?? initialVariant
  const extras = priceOfGroups(offered, toppings)
  const unit = plus(pricedVariant.price, extras)
  const member = pricedVariant.memberPrice && plus(pricedVariant.memberPrice, extras)
  const payable = member && info.memberPrices ? member : unit

  const stock = useFreshStock(product.id, variant, initialVariant.sku)
  const isInStock = variant !== undefined && stock.availability !== 'out'
  const maxAllowed = Math.min(stock.left ?? maxQuantity, product.maxPerOrder ?? maxQuantity)
  const canBuy = isInStock && maxQuantityOf(product, maxAllowed) > 0
  const isMembership = product.type === 'MEMBERSHIP'
  const isSinglePiece = isMembership || product.maxPerOrder === 1

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (!canBuy) return
    if (invalidGroup) return document.getElementById(`group-${invalidGroup.id}`)?.querySelector('input')?.focus()
    cart.add(toCartForm(new FormData(event.currentTarget), product))
  }

  return (
    <Form method="post" className="buy" onSubmit={submit}>
      <input type="hidden" name="redirectTo" value="/checkout/cart" />
      <div aria-live="polite">
        <PriceTag
          className="price-large"
          price={unit}
          was={extras === 0 ? (variant?.compareAtPrice ?? null) : null}
          unitPrice={unit.amount === product.price.amount ? product.unitPrice : null}
          member={member}
          sold={product.sold}
        />
        {member && !info.memberPrices && (
          <Link className="link" to="/user/membership">
            {t('store.members_how')}
          </Link>
        )}
        <Deposit deposit={pricedVariant.deposit} />
        {!(isMembership && canBuy) && (
          <Stock isMade={variant !== undefined} {...stock} isEnough={canBuy || !isInStock} />
        )}
      </div>
      {children}
      <Terms product={product} currency={unit.currency} />
      {product.options.map((option) => (
        <OptionGroup
          key={option.id}
          option={option}
          variants={product.variants}
          plans={plans}
          choice={choice}
          onChoose={(value) => choose(option.id, value)}
        />
      ))}
      {product.modifierGroups.map((group) => (
        <ModifierFields
          key={group.id}
          group={group}
          product={product}
          isOffered={offered.includes(group)}
          toppings={toppings}
          onChange={setToppings}
          isWrong={isChecked && invalidGroup?.id === group.id}
        />
      ))}
      {product.noteAllowed && <NoteField />}
      {errors.length > 0 && (
        // biome-ignore lint/a11y/noAutofocus: a page with errors opens at the errors
        <div className="alert" role="alert" tabIndex={-1} autoFocus={!isChecked}>
          {errors.map(({ code, message }) => (
            <p key={code}>{message || t(requestFailedKey())}</p>
          ))}
        </div>
      )}
      {app.system.appConfig.enableCheckout ? (
        <BuyBar canBuy={canBuy} cart={cart} total={{ ...payable, amount: payable.amount * quantity }}>
          {canBuy && !isSinglePiece && (
            <QuantityField quantity={quantity} max={maxAllowed} portions={product} onChange={setQuantity} />
          )}
        </BuyBar>
      ) : (
        <CheckoutOff />
      )}
    </Form>
  )
}

const plus = (money: Money, amount: number): Money => ({ ...money, amount: money.amount + amount })

interface BuyBarProps {
  canBuy: boolean
  cart: ReturnType<typeof useCartAdd>
  total: Money
  /** The field for the quantity. */
  children: ReactNode
}

/**
 * The button that adds the product to the cart and shows the total price. Once the product is added, links to the cart
 * and the checkout appear.
 */
function BuyBar({ canBuy, cart, total, children }: BuyBarProps) {
  const { t } = useShop()
  return (
    <div className="buy-bar">
      {children}
      <button
        type="submit"
        className="button buy-button"
        aria-disabled={!canBuy || undefined}
        aria-busy={cart.isBusy || undefined}
      >
        {canBuy ? (
          <>
            <span>{t(cart.isBusy ? 'store.adding' : 'store.add')}</span>
            <Price money={total} />
          </>
        ) : (
          t('store.badge_out')
        )}
      </button>
      <p role="status" className="buy-news">
        {cart.isAdded && (
          <>
            <Icon name="check" />
            <span>{t('store.added')}</span>
            <Link className="link" to="/checkout/cart">
              {t('store.view_cart')}
            </Link>
            <Link className="link" to="/checkout/checkout">
              {t('shell.checkout')}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

/** The chosen option values. The page stores them in the URL as `?variant=`, without adding history entries. */
function useChoice({ variants }: ProductDetail, initialVariant: Variant) {
  const [choice, setChoice] = useState(() => toChoice(initialVariant.optionPair))
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return {
    choice,
    variant: findVariant(variants, choice),
    choose(option: string, value: string) {
      const next = { ...choice, [option]: value }
      setChoice(next)
      const nextVariant = findVariant(variants, next)
      if (!nextVariant) return
      const nextQuery = new URLSearchParams(query)
      nextQuery.set('variant', nextVariant.sku)
      navigate(`?${nextQuery}`, { replace: true, preventScrollReset: true })
    },
  }
}

function Deposit({ deposit }: Pick<Variant, 'deposit'>) {
  const { t, moneyText } = useShop()
  return deposit && <p className="field-hint">{t('store.deposit', { amount: moneyText(deposit) })}</p>
}

interface StockProps extends Pick<Variant, 'availability' | 'left'> {
  /** Whether a variant has the chosen values. */
  isMade: boolean
  /** False if the product is in stock, but with fewer pieces than shoppers must buy. True if it is sold out. */
  isEnough: boolean
}

function Stock({ isMade, isEnough, availability, left }: StockProps) {
  const { t } = useShop()
  const describeStock = () => {
    if (!isMade) return t('store.not_made')
    if (!isEnough) return t('store.too_few_left', { count: left ?? 0 })
    if (availability === 'low') return t('store.left', { count: left ?? 1 })
    return t(availability === 'in' ? 'store.in_stock' : 'store.out_here')
  }
  return (
    <p className="stock" data-state={isMade && isEnough ? availability : 'out'}>
      {describeStock()}
    </p>
  )
}

/** The terms that do not depend on choices: hours of sale, shipping, lead time, quantities and prepayment. */
function Terms({ product, currency }: { product: ProductDetail; currency: string }) {
  const { t, moneyText } = useShop()
  const { windows, maxPerOrder, quantityStep, prepayment, leadMinutes } = product
  const minQuantity = minQuantityOf(product)
  const limit = product.type === 'MEMBERSHIP' ? null : maxPerOrder
  const isPlain = minQuantity === 1 && !prepayment && !product.shipping
  if (windows.length === 0 && limit === null && leadMinutes === 0 && isPlain) return null
  return (
    <div className="buy-terms">
      {windows.length > 0 && (
        <div>
          <Windows windows={windows} />
          <p className="terms-hint">{t('store.window_hint')}</p>
        </div>
      )}
      {product.shipping && <Shipping shipping={product.shipping} />}
      {leadMinutes > 0 && !product.crossBorder && <LeadTime product={product} leadMinutes={leadMinutes} />}
      {quantityStep > 1 && <p>{t('store.in_steps', { step: quantityStep })}</p>}
      {minQuantity > quantityStep && <p>{t('store.at_least', { count: minQuantity })}</p>}
      {prepayment && (
        <p>
          {t('store.prepaid', {
            part:
              'percent' in prepayment ? `${prepayment.percent}%` : moneyText({ amount: prepayment.amount, currency }),
          })}
        </p>
      )}
      {limit !== null && <p>{t('store.most_per_order', { count: limit })}</p>}
    </div>
  )
}

function NoteField() {
  const { t } = useShop()
  return (
    <Field
      id="note"
      name="note"
      label={t('store.note')}
      hint={t('store.note_hint')}
      required={false}
      maxLength={maxNoteLength}
      autoComplete="off"
    />
  )
}

/** The fee and duration of cross-border shipping. */
function Shipping({ shipping: { fee, freeFrom, days } }: { shipping: NonNullable<ProductDetail['shipping']> }) {
  const { t, count, moneyText } = useShop()
  return (
    <div>
      <p>{t('store.ships', { arrives: arrivalText(days, { t, count }) })}</p>
      <p className="field-hint">
        {t('store.ships_from', { fee: moneyText(fee) })}{' '}
        {freeFrom && t('store.ships_free', { amount: moneyText(freeFrom) })}
      </p>
    </div>
  )
}
