import type { Adjustment, Part, TipChoice } from '#contract/checkout.ts'
import type { TaxClass, Text } from '#contract/shapes.ts'
import { both, reductionText } from '#server/platform/bilingual.ts'
import type { MemberBenefits } from './benefits.ts'
import { isBroughtFree, memberOff } from './benefits.ts'
import type { Fee, Goods, Prepayment } from './goods.ts'
import { sum } from './lines.ts'
import { largestRemainder, roundedShare } from './rounding.ts'
import type { TaxLine } from './tax.ts'
import { taxesOf } from './tax.ts'
import type { TaxName, TaxRule } from './tax-rates.ts'
import { zeroRatedServings } from './tax-rates.ts'

export type { MemberBenefits } from './benefits.ts'
export { memberOff, memberSaved } from './benefits.ts'
export type { Goods } from './goods.ts'
export type { ChosenModifier, LinePrice } from './lines.ts'
export { lineKey, normaliseModifiers, priceLine, sum } from './lines.ts'
export type { RefundPart, WantedRefund } from './refund-amounts.ts'
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

/** The discount of a coupon: an `amount` off the goods, distributed by `weights`, and free delivery. */
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
 * Store credit: the `available` amount, the `wanted` part of it, and whether it may pay for the whole bill or only for
 * the deposit.
 */
export interface Credit {
  available: number
  wanted: number
  use: 'bill' | 'deposit'
}

export interface Priced {
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
export function price(given: Sale): Priced {
  const sale = withServings(given)
  const parts = taxed(sale, [...goodsOf(sale), ...feesOf(sale), ...deliveryOf(sale)])
  const { taxes } = parts
  const tipBase = sum(sale.goods.map(({ isMembership }, at) => (isMembership ? 0 : (parts.list[at]?.amount ?? 0))))
  const tip = tipOf(sale.tip ?? null, tipBase)
  const all = [...parts.list, ...(tip > 0 ? [part('tip', 'tip', { amount: tip })] : [])].map(whole)
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
  const membersOff = memberOff(goods, member)
  const weights = goods.map(({ key, total }, at) =>
    Math.min(total - (membersOff[at] ?? 0), discount?.weights[key] ?? 0),
  )
  const off = largestRemainder(Math.min(discount?.amount ?? 0, sum(weights)), weights)
  return goods.map(({ key, quantity, total, taxClass, deposit = 0 }, at) => {
    const amount = total - (membersOff[at] ?? 0) - (off[at] ?? 0)
    const values = {
      quantity,
      amount,
      discount: off[at] ?? 0,
      ...byMember(membersOff[at]),
      deposit: deposit * quantity,
    }
    return { ...part('line', key, values), classes: [{ taxClass, amount }] }
  })
}

/** The membership's discount as a field of a part. The field is omitted if the discount is 0. */
function byMember(member = 0) {
  return member > 0 ? { member } : {}
}

function feesOf({ fees = [] }: Sale): Untaxed[] {
  return fees.map(({ id, amount, taxClass }) => ({ ...part('fee', id, { amount }), classes: [{ taxClass, amount }] }))
}

function deliveryOf({ delivery, discount, goods, member }: Sale): Untaxed[] {
  if (!delivery) return []
  const isFree = isBroughtFree(goods, member)
  const off = discount?.delivery === 'free' && !isFree ? delivery.amount : 0
  const amount = isFree ? 0 : delivery.amount - off
  const untaxed = part('delivery', 'delivery', { amount, discount: off, ...byMember(isFree ? delivery.amount : 0) })
  if (delivery.taxClass !== 'as_goods') return [{ ...untaxed, classes: [{ taxClass: delivery.taxClass, amount }] }]
  const shares = largestRemainder(
    amount,
    goods.map(({ total, isMembership }) => (isMembership ? 0 : total)),
  )
  return [{ ...untaxed, classes: goods.map(({ taxClass }, at) => ({ taxClass, amount: shares[at] ?? 0 })) }]
}

/** Adds to each part its share of each tax. */
function taxed({ province, date, taxRules }: Sale, list: Untaxed[]): { list: Part[]; taxes: TaxLine[] } {
  const goods = list.flatMap(({ classes }) => classes)
  const taxes = taxesOf({ province, date, goods, ...(taxRules && { rules: taxRules }) })
  let at = 0
  return {
    taxes,
    list: list.map(({ classes, ...part }) => {
      const from = at
      at += classes.length
      return { ...part, taxes: taxes.map(({ shares }) => sum(shares.slice(from, at))) }
    }),
  }
}

function whole({ kind, key, quantity, amount, discount, member, deposit, taxes }: Part): Part {
  return {
    kind,
    key,
    quantity,
    amount,
    discount,
    ...byMember(member),
    deposit,
    taxes,
    total: amount + deposit + sum(taxes),
  }
}

function adjustmentsOf(sale: Sale, parts: Part[], taxes: TaxLine[]): Adjustment[] {
  const { currency, member, discount, fees = [], delivery, registrations = {} } = sale
  const sold = sum(parts.filter(({ kind }) => kind !== 'tip').map(({ amount }) => amount))
  const of = (kind: Adjustment['kind'], label: Text, amount: number): Adjustment[] =>
    amount === 0 ? [] : [{ kind, label, amount: { amount, currency } }]
  const total = (kind: Part['kind'], name: 'discount' | 'member' | 'deposit' | 'amount') =>
    sum(parts.filter((part) => part.kind === kind).map((part) => part[name] ?? 0))
  const byCoupon = (off: number) => {
    if (!discount) return []
    const { label, code } = discount
    return of('discount', label, -off).map((adjustment) => ({ ...adjustment, ...(code && { code }) }))
  }
  return [
    ...(member ? of('membership', percentLabel(member), -total('line', 'member')) : []),
    ...byCoupon(total('line', 'discount')),
    ...of('deposit', both('money.bottle_deposit'), total('line', 'deposit')),
    ...fees.flatMap(({ label, amount }) => of('fee', label, amount)),
    ...(delivery ? of('delivery', delivery.label ?? both('money.delivery'), delivery.amount) : []),
    ...(member ? of('membership', deliveryLabel(member), -total('delivery', 'member')) : []),
    ...byCoupon(total('delivery', 'discount')),
    ...taxes.map(({ tax, label, amount, base }) => {
      const registration = registrations[tax]
      return {
        kind: 'tax' as const,
        label,
        amount: { amount, currency },
        ...(registration && { registration }),
        // The bill shows the taxed amount only if it is less than the whole sale.
        ...(base < sold && { base: { amount: base, currency } }),
      }
    }),
    ...of('tip', both('money.tip'), total('tip', 'amount')),
  ]
}

/** The amounts to pay now and later, and the store credit used. */
function dueOf({ goods, credit }: Sale, parts: Part[], total: number) {
  const rules = new Map(goods.flatMap(({ key, prepayment }) => (prepayment ? [[key, prepayment] as const] : [])))
  const now = sum(parts.map((part) => prepaid(part, rules.get(part.key))))
  const usable = credit?.use === 'deposit' ? now : total
  const used = credit ? Math.min(credit.available, credit.wanted, usable) : 0
  const amountDue = Math.max(0, now - used)
  return { credit: used, depositDue: now < total ? now : null, amountDue, balance: total - used - amountDue }
}

function prepaid({ kind, quantity, total }: Part, rule: Prepayment | undefined): number {
  if (kind !== 'line' || !rule) return total
  return Math.min(total, 'percent' in rule ? roundedShare(total, rule.percent, 100) : rule.amount * quantity)
}

function percentLabel({ name, percent }: MemberBenefits): Text {
  return both('membership.adjustment_percent', { tier: name, reduction: reductionText(percent) })
}

function deliveryLabel({ name }: MemberBenefits): Text {
  return both('membership.adjustment_delivery', { tier: name })
}
