import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { dayMs } from '#contract/durations.ts'
import { putModifierGroup, setPrice, unpublish } from '#server/catalogue/products.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { registerMember } from '#tests/registration.ts'
import { sweep } from './cart.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(
    shop.ctx(),
    { id: 'bun', price: 350, stock: 5 },
    { id: 'tea', price: 600, stock: null, noteAllowed: true },
    { id: 'box', price: 2000, stock: 50, maxPerOrder: 3 },
  )
  visitor = shop.visitor()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => error.code,
  )
const countCarts = async () => (await shop.query<{ count: number }>('select count(*)::int from carts'))[0]?.count
const keyOf = (cart: { lineItems: Record<string, unknown> }, at = 0) => Object.keys(cart.lineItems)[at] ?? ''

test('an add-on joins the same cart as other goods, and is refused beyond the stock', async () => {
  await visitor.api.cart.add({ sku: 'tea' })
  const { lineItems } = await visitor.api.cart.addAddon({ sku: 'bun', quantity: 2 })
  expect(Object.values(lineItems).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['tea', 1],
    ['bun', 2],
  ])
  expect(await refusal(visitor.api.cart.addAddon({ sku: 'bun', quantity: 4 }))).toBe('cart.out_of_stock')
})

test('a store that does not ship refuses cross-border goods, also those already in a cart', async () => {
  await visitor.api.cart.add({ sku: 'bun' })
  await addProducts(shop.ctx(), { id: 'bun', price: 350, stock: 5, crossBorder: true })
  expect(await visitor.api.catalogue.product({ id: 'bun' })).toMatchObject({ sku: null })
  expect(await refusal(visitor.api.cart.add({ sku: 'bun' }))).toBe('cart.cross_border')
  expect(await refusal(visitor.api.cart.addAddon({ sku: 'bun' }))).toBe('cart.cross_border')
  const { lineItems } = await visitor.api.cart.view()
  expect(Object.values(lineItems)).toMatchObject([{ sku: 'bun', problem: 'unavailable' }])
  expect(await refusal(visitor.api.checkout.reserve())).toBe('cart.unavailable')
})

test('a first visitor gets one session with the first goods, and none with a refused request', async () => {
  expect(await refusal(visitor.api.cart.add({ sku: 'bun', quantity: 6 }))).toBe('cart.out_of_stock')
  expect(await shop.query('select 1 from sessions')).toEqual([])
  await Promise.all(['bun', 'tea', 'box'].map((sku) => visitor.api.cart.add({ sku })))
  expect((await visitor.api.cart.view()).itemCount).toBe(3)
  expect(await shop.query('select 1 from sessions')).toHaveLength(1)
})

test('goods that a visitor adds after the session has expired are in a new cart of a guest', async () => {
  const password = 'three dumplings at noon'
  await registerMember(shop, visitor, { name: 'Mei', email: 'mei@example.com', password })
  for (const goods of [['tea'], ['bun', 'box']]) {
    await visitor.api.cart.add({ sku: 'tea' })
    await shop.query(`update sessions set expires_at = now() - interval '1 minute'`)
    shop.clock.advance(2000)
    await Promise.all(goods.map((sku) => visitor.api.cart.add({ sku })))
    const { lineItems } = await visitor.api.cart.view()
    expect(Object.values(lineItems).map(({ sku }) => sku)).toEqual(expect.arrayContaining(goods))
    expect(Object.keys(lineItems)).toHaveLength(goods.length)
    expect(await visitor.api.shell.appInfo({})).toMatchObject({ userID: null })
    expect(await shop.query('select member_id from sessions')).toEqual([{ member_id: null }])
  }
})

describe('looking at a cart', () => {
  test('a visitor without a cart sees an empty one, and nothing is stored', async () => {
    expect(await visitor.api.cart.view()).toEqual({
      id: null,
      version: 0,
      lineItems: {},
      itemCount: 0,
      pieces: 0,
      subtotal: { amount: 0, currency: 'CAD' },
      claims: [],
      changes: [],
    })
    expect(await countCarts()).toBe(0)
    expect(await shop.query('select 1 from sessions')).toEqual([])
  })

  test('a visitor does not see another visitor’s cart', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    expect((await shop.visitor().api.cart.view()).itemCount).toBe(0)
  })

  test('a price change is reported until the shopper changes its line', async () => {
    const before = await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    await setPrice(shop.ctx(), { sku: 'bun', price: 400 })
    const seen = await visitor.api.cart.view()
    expect(seen.changes).toEqual([
      {
        key: keyOf(before),
        kind: 'price',
        name: { en: 'bun', zh: 'bun' },
        before: { amount: 350, currency: 'CAD' },
        after: { amount: 400, currency: 'CAD' },
      },
    ])
    expect(seen.subtotal.amount).toBe(800)
    await visitor.api.cart.add({ sku: 'tea' })
    expect((await visitor.api.cart.view()).changes).toEqual(seen.changes)
    const changed = await visitor.api.cart.change({ lineItems: { [keyOf(before)]: { quantity: 3 } } })
    expect(changed.changes).toEqual(seen.changes)
    expect((await visitor.api.cart.view()).changes).toEqual([])
  })

  test('a line that can no longer be bought stays in the cart with the reason', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 4 })
    await visitor.api.cart.add({ sku: 'box' })
    await addProducts(shop.ctx(), { id: 'bun', price: 350, stock: 3 })
    await unpublish(shop.ctx(), 'box')
    const lines = Object.values((await visitor.api.cart.view()).lineItems)
    expect(lines.map(({ sku, problem, purchasable }) => [sku, problem, purchasable])).toEqual([
      ['bun', 'out_of_stock', 3],
      ['box', 'unavailable', 50],
    ])
  })
})

describe('adding', () => {
  test('the same variant adds to its existing line', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    await visitor.api.cart.add({ sku: 'tea' })
    const cart = await visitor.api.cart.add({ sku: 'bun' })
    expect(Object.values(cart.lineItems).map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['bun', 3],
      ['tea', 1],
    ])
    expect(cart).toMatchObject({ itemCount: 2, pieces: 4, subtotal: { amount: 1650 }, version: 3 })
    expect(await visitor.api.cart.view()).toEqual(cart)
  })

  test('a note makes a separate line, if the product allows notes', async () => {
    await visitor.api.cart.add({ sku: 'tea', note: 'less ice' })
    await visitor.api.cart.add({ sku: 'tea' })
    const cart = await visitor.api.cart.add({ sku: 'bun', note: 'warm, please' })
    expect(Object.values(cart.lineItems).map(({ note }) => note)).toEqual(['less ice', '', ''])
  })

  test('a request repeated with one key adds once', async () => {
    const add = () => visitor.api.cart.add({ sku: 'bun', idempotencyKey: 'tap-number-1' })
    await add()
    await Promise.all([add(), add()])
    expect((await visitor.api.cart.view()).pieces).toBe(1)
  })

  test('a key used for another request is refused, and nothing is added', async () => {
    await visitor.api.cart.add({ sku: 'bun', idempotencyKey: 'tap-number-1' })
    for (const other of [{ sku: 'bun', quantity: 2 }, { sku: 'tea' }, { sku: 'bun', note: 'warm' }])
      await expect(visitor.api.cart.add({ ...other, idempotencyKey: 'tap-number-1' })).rejects.toMatchObject({
        status: 422,
        errors: [{ code: 'request.key_reused' }],
      })
    expect((await visitor.api.cart.view()).pieces).toBe(1)
  })

  test('a quantity beyond the stock is refused with the available number', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 4 })
    await expect(visitor.api.cart.add({ sku: 'bun', quantity: 2 })).rejects.toMatchObject({
      status: 409,
      errors: [{ code: 'cart.out_of_stock', message: 'Only 5 left of bun.', details: { sku: 'bun', purchasable: 5 } }],
    })
    expect((await visitor.api.cart.view()).pieces).toBe(4)
  })

  test('no call reveals the stock of a product with more than 50 pieces', async () => {
    await addProducts(shop.ctx(), { id: 'mug', stock: 57 })
    const { lineItems } = await visitor.api.cart.add({ sku: 'mug' })
    expect(Object.values(lineItems).map(({ purchasable }) => purchasable)).toEqual([50])
    await expect(visitor.api.cart.add({ sku: 'mug', quantity: 60 })).rejects.toMatchObject({
      errors: [
        { code: 'cart.out_of_stock', message: 'Up to 50 of mug right now.', details: { sku: 'mug', purchasable: 50 } },
      ],
    })
    expect(await visitor.api.catalogue.inventory({ id: 'mug' })).toMatchObject({ purchasable: 50 })
    // The published number is a lower bound; more pieces are available.
    expect((await visitor.api.cart.add({ sku: 'mug', quantity: 56 })).pieces).toBe(57)
  })

  test('lines with different notes count together against the stock', async () => {
    await addProducts(shop.ctx(), { id: 'pie', stock: 3, noteAllowed: true })
    await visitor.api.cart.add({ sku: 'pie', quantity: 2, note: 'one' })
    expect(await refusal(visitor.api.cart.add({ sku: 'pie', quantity: 2, note: 'two' }))).toBe('cart.out_of_stock')
  })

  test('a quantity beyond the limit per order is refused', async () => {
    await visitor.api.cart.add({ sku: 'box', quantity: 3 })
    expect(await refusal(visitor.api.cart.add({ sku: 'box' }))).toBe('cart.limit')
    expect(await refusal(visitor.api.cart.add({ sku: 'tea', quantity: 999 }))).toBe('accepted')
    expect(await refusal(visitor.api.cart.add({ sku: 'tea' }))).toBe('cart.limit')
  })

  test('a product sold in steps is refused in other quantities', async () => {
    await addProducts(shop.ctx(), { id: 'six', stock: 50, quantityStep: 6, minQuantity: 12 })
    await expect(visitor.api.cart.add({ sku: 'six', quantity: 6 })).rejects.toMatchObject({
      errors: [
        { code: 'cart.portion', message: 'six is sold in multiples of 6, 12 at least.', details: { step: 6, min: 12 } },
      ],
    })
    const { lineItems } = await visitor.api.cart.add({ sku: 'six', quantity: 12 })
    const [line] = Object.values(lineItems)
    const key = line?.key ?? ''
    expect(line).toMatchObject({ quantityStep: 6, minQuantity: 12 })
    for (const quantity of [13, 11, 6]) {
      expect(await refusal(visitor.api.cart.change({ lineItems: { [key]: { quantity } } }))).toBe('cart.portion')
    }
    expect((await visitor.api.cart.change({ lineItems: { [key]: { quantity: 18 } } })).pieces).toBe(18)
    expect((await visitor.api.cart.change({ lineItems: { [key]: { quantity: 0 } } })).pieces).toBe(0)
  })

  test('unknown and unpublished products are refused, and no cart is created', async () => {
    await unpublish(shop.ctx(), 'box')
    expect(await refusal(visitor.api.cart.add({ sku: 'nothing' }))).toBe('not_found')
    expect(await refusal(visitor.api.cart.add({ sku: 'box' }))).toBe('cart.unavailable')
    expect(await countCarts()).toBe(0)
  })

  test.each([-1, 0, 1.5, '2', '1e3', 1e9, Number.NaN, null, [], 2 ** 53])(
    'a quantity of %j is refused',
    async (quantity) => {
      await visitor.api.cart.add({ sku: 'bun' })
      expect(await refusal(visitor.api.cart.add({ sku: 'bun', quantity } as never))).toBe('input.invalid')
      expect((await visitor.api.cart.view()).pieces).toBe(1)
    },
  )

  test.each(['price', 'total', 'currency', 'memberId', 'constructor'])(
    'an unknown field "%s" is refused',
    async (name) => {
      expect(await refusal(visitor.api.cart.add({ sku: 'bun', [name]: 1 } as never))).toBe('input.invalid')
    },
  )

  test('a cart holds at most 200 lines', async () => {
    await addProducts(shop.ctx(), ...Array.from({ length: 201 }, (_, at) => ({ id: `p${at}` })))
    await visitor.api.cart.view()
    for (let at = 0; at < 200; at += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, more) => visitor.api.cart.add({ sku: `p${at + more}` })))
    }
    expect(await refusal(visitor.api.cart.add({ sku: 'p200' }))).toBe('cart.too_many_lines')
    expect((await visitor.api.cart.view()).itemCount).toBe(200)
  })

  test('a quantity that makes the total too large is refused', async () => {
    await addProducts(shop.ctx(), { id: 'jade', price: 2_000_000_00, stock: null })
    expect(await refusal(visitor.api.cart.add({ sku: 'jade', quantity: 6 }))).toBe('cart.limit')
    expect(await refusal(visitor.api.cart.add({ sku: 'jade', quantity: 5 }))).toBe('accepted')
  })
})

describe('parallel requests', () => {
  test('for twenty items add twenty lines', async () => {
    await addProducts(shop.ctx(), ...Array.from({ length: 20 }, (_, at) => ({ id: `p${at}` })))
    await visitor.api.cart.view()
    await Promise.all(Array.from({ length: 20 }, (_, at) => visitor.api.cart.add({ sku: `p${at}` })))
    expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 20, version: 20 })
  })

  test('twenty times for one item add twenty pieces in one line', async () => {
    await visitor.api.cart.view()
    await Promise.all(Array.from({ length: 20 }, () => visitor.api.cart.add({ sku: 'tea' })))
    expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 1, pieces: 20 })
  })

  test('for the last five pieces add exactly five', async () => {
    await visitor.api.cart.view()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(visitor.api.cart.add({ sku: 'bun' }))))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(5)
    expect((await visitor.api.cart.view()).pieces).toBe(5)
  })
})

describe('modifiers', () => {
  beforeEach(async () => {
    const modifier = (id: string, price: number) => ({
      id,
      name: { en: id, zh: id },
      price,
    })
    await putModifierGroup(shop.ctx(), {
      id: 'toppings',
      name: { en: 'Toppings', zh: '配料' },
      min: 0,
      max: 2,
      free: 1,
      modifiers: [modifier('pearls', 75), modifier('foam', 150)],
    })
    await addProducts(shop.ctx(), { id: 'oolong', price: 500, stock: null, modifierGroups: ['toppings'] })
  })

  test('the dearest modifier is free, and the same choice joins the same line', async () => {
    await visitor.api.cart.add({ sku: 'oolong', modifiers: [{ id: 'pearls' }, { id: 'foam' }] })
    const cart = await visitor.api.cart.add({ sku: 'oolong', modifiers: [{ id: 'foam' }, { id: 'pearls' }] })
    expect(Object.values(cart.lineItems)).toMatchObject([
      { quantity: 2, unitPrice: { amount: 575 }, total: { amount: 1150 } },
    ])
  })

  test('too many modifiers, or one of another product, are refused', async () => {
    await expect(
      visitor.api.cart.add({ sku: 'oolong', modifiers: [{ id: 'pearls', quantity: 3 }] }),
    ).rejects.toMatchObject({
      errors: [{ code: 'cart.modifiers', message: 'Please check the choices under “Toppings”.' }],
    })
    expect(await refusal(visitor.api.cart.add({ sku: 'bun', modifiers: [{ id: 'pearls' }] }))).toBe('cart.modifiers')
  })
})

describe('changing a cart', () => {
  test('sets quantities, and zero removes the line', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    const cart = await visitor.api.cart.add({ sku: 'tea' })
    const changed = await visitor.api.cart.change({
      lineItems: { [keyOf(cart)]: { quantity: 0 }, [keyOf(cart, 1)]: { quantity: 7 } },
      version: cart.version,
    })
    expect(Object.values(changed.lineItems)).toMatchObject([{ sku: 'tea', quantity: 7 }])
    expect(await visitor.api.cart.view()).toEqual(changed)
  })

  test('is refused from an outdated page, and nothing changes', async () => {
    const stale = await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.cart.add({ sku: 'tea' })
    const change = { lineItems: { [keyOf(stale)]: { quantity: 3 } }, version: stale.version }
    expect(await refusal(visitor.api.cart.change(change))).toBe('cart.changed')
    expect(await visitor.api.cart.view()).toMatchObject({ pieces: 2, version: 2 })
  })

  test('is refused with “just sold out” if the stock is gone', async () => {
    const cart = await visitor.api.cart.add({ sku: 'bun' })
    await addProducts(shop.ctx(), { id: 'bun', price: 350, stock: 0 })
    const raise = visitor.api.cart.change({ lineItems: { [keyOf(cart)]: { quantity: 2 } } })
    await expect(raise).rejects.toMatchObject({
      errors: [{ code: 'cart.out_of_stock', message: 'Just sold out: bun.' }],
    })
  })

  test('is refused for a line removed in another window; removing it again succeeds', async () => {
    const cart = await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.cart.remove({ keys: [keyOf(cart)] })
    expect(await refusal(visitor.api.cart.change({ lineItems: { [keyOf(cart)]: { quantity: 2 } } }))).toBe(
      'cart.changed',
    )
    expect(await refusal(visitor.api.cart.change({ lineItems: { [keyOf(cart)]: { quantity: 0 } } }))).toBe('accepted')
    expect((await visitor.api.cart.remove({ keys: [keyOf(cart)] })).itemCount).toBe(0)
  })

  test('allows a quantity above the stock to be lowered, not raised', async () => {
    const cart = await visitor.api.cart.add({ sku: 'bun', quantity: 5 })
    await addProducts(shop.ctx(), { id: 'bun', price: 350, stock: 2 })
    const set = (quantity: number) => visitor.api.cart.change({ lineItems: { [keyOf(cart)]: { quantity } } })
    expect(await refusal(set(6))).toBe('cart.out_of_stock')
    expect((await set(3)).pieces).toBe(3)
  })

  test.each([-1, 1.5, 1000, '2', null])('refuses a quantity of %j', async (quantity) => {
    const cart = await visitor.api.cart.add({ sku: 'bun' })
    const change = { lineItems: { [keyOf(cart)]: { quantity } } }
    expect(await refusal(visitor.api.cart.change(change as never))).toBe('input.invalid')
  })

  test('has no effect with another visitor’s line keys', async () => {
    const cart = await visitor.api.cart.add({ sku: 'bun' })
    const other = shop.visitor()
    expect(await refusal(other.api.cart.change({ lineItems: { [keyOf(cart)]: { quantity: 3 } } }))).toBe('cart.changed')
    await other.api.cart.remove({ keys: [keyOf(cart)] })
    expect((await visitor.api.cart.view()).pieces).toBe(1)
  })
})

describe('signing in', () => {
  const account = { name: 'Mei', email: 'mei@shop.example', password: 'seven warm buns' }
  const signIn = ({ api }: Visitor) => api.account.signIn({ email: account.email, password: account.password })

  test('keeps the guest’s cart', async () => {
    await visitor.api.cart.add({ sku: 'bun', quantity: 2 })
    expect(await registerMember(shop, visitor, account)).toMatchObject({ mergedLines: 1 })
    expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 1, pieces: 2 })
  })

  test('adds the guest’s cart to the member’s cart within the limits, with the newest notes', async () => {
    await registerMember(shop, visitor, account)
    await visitor.api.cart.add({ sku: 'bun', quantity: 3 })
    await visitor.api.cart.add({ sku: 'tea', note: 'hot' })
    const phone = shop.visitor()
    await phone.api.cart.add({ sku: 'bun', quantity: 4 })
    await phone.api.cart.add({ sku: 'tea', note: 'less sugar' })
    await phone.api.cart.add({ sku: 'box' })
    expect(await signIn(phone)).toMatchObject({ mergedLines: 3 })
    const cart = await phone.api.cart.view()
    expect(Object.values(cart.lineItems).map(({ sku, quantity, note }) => [sku, quantity, note])).toEqual([
      ['bun', 5, ''],
      ['tea', 2, 'less sugar'],
      ['box', 1, ''],
    ])
    expect(await visitor.api.cart.view()).toMatchObject({ id: cart.id, pieces: 8 })
  })

  test('keeps lines of one cart with different notes apart, whatever the other cart has', async () => {
    await registerMember(shop, visitor, account)
    await visitor.api.cart.add({ sku: 'bun' })
    const linesAfterSignIn = async (...notes: string[]) => {
      const phone = shop.visitor()
      for (const note of notes) await phone.api.cart.add({ sku: 'tea', note })
      await signIn(phone)
      const { lineItems } = await phone.api.cart.view()
      return Object.values(lineItems).map(({ sku, quantity, note }) => [sku, quantity, note])
    }
    expect(await linesAfterSignIn('hot', 'less sugar')).toEqual([
      ['bun', 1, ''],
      ['tea', 1, 'hot'],
      ['tea', 1, 'less sugar'],
    ])
    expect(await linesAfterSignIn('hot')).toEqual([
      ['bun', 1, ''],
      ['tea', 2, 'hot'],
      ['tea', 1, 'less sugar'],
    ])
    expect(await linesAfterSignIn('')).toEqual([
      ['bun', 1, ''],
      ['tea', 2, 'hot'],
      ['tea', 1, 'less sugar'],
      ['tea', 1, ''],
    ])
  })

  test('keeps the checkout choices of both devices; a slot stays with its method', async () => {
    await registerMember(shop, visitor, account)
    await visitor.api.cart.add({ sku: 'bun' })
    const { chosen, methods } = await visitor.api.checkout.config()
    expect(chosen.slot).toBeNull()
    const earliest = methods[0]?.earliest
    await visitor.api.checkout.setPickupSlot({ date: earliest?.date ?? '', time: earliest?.time ?? '' })
    await visitor.api.checkout.setTip({ tip: { amount: 200 } })
    const phone = shop.visitor()
    await phone.api.cart.add({ sku: 'tea' })
    await phone.api.checkout.setComment({ comment: 'ring twice' })
    await signIn(phone)
    const { method, slot, comment, tip } = await phone.api.billing.view()
    expect({ method, slot, comment, tip }).toEqual({
      method: 'PICKUP',
      slot: earliest,
      comment: 'ring twice',
      tip: { amount: 200 },
    })
  })

  test('twice merges the cart once', async () => {
    await visitor.api.cart.add({ sku: 'bun' })
    await registerMember(shop, visitor, account)
    expect(await signIn(visitor)).toMatchObject({ mergedLines: 0 })
    expect((await visitor.api.cart.view()).pieces).toBe(1)
  })

  test('and out again leaves the cart with the member', async () => {
    await registerMember(shop, visitor, account)
    await visitor.api.cart.add({ sku: 'bun' })
    await visitor.api.account.signOut()
    expect((await visitor.api.cart.view()).itemCount).toBe(0)
    await signIn(visitor)
    expect((await visitor.api.cart.view()).itemCount).toBe(1)
  })
})

describe('the clean-up job', () => {
  const day = dayMs
  test('deletes a guest’s cart after 30 days and keeps a member’s', async () => {
    const member = shop.visitor()
    const account = { email: 'mei@shop.example', password: 'seven warm buns' }
    await registerMember(shop, member, { ...account, name: 'Mei' })
    await member.api.cart.add({ sku: 'bun' })
    await visitor.api.cart.add({ sku: 'bun', idempotencyKey: 'tap-number-1' })
    const open = async () => (await shop.query("select 1 from carts where state = 'open'")).length
    shop.clock.advance(29 * day)
    await sweep(shop.ctx())
    expect([await open(), await shop.query('select 1 from cart_adds')]).toEqual([2, []])
    shop.clock.advance(2 * day)
    await sweep(shop.ctx())
    expect(await open()).toBe(1)
    await member.api.account.signIn(account)
    expect((await member.api.cart.view()).itemCount).toBe(1)
  })
})
