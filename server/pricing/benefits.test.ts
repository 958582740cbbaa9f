import { describe, expect, test } from 'vitest'
import type { Line } from '#contract/cart.ts'
import type { Part } from '#contract/checkout.ts'
import type { MemberBenefits } from './benefits.ts'
import { isDeliveryFree, memberDiscounts, memberSaved } from './benefits.ts'
import type { Goods } from './goods.ts'

const goods = (total: number, more: Partial<Goods> = {}): Goods => ({
  key: 'tea',
  quantity: 1,
  taxClass: 'standard',
  total,
  ...more,
})
const plus = (own: Partial<MemberBenefits>): MemberBenefits => ({
  name: { en: 'Plus', zh: '尊享会员' },
  memberPrices: true,
  percent: 0,
  freeDeliveryFrom: null,
  ...own,
})

describe('the discount of a membership on a line', () => {
  test.each([
    ['is a percentage of the price', plus({ percent: 10 }), goods(1000), 100],
    ['is rounded half up', plus({ percent: 5 }), goods(1010), 51],
    ['is nothing without a percentage', plus({}), goods(1000, { usual: 1200 }), 0],
    ['is nothing without a membership', null, goods(1000), 0],
    ['is nothing before the membership is known', undefined, goods(1000), 0],
    ['is nothing on a membership', plus({ percent: 10 }), goods(1000, { isMembership: true }), 0],
    [
      'tops a smaller sale up to the percentage of the usual price',
      plus({ percent: 20 }),
      goods(900, { usual: 1000 }),
      100,
    ],
    ['is nothing if the sale is larger', plus({ percent: 20 }), goods(700, { usual: 1000 }), 0],
  ])('%s', (_, benefits, line, off) => {
    expect(memberDiscounts([line], benefits)).toEqual([off])
  })

  test('is listed in the order of the lines', () => {
    expect(
      memberDiscounts([goods(1000), goods(500, { isMembership: true }), goods(200)], plus({ percent: 10 })),
    ).toEqual([100, 0, 20])
  })
})

describe('the delivery of a member', () => {
  test.each([
    ['is free from the amount on', plus({ freeDeliveryFrom: 1000 }), [goods(1000)], true],
    ['is not free for a cent less', plus({ freeDeliveryFrom: 1000 }), [goods(999)], false],
    ['is never free without an amount', plus({}), [goods(100_000)], false],
    ['is free for all goods if the amount is zero', plus({ freeDeliveryFrom: 0 }), [goods(1)], true],
    ['is not free without a membership', null, [goods(100_000)], false],
    ['counts all lines together', plus({ freeDeliveryFrom: 1000 }), [goods(600), goods(400)], true],
    ['counts the goods after the discount', plus({ freeDeliveryFrom: 1000, percent: 10 }), [goods(1000)], false],
    [
      'does not count memberships',
      plus({ freeDeliveryFrom: 1000 }),
      [goods(900), goods(5000, { isMembership: true })],
      false,
    ],
  ])('%s', (_, benefits, all, isFree) => {
    expect(isDeliveryFree(all, benefits)).toBe(isFree)
  })
})

test('a membership saves the lower member price of each piece, and the discounts of the parts', () => {
  const line = (quantity: number, saving?: number) =>
    ({ quantity, ...(saving && { memberSaving: { amount: saving, currency: 'CAD' } }) }) as Line
  const part: Part = {
    kind: 'line',
    key: 'tea',
    quantity: 1,
    amount: 0,
    discount: 0,
    deposit: 0,
    taxes: [],
    total: 0,
  }
  expect(memberSaved({ lines: [line(3, 50), line(2)], parts: [] })).toBe(150)
  expect(memberSaved({ lines: [], parts: [{ ...part, member: 120 }, part, { ...part, member: 400 }] })).toBe(520)
  expect(memberSaved({ lines: [line(3, 50)], parts: [{ ...part, member: 120 }] })).toBe(270)
})
