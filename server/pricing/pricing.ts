import type { Adjustment, Part, TipChoice } from '#contract/checkout.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import { bilingualText, reductionText } from '#server/platform/bilingual.ts'
import type { MemberBenefits } from './benefits.ts'
import { isDeliveryFree, memberDiscounts } from './benefits.ts'
import type { Fee, Goods, Prepayment } from './goods.ts'
import { largestRemainder, roundedShare } from './rounding.ts'
import type { TaxLine } from './tax.ts'
import { taxesOf } from './tax.ts'
import type { TaxName, TaxRule } from './tax-rates.ts'
import { zeroRatedServings } from './tax-rates.ts'

export type { MemberBenefits } from './benefits.ts'
export { memberDiscounts, memberSaved, missingToFreeDelivery } from './benefits.ts'
export type { Goods } from './goods.ts'
export type { ChosenModifier, LinePrice } from './lines.ts'
export { lineKey, normaliseModifiers, priceLine } from './lines.ts'
export type { Cheaper } from './price-reductions.ts'
export { lowerParts, lowerTaxes, reductionIn } from './price-reductions.ts'
export type { RefundPart, RefundSelection } from './refund-amounts.ts'
export { refundOf, splitRefund, taxesIn } from './refund-amounts.ts'
export { roundedShare } from './rounding.ts'
export type { MoneyRules } from './rules.ts'
export { feesOf, moneyRules, putRules } from './rules.ts'

/** The input of a bill. Amounts are in minor units of `currency`, and not negative. */
export interface Sale {
  currency: string
  /** The local date of the store, such as `2026-11-20`. It determines the tax rates. */
  date: string
  /**
   * The place of supply: the province of the store for pickup and eating in, the province of the address for
   * deliveries. A province has two letters. A place abroad has an ISO 3166-2 code.
   */
  province: string
  /** The owner's tax rates, in addition to the published rates. */
  taxRules?: TaxRule[]
  /** The shop's tax registration numbers, for receipts. */
  registrations?: Partial<Record<TaxName, string>>
  /** One entry per line, in the order of the cart. */
  goods: Goods[]
  /** Whether all goods are eaten at the store. */
  isEatenIn?: boolean
  member?: MemberBenefits | null
  discount?: Discount | null
  fees?: Fee[]
  delivery?: Delivery | null
  tip?: TipChoice | null
  credit?: Credit | null
}

/** The discount of a coupon: an `amount` off the goods, distributed by `weights`, or free delivery. */
export interface Discount {
  label: Text
  /** The coupon's code. */
  code?: string
  /** The discount on the goods; never more than the sum of `weights`. */
  amount: number
  /**
   * For each line key, the part of the line's price to which the coupon applies. Lines without a weight get no
   * discount.
   */
  weights: Record<string, number>
  delivery?: 'free' | null
}

export interface Delivery {
  amount: number
  /**
   * The tax class of the fee. `as_goods` means that the shop delivers its own goods. The fee is then taxed like the
   * goods, in proportion to their amounts (CRA P-077R2).
   */
  taxClass: TaxClass | 'as_goods'
  label?: Text
}

/**
 * The buyer's store credit: the amount that is `available`, the amount that the buyer wants to use, and whether store
 * credit may pay for the whole bill or only for the deposit.
 */
export interface Credit {
  available: number
  wanted: number
  use: 'bill' | 'deposit'
}

export interface PricedSale {
  /** All parts of the order with their final cost; their totals add up to `total`. */
  parts: Part[]
  /** Goods before coupon, fees and taxes. */
  subtotal: number
  /** The labelled amounts between `subtotal` and `total`, in display order. Reductions are negative. */
  adjustments: Adjustment[]
  total: number
  discount: number
  delivery: number
  tip: number
  /** The membership's discount, without the savings by member prices. */
  member: number
  /** The amount to which a tip in percent applies: goods before taxes and after the coupon, without memberships. */
  tipBase: number
  /** The store credit that is used. */
  credit: number
  /**
   * The deposit to pay with the order, before store credit is subtracted; null if the whole bill is due with the order.
   */
  depositDue: number | null
  /** The amount to pay now. */
  amountDue: number
  /** The amount to pay later. */
  balance: number
}

/**
 * Computes the bill of a sale, for the cart, the checkout, orders and refunds. The steps are, in order: goods,
 * membership and coupon by line, bottle deposits and fees, delivery, taxes by class, tip, store credit. Every cent
 * belongs to a labelled part.
 */
export function price(input: Sale): PricedSale {
  const sale = withServings(input)
  const parts = withTaxes(sale, [...goodsOf(sale), ...feesOf(sale), ...deliveryOf(sale)])
  const { taxes } = parts
  const tipBase = sum(
    sale.goods.map(({ isMembership }, index) => (isMembership ? 0 : (parts.list[index]?.amount ?? 0))),
  )
  const tip = tipOf(sale.tip ?? null, tipBase)
  const all = [...parts.list, ...(tip > 0 ? [part('tip', 'tip', { amount: tip })] : [])].map(withTotal)
  const subtotal = sum(sale.goods.map(({ total }) => total))
  const total = sum(all.map(({ total }) => total))
  return {
    parts: all,
    subtotal,
    adjustments: adjustmentsOf(sale, all, taxes),
    total,
    discount: sum(all.map(({ discount }) => discount)),
    member: sum(all.map(({ member = 0 }) => member)),
    delivery: sale.delivery?.amount ?? 0,
    tip,
    tipBase,
    ...dueOf(sale, all, total),
  }
}

/**
 * Sets the tax class of single servings of sweetened baked goods: zero-rated for six or more, else prepared food. Goods
 * eaten at the store are always prepared food (Schedule VI, Part III, paragraph 1(q)).
 */
function withServings(sale: Sale): Sale {
  const isServing = ({ taxClass }: Goods) => taxClass === 'baked_single'
  const servings = sum(sale.goods.filter(isServing).map(({ quantity }) => quantity))
  if (servings === 0) return sale
  const taxClass = servings >= zeroRatedServings && !sale.isEatenIn ? 'zero_rated' : 'prepared'
  return { ...sale, goods: sale.goods.map((goods) => (isServing(goods) ? { ...goods, taxClass } : goods)) }
}

/** A tip in minor units: an amount, or a percentage of `base`, rounded half up. */
export function tipOf(choice: TipChoice | null, base: number): number {
  if (!choice) return 0
  return 'percent' in choice ? roundedShare(base, choice.percent, 100) : choice.amount
}

/** A part of a bill before its taxes are computed, with its amounts by tax class. */
interface Untaxed extends Part {
  classes: { taxClass: TaxClass; amount: number }[]
}

function part(kind: Part['kind'], key: string, values: Partial<Part>): Untaxed {
  return { kind, key, quantity: 1, amount: 0, discount: 0, deposit: 0, taxes: [], total: 0, classes: [], ...values }
}

function goodsOf({ goods, member, discount }: Sale): Untaxed[] {
  const membershipOff = memberDiscounts(goods, member)
  const weights = goods.map(({ key, total }, index) =>
    Math.min(total - (membershipOff[index] ?? 0), discount?.weights[key] ?? 0),
  )
  const couponOff = largestRemainder(Math.min(discount?.amount ?? 0, sum(weights)), weights)
  return goods.map(({ key, quantity, total, taxClass, deposit = 0 }, at) => {
    const amount = total - (membershipOff[at] ?? 0) - (couponOff[at] ?? 0)
    const values = {
      quantity,
      amount,
      discount: couponOff[at] ?? 0,
      ...memberField(membershipOff[at]),
      deposit: deposit * quantity,
    }
    return { ...part('line', key, values), classes: [{ taxClass, amount }] }
  })
}

/** The membership's discount as a field of a part. The field is omitted if the discount is 0. */
function memberField(member = 0) {
  return member > 0 ? { member } : {}
}

function feesOf({ fees = [] }: Sale): Untaxed[] {
  return fees.map(({ id, amount, taxClass }) => ({ ...part('fee', id, { amount }), classes: [{ taxClass, amount }] }))
}

function deliveryOf({ delivery, discount, goods, member }: Sale): Untaxed[] {
  if (!delivery) return []
  const isFree = isDeliveryFree(goods, member)
  const off = discount?.delivery === 'free' && !isFree ? delivery.amount : 0
  const amount = isFree ? 0 : delivery.amount - off
  const untaxed = part('delivery', 'delivery', { amount, discount: off, ...memberField(isFree ? delivery.amount : 0) })
  if (delivery.taxClass !== 'as_goods') return [{ ...untaxed, classes: [{ taxClass: delivery.taxClass, amount }] }]
  const amounts = largestRemainder(
    amount,
    goods.map(({ total, isMembership }) => (isMembership ? 0 : total)),
  )
  return [{ ...untaxed, classes: goods.map(({ taxClass }, index) => ({ taxClass, amount: amounts[index] ?? 0 })) }]
}

/** Adds to each part its share of each tax. */
function withTaxes({ province, date, taxRules }: Sale, list: Untaxed[]): { list: Part[]; taxes: TaxLine[] } {
  const goods = list.flatMap(({ classes }) => classes)
  const taxes = taxesOf({ province, date, goods, ...(taxRules && { rules: taxRules }) })
  let offset = 0
  return {
    taxes,
    list: list.map(({ classes, ...part }) => {
      const start = offset
      offset += classes.length
      return { ...part, taxes: taxes.map(({ shares }) => sum(shares.slice(start, offset))) }
    }),
  }
}

function withTotal({ kind, key, quantity, amount, discount, member, deposit, taxes }: Part): Part {
  return {
    kind,
    key,
    quantity,
    amount,
    discount,
    ...memberField(member),
    deposit,
    taxes,
    total: amount + deposit + sum(taxes),
  }
}

function adjustmentsOf(sale: Sale, parts: Part[], taxes: TaxLine[]): Adjustment[] {
  const { currency, member, discount, fees = [], delivery, registrations = {} } = sale
  const salesTotal = sum(parts.filter(({ kind }) => kind !== 'tip').map(({ amount }) => amount))
  const adjustmentsFor = (kind: Adjustment['kind'], label: Text, amount: number): Adjustment[] =>
    amount === 0 ? [] : [{ kind, label, amount: { amount, currency } }]
  const total = (kind: Part['kind'], name: 'discount' | 'member' | 'deposit' | 'amount') =>
    sum(parts.filter((part) => part.kind === kind).map((part) => part[name] ?? 0))
  const byCoupon = (off: number) => {
    if (!discount) return []
    const { label, code } = discount
    return adjustmentsFor('discount', label, -off).map((adjustment) => ({ ...adjustment, ...(code && { code }) }))
  }
  return [
    ...(member ? adjustmentsFor('membership', percentLabel(member), -total('line', 'member')) : []),
    ...byCoupon(total('line', 'discount')),
    ...adjustmentsFor('deposit', bilingualText('money.bottle_deposit'), total('line', 'deposit')),
    ...fees.flatMap(({ label, amount }) => adjustmentsFor('fee', label, amount)),
    ...(delivery ? adjustmentsFor('delivery', delivery.label ?? bilingualText('money.delivery'), delivery.amount) : []),
    ...(member ? adjustmentsFor('membership', deliveryLabel(member), -total('delivery', 'member')) : []),
    ...byCoupon(total('delivery', 'discount')),
    ...taxes.map(({ tax, label, amount, base }) => {
      const registration = registrations[tax]
      return {
        kind: 'tax' as const,
        label,
        amount: { amount, currency },
        ...(registration && { registration }),
        // The bill shows the taxed amount only if it is less than the whole sale.
        ...(base < salesTotal && { base: { amount: base, currency } }),
      }
    }),
    ...adjustmentsFor('tip', bilingualText('money.tip'), total('tip', 'amount')),
  ]
}

/** The amounts to pay now and later, and the store credit used. */
function dueOf({ goods, credit }: Sale, parts: Part[], total: number) {
  const rules = new Map(goods.flatMap(({ key, prepayment }) => (prepayment ? [[key, prepayment] as const] : [])))
  const prepayable = sum(parts.map((part) => prepaid(part, rules.get(part.key))))
  const usable = credit?.use === 'deposit' ? prepayable : total
  const usedCredit = credit ? Math.min(credit.available, credit.wanted, usable) : 0
  const amountDue = Math.max(0, prepayable - usedCredit)
  return {
    credit: usedCredit,
    depositDue: prepayable < total ? prepayable : null,
    amountDue,
    balance: total - usedCredit - amountDue,
  }
}

function prepaid({ kind, quantity, total }: Part, rule: Prepayment | undefined): number {
  if (kind !== 'line' || !rule) return total
  return Math.min(total, 'percent' in rule ? roundedShare(total, rule.percent, 100) : rule.amount * quantity)
}

function percentLabel({ name, percent }: MemberBenefits): Text {
  return bilingualText('membership.adjustment_percent', { tier: name, reduction: reductionText(percent) })
}

function deliveryLabel({ name }: MemberBenefits): Text {
  return bilingualText('membership.adjustment_delivery', { tier: name })
}
