import type { CouponInput } from '#server/coupons/coupons.ts'
import { addDays } from './days.ts'
import { text } from './product.ts'

/** The demonstration's coupons. The shop refuses some of them, so that visitors see the reasons. */
export function demoCoupons(today: string): CouponInput[] {
  const at = (days: number) => new Date(`${addDays(today, days)}T05:00:00Z`)
  return [
    {
      code: 'WELCOME5',
      name: text(['$5 to say welcome', '新客立减 $5']),
      reward: { kind: 'amount', amount: 500 },
      conditions: { minimum: 2500, firstOrder: true },
      maxUsesEach: 1,
      endsAt: at(60),
      listed: true,
    },
    {
      code: 'LANTERN10',
      name: text(['Lantern week, 10% off', '花灯周九折']),
      reward: { kind: 'percent', percent: 10, cap: 1000 },
      conditions: { minimum: 1500 },
      endsAt: at(7),
      listed: true,
    },
    {
      code: 'BAKE3',
      name: text(['Three from the oven', '烘焙买二送一']),
      reward: { kind: 'buy_x_get_y', buy: 2, get: 1, percent: 100 },
      conditions: { categories: ['bakery'] },
      endsAt: at(30),
      listed: true,
    },
    {
      code: 'FREERIDE',
      name: text(['Free delivery', '免配送费']),
      reward: { kind: 'free_delivery' },
      conditions: { minimum: 3000 },
      endsAt: at(14),
      listed: true,
    },
    {
      code: 'COOKIE',
      name: text(['A bag of fortune cookies', '送一袋幸运饼干']),
      reward: {
        kind: 'gift',
        sku: 'fortune-cookies',
        name: text(['Fortune cookies', '幸运饼干']),
        quantity: 1,
      },
      conditions: { minimum: 2000 },
    },
    {
      code: 'MOON',
      name: text(['For the next full moon', '月圆有礼']),
      reward: { kind: 'amount', amount: 800 },
      startsAt: at(30),
    },
    {
      code: 'YESTERDAY',
      name: text(['Yesterday’s treat', '昨日特惠']),
      reward: { kind: 'percent', percent: 20 },
      endsAt: at(0),
    },
    {
      code: 'ALLGONE',
      name: text(['For the fastest', '手快有']),
      reward: { kind: 'amount', amount: 1000 },
      maxUses: 0,
    },
    {
      code: 'FAMILY',
      name: text(['Among ourselves', '自家人']),
      reward: { kind: 'percent', percent: 15 },
      conditions: { membersOnly: true },
    },
  ]
}
