import type { Method } from '#contract/checkout.ts'
import { addressMethods, carriesGoods } from '#contract/fulfilment-methods.ts'
import { toLocal } from '#contract/hours.ts'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import type { LocationRow } from '#server/locations/locations.ts'
import { bilingualText, dateText, listTexts, moneyText, timeText, weekdayTexts } from '#server/platform/bilingual.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import type { Persons } from './persons.ts'
import type { CouponLine } from './reward.ts'
import { missingPieces } from './reward.ts'
import type { Conditions, coupons } from './tables.ts'

export type CouponRow = typeof coupons.$inferSelect

/** The facts of an order that decide whether a coupon applies. */
export interface CouponFacts {
  now: Date
  location: Pick<LocationRow, 'id' | 'timeZone'>
  method: Method
  currency: string
  memberId: string | null
  lines: CouponLine[]
  /** The id of the cart's pending or placed order. The limits ignore this order's use of the coupon. */
  orderId: string | null
  persons: Persons
  /** Whether the buyer has ordered before. Called only for first-order coupons, because the answer needs a query. */
  hasOrdered(): Promise<boolean>
}

/** The facts about a coupon's uses that decide whether one buyer has reached the coupon's limits. */
export interface Uses {
  /** Whether the cart's pending or placed order already uses the coupon. The limits ignore that use. */
  isMine: boolean
  /** How often the buyer has used the coupon: the highest count among the buyer's identities. */
  each: number
}

/**
 * Why a coupon cannot be used now; null if it can be used. If there are several reasons, returns the first in this
 * sequence: period, uses, day and hour, store and method, person, goods.
 */
export async function refusalOf(
  coupon: CouponRow,
  uses: Uses,
  { facts, names }: { facts: CouponFacts; names: { locations: LocationRow[]; scope: CouponLine[] } },
): Promise<FailureItem | null> {
  return (
    checkPeriod(coupon, facts) ??
    checkUses(coupon, uses) ??
    checkHours(coupon.conditions, facts) ??
    checkPlace(coupon.conditions, facts, names.locations) ??
    (await checkPerson(coupon.conditions, facts)) ??
    checkGoods(coupon, facts, names.scope)
  )
}

/**
 * The facts that decide whether a shopper can claim a coupon. They exclude the goods and the method, because both may
 * still change.
 */
export type ClaimFacts = Pick<CouponFacts, 'now' | 'memberId' | 'orderId' | 'persons' | 'hasOrdered'> & {
  location: Pick<LocationRow, 'timeZone'>
}

/** Why a shopper cannot claim a coupon; null if the shopper can claim it. */
export async function claimRefusalOf(coupon: CouponRow, uses: Uses, facts: ClaimFacts): Promise<FailureItem | null> {
  return checkPeriod(coupon, facts) ?? checkUses(coupon, uses) ?? (await checkPerson(coupon.conditions, facts))
}

function checkPeriod({ active, startsAt, endsAt }: CouponRow, { now, location }: ClaimFacts): FailureItem | null {
  if (!active || (endsAt && endsAt <= now)) return { code: 'coupons.ended' }
  if (!startsAt || startsAt <= now) return null
  const { date, time } = toLocal(startsAt, location.timeZone)
  const today = toLocal(now, location.timeZone).date
  return { code: 'coupons.not_started', details: { day: dateText(date, today), time: timeText(time) } }
}

function checkUses({ maxUses, maxUsesEach, used }: CouponRow, { isMine, each }: Uses): FailureItem | null {
  const ownUses = isMine ? 1 : 0
  if (maxUsesEach !== null && each - ownUses >= maxUsesEach) return { code: 'coupons.used' }
  return maxUses !== null && used - ownUses >= maxUses ? { code: 'coupons.used_up' } : null
}

function checkHours({ weekdays, hours }: Conditions, { now, location }: CouponFacts): FailureItem | null {
  const { date, time } = toLocal(now, location.timeZone)
  if (weekdays && !weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) {
    return { code: 'coupons.weekday', details: { days: weekdayTexts(weekdays) } }
  }
  const isOpen = !hours || (hours.from <= time && time < hours.until)
  if (isOpen) return null
  return { code: 'coupons.hours', details: { from: timeText(hours.from), until: timeText(hours.until) } }
}

function checkPlace({ locations, methods }: Conditions, facts: CouponFacts, stores: LocationRow[]): FailureItem | null {
  if (locations && !locations.includes(facts.location.id)) {
    return { code: 'coupons.location', details: { stores: storeNames(locations, stores) } }
  }
  if (!methods || methods.includes(facts.method)) return null
  return { code: 'coupons.method', details: { methods: methodNames(methods) } }
}

async function checkPerson(
  { member, membersOnly, firstOrder }: Conditions,
  facts: Pick<CouponFacts, 'memberId' | 'hasOrdered'>,
): Promise<FailureItem | null> {
  if ((membersOnly || member) && !facts.memberId) return { code: 'coupons.members' }
  if (member && member !== facts.memberId) return { code: 'coupons.not_yours' }
  return firstOrder && (await facts.hasOrdered()) ? { code: 'coupons.first_order' } : null
}

/** The methods whose fee a `free_delivery` coupon can waive: those that bring local goods to an address. */
const waivableMethods: Method[] = addressMethods.filter((method) => carriesGoods(method, 'local'))

function checkGoods({ reward, conditions }: CouponRow, facts: CouponFacts, scope: CouponLine[]): FailureItem | null {
  const { minimum = 0 } = conditions
  if (reward.kind === 'free_delivery' && !waivableMethods.includes(facts.method)) {
    return { code: 'coupons.method', details: { methods: methodNames(waivableMethods) } }
  }
  if (reward.kind === 'gift' && !facts.lines.some(({ sku }) => sku === reward.sku)) {
    return { code: 'coupons.gift', details: { name: reward.name } }
  }
  if (scope.length === 0) return { code: 'coupons.goods' }
  const missing = minimum - sum(scope.map(({ total }) => total))
  if (missing > 0) return { code: 'coupons.minimum', details: { missing: moneyText(missing, facts.currency) } }
  const pieces = missingPieces(reward, scope)
  return pieces > 0 ? { code: 'coupons.pieces', details: { missing: pieces } } : null
}

export function storeNames(ids: string[], stores: LocationRow[]): Text {
  return listTexts(stores.filter(({ id }) => ids.includes(id)).map(({ name }) => name))
}

export function methodNames(methods: Method[]): Text {
  return listTexts(methods.map((method) => bilingualText(`coupons.by_${method}`)))
}
