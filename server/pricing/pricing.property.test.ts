import { expect, test } from 'vitest'
import { taxClasses } from '#contract/shapes.ts'
import type { Goods } from './goods.ts'
import type { PricedSale, Sale } from './pricing.ts'
import { price } from './pricing.ts'
import type { RefundPart, RefundSelection } from './refund-amounts.ts'
import { refundOf } from './refund-amounts.ts'
import { provinces } from './tax-rates.ts'

/** For more carts, run `CARTS=1000000 npx vitest run server/pricing`, which takes a minute or two. */
const carts = Number(process.env.CARTS ?? 200_000)

test(`in ${carts.toLocaleString('en')} random carts the parts and the refunds each add up to the total`, {
  timeout: 120_000 + carts,
}, () => {
  const random = seeded(20_261_120)
  for (let cart = 0; cart < carts; cart++) {
    const sale = randomSale(random)
    const priced = price(sale)
    const fault = faultOf(sale, priced) ?? memberFault(sale, priced) ?? refundFault(random, priced)
    if (fault) expect.fail(`${fault}, cart ${cart}: ${JSON.stringify(sale)} ${JSON.stringify(priced)}`)
  }
})

/**
 * Describes the error of a bill; null if there is none. Does not use `expect`, because `expect` takes longer than
 * computing a bill.
 */
function faultOf({ goods }: Sale, priced: PricedSale): string | null {
  const { parts, adjustments, subtotal, total, credit, amountDue, balance, depositDue } = priced
  const adjusted = adjustments.reduce((sum, { amount }) => sum + amount.amount, subtotal)
  if (adjusted !== total) return 'the lines of the bill are not its total'
  if (sumOf(parts, 'total') !== total) return 'the parts are not the total'
  for (const part of parts) {
    const { amount, discount, member = 0, deposit, taxes, total } = part
    if (taxes.reduce((sum, tax) => sum + tax, amount + deposit) !== total) return 'a part is not its pieces'
    if (![amount, discount, member, deposit, total, ...taxes].every(isAmount)) return 'a part is no amount'
  }
  if (goods.some(({ key, total }) => total !== undiscounted(priced, key)))
    return 'coupon and membership took more than they gave'
  if (![total, credit, amountDue, balance, depositDue ?? 0].every(isAmount)) return 'a sum is no amount'
  if (credit + amountDue + balance !== total) return 'what is paid is not the total'
  const taxes = adjustments.filter(({ kind }) => kind === 'tax')
  const isTaxShared = taxes.every(
    ({ amount }, at) => parts.reduce((sum, part) => sum + (part.taxes[at] ?? 0), 0) === amount.amount,
  )
  if (!isTaxShared) return 'shares of a tax are not the tax'
  return adjustments.every(({ label }) => label.en && label.zh) ? null : 'a sum has no name'
}

/** Describes how a sale breaks the rules of membership discounts; null if it breaks none. */
function memberFault({ goods, member, delivery }: Sale, { parts, tipBase, adjustments }: PricedSale): string | null {
  for (const [at, { total, usual = total, isMembership }] of goods.entries()) {
    const off = parts[at]?.member ?? 0
    if (isMembership && off > 0) return 'a membership became cheaper by itself'
    const lowest = Math.min(total, usual - Math.round((usual * (member?.percent ?? 0)) / 100))
    if (!isMembership && total - off !== lowest) return 'a member does not pay the lowest price'
  }
  const taken = sumOf(
    parts.map(({ member = 0 }) => ({ member })),
    'member',
  )
  const said = adjustments.reduce((sum, { kind, amount }) => (kind === 'membership' ? sum - amount.amount : sum), 0)
  if (taken !== said) return 'the bill does not say what the membership took off'
  if (parts.some(({ kind, member = 0 }) => member > 0 && kind !== 'line' && kind !== 'delivery'))
    return 'the membership took something off a fee or a tip'
  const carried = goods.reduce(
    (sum, { total, isMembership }, at) => (isMembership ? sum : sum + total - (parts[at]?.member ?? 0)),
    0,
  )
  const isFree = member != null && member.freeDeliveryFrom !== null && carried >= member.freeDeliveryFrom
  const brought = parts.find(({ kind }) => kind === 'delivery')
  if (brought && (brought.member ?? 0) !== (isFree ? (delivery?.amount ?? 0) : 0))
    return 'delivery is not free as promised'
  const tipped = goods.reduce((sum, { isMembership }, at) => (isMembership ? sum : sum + (parts[at]?.amount ?? 0)), 0)
  return tipBase === tipped ? null : 'a tip is counted of a membership'
}

function undiscounted({ parts }: PricedSale, key: string): number {
  const part = parts.find((part) => part.kind === 'line' && part.key === key)
  return (part?.amount ?? 0) + (part?.discount ?? 0) + (part?.member ?? 0)
}

/** Refunds an order in some random steps and then the rest. Describes the error; null if there is none. */
function refundFault(random: Random, { parts, total }: PricedSale): string | null {
  const before: RefundPart[] = []
  const steps = random(3)
  for (let step = 0; step <= steps; step++) {
    const wanted: RefundSelection = step === steps ? { everything: true } : randomWish(random, parts)
    const given = refundOf(parts, before, wanted)
    if (!given.every(({ amount, deposit, taxes }) => [amount, deposit, ...taxes].every(isAmount))) return 'a bad refund'
    before.push(...given)
    for (const part of parts) {
      const back = before.filter(({ kind, key }) => kind === part.kind && key === part.key)
      if (sumOf(back, 'amount') > part.amount || sumOf(back, 'deposit') > part.deposit)
        return 'more came back than paid'
      if (sumOf(back, 'pieces') > part.quantity) return 'more pieces came back than were bought'
      const isRoundedUp = sumOf(back, 'amount') * part.quantity > part.amount * sumOf(back, 'pieces')
      if (step === 0 && wanted.lines && !wanted.amount && isRoundedUp)
        return 'pieces came back for more than their share'
    }
  }
  if (sumOf(before, 'total') !== total) return 'not everything came back'
  const taxAt = (list: { taxes: number[] }[], at: number) => list.reduce((sum, { taxes }) => sum + (taxes[at] ?? 0), 0)
  const isByRate = parts[0]?.taxes.every((_, at) => taxAt(before, at) === taxAt(parts, at)) ?? true
  return isByRate ? null : 'the refunded tax of a rate is not the tax that was paid at it'
}

function randomWish(random: Random, parts: PricedSale['parts']): RefundSelection {
  const part = parts[random(parts.length)]
  const kind = random(4)
  if (kind === 0 || !part) return { amount: random(5000) }
  if (kind === 1) return { tip: true, fees: random(2) === 0 }
  if (kind === 2) return { delivery: true, amount: random(300) }
  return { lines: { [part.key]: 1 + random(4) }, ...(random(4) === 0 && { amount: random(3000) }) }
}

function randomSale(random: Random): Sale {
  const goods = Array.from({ length: 1 + random(5) }, (_, at) => randomGoods(random, at))
  const isDelivered = random(3) === 0
  return {
    currency: 'CAD',
    date: random(2) === 0 ? '2025-03-31' : '2026-11-20',
    province: oneOf(random, provinces),
    goods,
    member: random(2) === 0 ? randomBenefits(random, goods) : null,
    discount: random(2) === 0 ? randomDiscount(random, goods) : null,
    fees:
      random(4) === 0
        ? [{ id: 'bag', label: { en: 'Bag', zh: '袋' }, amount: random(200), taxClass: oneOf(random, taxClasses) }]
        : [],
    delivery: isDelivered
      ? { amount: random(1200), taxClass: random(2) === 0 ? 'as_goods' : oneOf(random, taxClasses) }
      : null,
    tip: [null, { percent: 1 + random(30) }, { amount: 1 + random(2000) }][random(3)] ?? null,
    credit: random(3) === 0 ? { available: random(8000), wanted: random(8000), use: oneOf(random, uses) } : null,
  }
}

function randomBenefits(random: Random, goods: Goods[]): Sale['member'] {
  const justEnough = goods.reduce((sum, { total, isMembership }) => (isMembership ? sum : sum + total), 0)
  return {
    name: { en: 'Plus', zh: '尊享会员' },
    memberPrices: true,
    percent: random(3) === 0 ? random(101) : random(20),
    freeDeliveryFrom: [null, null, random(6000), justEnough][random(4)] ?? null,
  }
}

function randomGoods(random: Random, at: number): Goods {
  const quantity = 1 + random(12)
  const total = quantity * random(random(20) === 0 ? 80_000_000 : 3000)
  return {
    key: `line${at}`,
    quantity,
    total,
    ...(random(3) === 0 && { usual: total + quantity * random(1000) }),
    ...(random(10) === 0 && { isMembership: true }),
    taxClass: oneOf(random, taxClasses),
    deposit: random(4) === 0 ? random(40) : 0,
    prepayment: [null, null, { percent: random(101) }, { amount: random(4000) }][random(4)] ?? null,
  }
}

function randomDiscount(random: Random, goods: Goods[]): Sale['discount'] {
  const weights = goods.flatMap(({ key, total }) => (random(3) === 0 ? [] : [[key, random(4) ? total : random(5000)]]))
  return {
    label: { en: 'Coupon', zh: '优惠券' },
    amount: random(6000),
    weights: Object.fromEntries(weights),
    delivery: random(4) === 0 ? 'free' : null,
  }
}

const uses = ['bill', 'deposit'] as const
const isAmount = (amount: number) => Number.isSafeInteger(amount) && amount >= 0

function sumOf<Name extends string>(list: Record<Name, number>[], name: Name): number {
  let sum = 0
  for (const entry of list) sum += entry[name]
  return sum
}

type Random = (below: number) => number

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T
}

/** Returns a reproducible random generator (mulberry32). Each call returns a whole number from 0 to `below` - 1. */
function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
