import { describe, expect, test } from 'vitest'
import type { Goods } from './goods.ts'
import type { Sale } from './pricing.ts'
import { price } from './pricing.ts'

const goods = (key: string, total: number, more: Partial<Goods> & Pick<Goods, 'taxClass'>): Goods => ({
  key,
  total,
  quantity: 1,
  ...more,
})

describe('single servings of sweetened baked goods', () => {
  const buns = (quantity: number, key = 'bun') => goods(key, 300 * quantity, { quantity, taxClass: 'baked_single' })
  const taxesOf = (sale: Partial<Sale>) =>
    price({ currency: 'CAD', date: '2026-11-20', province: 'ON', goods: [], ...sale }).adjustments.map(
      ({ label, amount }) => [label.en, amount.amount],
    )

  test('are taxed up to five pieces on a bill, and zero-rated from six on, across products', () => {
    expect(taxesOf({ goods: [buns(5)] })).toEqual([['HST 13%', 195]])
    expect(taxesOf({ goods: [buns(6)] })).toEqual([])
    expect(taxesOf({ goods: [buns(4), buns(2, 'doughnut')] })).toEqual([])
    expect(taxesOf({ goods: [buns(4), goods('loaf', 700, { quantity: 2, taxClass: 'zero_rated' })] })).toEqual([
      ['HST 13%', 156],
    ])
  })

  test('are taxed with 5% in Ontario up to $4, as prepared food is', () => {
    expect(taxesOf({ goods: [buns(1)] })).toEqual([['HST 5%', 15]])
  })

  test('are taxed in any number if they are eaten at the store', () => {
    expect(taxesOf({ goods: [buns(6)], isEatenIn: true })).toEqual([['HST 13%', 234]])
  })

  test('have a delivery fee that is taxed as they are', () => {
    const delivery = { amount: 400, taxClass: 'as_goods' as const }
    expect(taxesOf({ goods: [buns(6)], delivery })).toEqual([['Delivery', 400]])
    expect(taxesOf({ goods: [buns(5)], delivery })).toEqual([
      ['Delivery', 400],
      ['HST 13%', 247],
    ])
  })
})
