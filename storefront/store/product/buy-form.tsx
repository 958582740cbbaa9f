import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Form, Link, useNavigate, useSearchParams } from 'react-router'
import type { ProductDetail, Variant } from '#contract/catalogue.ts'
import { maxQuantity, noteLength } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { MembershipPlan } from '#contract/membership.ts'
import { leastOf, mostOf } from '#contract/quantities.ts'
import { QuantityField } from '#storefront/basket/quantity-field.tsx'
import { useCartAdd } from '#storefront/basket/use-cart.tsx'
import { PriceTag } from '#storefront/cards/price-tag.tsx'
import { Windows } from '#storefront/cards/windows.tsx'
import { unsentText } from '#storefront/core/client-state/reachability.ts'
import { useShop } from '#storefront/core/shop.ts'
import { arrivalText } from '#storefront/parts/arrival.ts'
import { CheckoutOff } from '#storefront/parts/checkout-off.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Toppings } from './choice.ts'
import { findVariant, offeredWith, openingToppings, priceOfGroup, toCartForm, toChoice, wrongGroup } from './choice.ts'
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
  refused: ErrorItem[]
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
  if (!product.crossBorder || product.shipping) return <OpenBuyForm {...props} />
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
function OpenBuyForm({ product, plans, variant: opening, refused, children }: BuyFormProps) {
  const { app, info, t } = useShop()
  const { choice, variant, choose } = useChoice(product, opening)
  const [toppings, setToppings] = useState<Toppings>(() => openingToppings(product.modifierGroups))
  const [quantity, setQuantity] = useState(() => leastOf(product))
  const [isChecked, setChecked] = useState(false)
  const cart = useCartAdd()
  const errors = isChecked ? cart.errors : refused
  const offered = offeredWith(product, choice, toppings)
  const wrong = wrongGroup(offered, toppings)
  const extras = offered.reduce((sum, group) => sum + priceOfGroup(group, toppings), 0)
  const price = { ...(variant ?? opening).price }
  const unit = { ...price, amount: price.amount + extras }
  const isMembership = product.type === 'MEMBERSHIP'
  const fresh = useFreshStock(product.id, variant, opening.sku)
  const isThere = variant !== undefined && fresh.availability !== 'out'
  const most = Math.min(fresh.left ?? maxQuantity, product.maxPerOrder ?? maxQuantity)
  const canBuy = isThere && mostOf(product, most) > 0
  const isOne = isMembership || product.maxPerOrder === 1
  const memberPrice = (variant ?? opening).memberPrice
  const member = memberPrice && { ...memberPrice, amount: memberPrice.amount + extras }
  const paid = member && info.memberPrices ? member : unit

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (!canBuy) return
    if (wrong) return document.getElementById(`group-${wrong.id}`)?.querySelector('input')?.focus()
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
        <Deposit deposit={(variant ?? opening).deposit} />
        {!(isMembership && canBuy) && <Stock isMade={variant !== undefined} {...fresh} isEnough={canBuy || !isThere} />}
      </div>
      {children}
      <Terms product={product} currency={price.currency} />
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
          isWrong={isChecked && wrong?.id === group.id}
        />
      ))}
      {product.noteAllowed && <NoteField />}
      {errors.length > 0 && (
        // biome-ignore lint/a11y/noAutofocus: a page with errors opens at the errors
        <div className="alert" role="alert" tabIndex={-1} autoFocus={!isChecked}>
          {errors.map(({ code, message }) => (
            <p key={code}>{message || t(unsentText())}</p>
          ))}
        </div>
      )}
      {!app.system.appConfig.enableCheckout ? (
        <CheckoutOff />
      ) : (
        <div className="buy-bar">
          {canBuy && !isOne && (
            <QuantityField quantity={quantity} max={most} portions={product} onChange={setQuantity} />
          )}
          <button
            type="submit"
            className="button buy-button"
            aria-disabled={!canBuy || undefined}
            aria-busy={cart.isBusy || undefined}
          >
            {canBuy ? (
              <>
                <span>{t(cart.isBusy ? 'store.adding' : 'store.add')}</span>
                <Price money={{ ...paid, amount: paid.amount * quantity }} />
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
      )}
    </Form>
  )
}

/** The chosen option values. The page stores them in the URL as `?variant=`, without adding history entries. */
function useChoice({ variants }: ProductDetail, opening: Variant) {
  const [choice, setChoice] = useState(() => toChoice(opening.optionPair))
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return {
    choice,
    variant: findVariant(variants, choice),
    choose(option: string, value: string) {
      const next = { ...choice, [option]: value }
      setChoice(next)
      const found = findVariant(variants, next)
      if (!found) return
      const address = new URLSearchParams(query)
      address.set('variant', found.sku)
      navigate(`?${address}`, { replace: true, preventScrollReset: true })
    },
  }
}

function Deposit({ deposit }: Pick<Variant, 'deposit'>) {
  const { t, moneyText } = useShop()
  return deposit && <p className="field-hint">{t('store.deposit', { amount: moneyText(deposit) })}</p>
}

type StockProps = { isMade: boolean; isEnough: boolean } & Pick<Variant, 'availability' | 'left'>

function Stock({ isMade, isEnough, availability, left }: StockProps) {
  const { t } = useShop()
  const state = isMade && isEnough ? availability : 'out'
  if (!isEnough) {
    return (
      <p className="stock" data-state={state}>
        {t('store.too_few_left', { count: left ?? 0 })}
      </p>
    )
  }
  return (
    <p className="stock" data-state={state}>
      {!isMade && t('store.not_made')}
      {isMade && state === 'in' && t('store.in_stock')}
      {isMade && state === 'low' && t('store.left', { count: left ?? 1 })}
      {isMade && state === 'out' && t('store.out_here')}
    </p>
  )
}

/** The terms that do not depend on choices: availability, limits, deposit, lead time and shipping. */
function Terms({ product, currency }: { product: ProductDetail; currency: string }) {
  const { t, moneyText } = useShop()
  const { windows, maxPerOrder, quantityStep, prepayment, leadMinutes } = product
  const least = leastOf(product)
  const limit = product.type === 'MEMBERSHIP' ? null : maxPerOrder
  const isPlain = least === 1 && !prepayment && !product.shipping
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
      {least > quantityStep && <p>{t('store.at_least', { count: least })}</p>}
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
      maxLength={noteLength}
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
