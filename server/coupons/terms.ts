import { inArray } from 'drizzle-orm'
import type { CouponTerms } from '#contract/coupons.ts'
import { toLocal } from '#contract/hours.ts'
import { isWritten, perLocale } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { shopCurrency } from '#server/catalogue/catalogue.ts'
import { categories as categoryRows, products as productRows } from '#server/catalogue/tables.ts'
import { all as allLocations } from '#server/locations/locations.ts'
import {
  bilingualText,
  dateText,
  listTexts,
  moneyText,
  reductionText,
  timeText,
  weekdayTexts,
} from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import type { CouponRow } from './conditions.ts'
import { methodNames, storeNames } from './conditions.ts'
import type { Reward } from './tables.ts'

/**
 * Describes a coupon to shoppers in both languages: one sentence for the reward, the coupon's note, and one sentence
 * for each condition.
 */
export async function loadTerms(ctx: Context, coupon: CouponRow): Promise<CouponTerms> {
  const { code, name, note, reward } = coupon
  const currency = await shopCurrency(ctx)
  const others = [...(isWritten(note) ? [note] : []), ...(await conditionTexts(ctx, coupon, currency))]
  return {
    code,
    name,
    value: valueText(reward, currency),
    isForFirstOrder: coupon.conditions.firstOrder === true,
    terms: [rewardText(reward, currency), ...others],
    besides: [...besidesText(reward, currency), ...others],
  }
}

/** The reward as a short text, such as `$5` or `20% off`. */
function valueText(reward: Reward, currency: string): Text {
  switch (reward.kind) {
    case 'amount':
      return roundText(moneyText(reward.amount, currency))
    case 'percent':
      return bilingualText('coupons.value_percent', { reduction: reductionText(reward.percent) })
    case 'free_delivery':
      return bilingualText('coupons.value_delivery')
    case 'gift':
      return bilingualText('coupons.value_gift')
    case 'buy_x_get_y':
      return reward.percent === 100
        ? bilingualText('coupons.value_pieces', { buy: reward.buy, get: reward.get })
        : bilingualText('coupons.value_pieces_off', { get: reward.get, reduction: reductionText(reward.percent) })
  }
}

/** A list with the sentence that completes `valueText`, such as the maximum discount. Empty if nothing is missing. */
function besidesText(reward: Reward, currency: string): Text[] {
  switch (reward.kind) {
    case 'amount':
    case 'free_delivery':
      return []
    case 'percent':
      return reward.cap === undefined
        ? []
        : [bilingualText('coupons.gives_at_most', { cap: moneyText(reward.cap, currency) })]
    case 'gift':
    case 'buy_x_get_y':
      return [rewardText(reward, currency)]
  }
}

/** Removes the decimals of a whole amount: `$5.00` becomes `$5`. */
const roundText = (amount: Text): Text => perLocale((locale) => amount[locale].replace(/[.,]00$/, ''))

function rewardText(reward: Reward, currency: string): Text {
  switch (reward.kind) {
    case 'amount':
      return bilingualText('coupons.gives_amount', { amount: moneyText(reward.amount, currency) })
    case 'percent':
      return reward.cap === undefined
        ? bilingualText('coupons.gives_percent', { reduction: reductionText(reward.percent) })
        : bilingualText('coupons.gives_percent_cap', {
            reduction: reductionText(reward.percent),
            cap: moneyText(reward.cap, currency),
          })
    case 'free_delivery':
      return bilingualText('coupons.gives_delivery')
    case 'gift':
      return bilingualText('coupons.gives_gift', { count: reward.quantity, name: reward.name })
    case 'buy_x_get_y':
      return reward.percent === 100
        ? bilingualText('coupons.gives_pieces', { buy: reward.buy, get: reward.get })
        : bilingualText('coupons.gives_pieces_off', {
            buy: reward.buy,
            get: reward.get,
            reduction: reductionText(reward.percent),
          })
  }
}

async function conditionTexts(ctx: Context, coupon: CouponRow, currency: string): Promise<Text[]> {
  const { conditions, startsAt, endsAt, maxUsesEach } = coupon
  const { minimum, locations, methods, weekdays, hours, firstOrder, membersOnly } = conditions
  const stores = await allLocations(ctx)
  const timeZone = stores[0]?.timeZone ?? 'UTC'
  const today = toLocal(ctx.app.now(), timeZone).date
  const day = (instant: Date) => dateText(toLocal(instant, timeZone).date, today)
  const scope = await scopeNames(ctx, coupon)
  return [
    ...(minimum ? [bilingualText('coupons.asks_minimum', { amount: moneyText(minimum, currency) })] : []),
    ...(scope ? [bilingualText('coupons.asks_goods', { names: scope })] : []),
    ...(locations ? [bilingualText('coupons.asks_location', { stores: storeNames(locations, stores) })] : []),
    ...(methods ? [bilingualText('coupons.asks_method', { methods: methodNames(methods) })] : []),
    ...(weekdays ? [bilingualText('coupons.asks_weekday', { days: weekdayTexts(weekdays) })] : []),
    ...(hours
      ? [bilingualText('coupons.asks_hours', { from: timeText(hours.from), until: timeText(hours.until) })]
      : []),
    ...(startsAt && startsAt > ctx.app.now() ? [bilingualText('coupons.asks_from', { day: day(startsAt) })] : []),
    ...(endsAt ? [bilingualText('coupons.asks_until', { day: day(new Date(endsAt.getTime() - 1)) })] : []),
    ...(firstOrder ? [bilingualText('coupons.asks_first')] : []),
    ...(membersOnly ? [bilingualText('coupons.asks_member')] : []),
    ...(maxUsesEach === 1 ? [bilingualText('coupons.asks_once')] : []),
  ]
}

/** The names of the goods to which a coupon is limited; null if it lists no products or categories. */
async function scopeNames(ctx: Context, { conditions }: CouponRow): Promise<Text | null> {
  const { products, categories } = conditions
  if (!products && !categories) return null
  const [inCategories, ofProducts] = await Promise.all([
    ctx.db
      .select({ name: categoryRows.name })
      .from(categoryRows)
      .where(inArray(categoryRows.id, categories ?? [])),
    ctx.db
      .select({ name: productRows.name })
      .from(productRows)
      .where(inArray(productRows.id, products ?? [])),
  ])
  return listTexts([...inCategories, ...ofProducts].map(({ name }) => name))
}
