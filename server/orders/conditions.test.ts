import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import type { Condition } from '#contract/conditions.ts'
import { putModifierGroup } from '#server/catalogue/products.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCheckout, placeOrder } from '#tests/purchases.ts'

/** Tests modifier groups that a product offers only with some choices of another group. */

const shop = setUpShop()
const modifier = (id: string, price = 0) => ({ id, name: { en: id, zh: id }, price })
const notHot: Condition = { kind: 'unless', modifiers: ['hot'] }
const putIce = (condition: Condition | null) =>
  putModifierGroup(shop.ctx(), {
    id: 'ice',
    name: { en: 'Ice', zh: '冰量' },
    min: 1,
    max: 1,
    condition,
    modifiers: [modifier('less'), modifier('more', 50)],
  })
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await putModifierGroup(shop.ctx(), {
    id: 'temperature',
    name: { en: 'Temperature', zh: '温度' },
    min: 1,
    max: 1,
    modifiers: [modifier('hot'), modifier('iced')],
  })
  await putIce(notHot)
  await addProducts(
    shop.ctx(),
    { id: 'tea', price: 500, stock: null, modifierGroups: ['temperature', 'ice'] },
    { id: 'slush', price: 600, stock: null, modifierGroups: ['ice'] },
  )
  visitor = shop.visitor()
})

const add = (sku: string, ...modifiers: string[]) =>
  visitor.api.cart.add({ sku, modifiers: modifiers.map((id) => ({ id })) })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, errors }: ApiError) => [code, errors[0]?.message],
  )
const lines = async () => Object.values((await visitor.api.cart.view()).lineItems)

describe('a group with a condition', () => {
  test('is not required while it is not offered, and cannot be chosen', async () => {
    expect(await refused(add('tea', 'hot'))).toBeNull()
    expect(await refused(add('tea', 'hot', 'less'))).toEqual([
      'cart.modifiers',
      'Ice: less does not go with the other choices. Please choose tea without it.',
    ])
  })

  test('is required and priced while it is offered', async () => {
    expect(await refused(add('tea', 'iced'))).toEqual(['cart.modifiers', 'Please check the choices under “Ice”.'])
    await add('tea', 'iced', 'more')
    expect(await lines()).toMatchObject([{ unitPrice: { amount: 550 }, problem: null }])
  })

  test('is always offered by a product without the other group', async () => {
    expect(await refused(add('slush'))).toEqual(['cart.modifiers', 'Please check the choices under “Ice”.'])
    expect(await refused(add('slush', 'less'))).toBeNull()
  })

  test('can be offered only with a choice', async () => {
    await putIce({ kind: 'only', modifiers: ['iced'] })
    expect(await refused(add('tea', 'hot'))).toBeNull()
    expect((await refused(add('tea', 'hot', 'less')))?.[0]).toBe('cart.modifiers')
    expect(await refused(add('tea', 'iced', 'less'))).toBeNull()
  })

  test('is part of the product for shoppers', async () => {
    const { modifierGroups } = await visitor.api.catalogue.detail({ id: 'tea' })
    expect(modifierGroups).toMatchObject([{ id: 'temperature' }, { id: 'ice', condition: notHot }])
    expect(modifierGroups[0]).not.toHaveProperty('condition')
  })
})

describe('a group that depends on an option value', () => {
  const temperature = {
    id: 'temp',
    name: { en: 'Temperature', zh: '温度' },
    values: [
      { id: 'hot', name: { en: 'Hot', zh: '热' } },
      { id: 'iced', name: { en: 'Iced', zh: '冰' } },
    ],
  }
  const hot = { option: { en: 'Temperature', zh: '' }, value: { en: 'Hot', zh: '' } }
  beforeEach(async () => {
    await putIce({ kind: 'unless', modifiers: [], values: [hot] })
    await addProducts(shop.ctx(), {
      id: 'latte',
      options: [temperature],
      modifierGroups: ['ice'],
      variants: ['hot', 'iced'].map((id) => ({
        sku: `latte.${id}`,
        optionPair: `temp:${id}`,
        price: 500,
        stock: null,
      })),
    })
  })

  test('is neither required nor allowed with it', async () => {
    expect(await refused(add('latte.hot'))).toBeNull()
    expect(await refused(add('latte.hot', 'less'))).toEqual([
      'cart.modifiers',
      'Ice: less does not go with the other choices. Please choose latte without it.',
    ])
    expect(await refused(add('latte.iced'))).toEqual(['cart.modifiers', 'Please check the choices under “Ice”.'])
    await add('latte.iced', 'more')
    expect((await lines()).map(({ unitPrice }) => unitPrice.amount).sort()).toEqual([500, 550])
  })

  test('is checked again at checkout, when the condition came later', async () => {
    await putIce(null)
    await add('latte.hot', 'less')
    await fillCheckout(visitor)
    await putIce({ kind: 'unless', modifiers: [], values: [hot] })
    const [line] = await lines()
    expect(line).toMatchObject({ problem: 'unavailable', modifiers: [{ id: 'less', isNotOffered: true }] })
    expect((await refused(placeOrder(visitor)))?.[0]).toBe('cart.unavailable')
  })

  test('is part of the product for shoppers', async () => {
    const { modifierGroups } = await visitor.api.catalogue.detail({ id: 'latte' })
    expect(modifierGroups).toMatchObject([{ condition: { kind: 'unless', modifiers: [], values: [hot] } }])
  })
})

describe('a condition that came later', () => {
  beforeEach(async () => {
    await putIce(null)
    await add('tea', 'hot', 'less')
    await fillCheckout(visitor)
  })

  test('marks the line of a cart, which cannot be ordered until it is removed', async () => {
    await putIce(notHot)
    const [line] = await lines()
    expect(line).toMatchObject({
      problem: 'unavailable',
      modifiers: [{ id: 'hot' }, { id: 'less', isNotOffered: true }],
    })
    expect(await refused(visitor.api.checkout.reserve())).toEqual([
      'cart.unavailable',
      'Ice: less does not go with the other choices. Please choose tea without it.',
    ])
    await visitor.api.cart.change({ lineItems: { [line?.key ?? '']: { quantity: 0 } } })
    await add('tea', 'hot')
    expect(await refused(visitor.api.checkout.reserve())).toBeNull()
  })

  test('leaves an order as it is, and keeps its line from being ordered again', async () => {
    const { orderID } = await placeOrder(visitor, { payAtStore: true })
    await putIce(notHot)
    expect(await visitor.api.orders.reorder({ id: orderID })).toMatchObject({
      added: 0,
      differences: [{ kind: 'changed' }],
    })
    expect(await lines()).toEqual([])
  })
})
