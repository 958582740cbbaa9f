import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { checkPending } from '#server/payments/payments.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'
import * as orders from './orders.ts'

const shop = setUpShop({ PUBLIC_URL: 'http://localhost' })
let visitor: Visitor
const minute = 60_000
const day = 24 * 60 * minute

beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', name: { en: 'Red bean bun', zh: '红豆包' }, price: 1000, stock: 5 })
  visitor = shop.visitor()
})

const stock = async () => (await shop.query("select on_hand, held from stock where sku = 'bun'"))[0]
const placesTaken = async () => (await shop.query('select sum(taken)::int as taken from slot_use'))[0]?.taken
const pay = (id: string) =>
  transact(shop.ctx(), async (ctx) =>
    orders.markPaid(ctx, await orders.lock(ctx, id), { paymentOption: 'snappay_alipay' }),
  )
const giveUp = (id: string) => transact(shop.ctx(), async (ctx) => orders.markFailed(ctx, await orders.lock(ctx, id)))
const see = (who: Visitor, id: string, token?: string) =>
  who.api.orders.detail({ id, token }).then(
    ({ status }) => status,
    (error: ApiError) => error.code,
  )

describe('seeing an order', () => {
  test('is allowed to the session that placed it, and other sessions get not_found', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    expect(await see(visitor, orderID)).toBe('INTERIM')
    expect(await see(shop.visitor(), orderID)).toBe('not_found')
    expect(await see(visitor, 'a'.repeat(26))).toBe('not_found')
  })

  test('is allowed to the member on every device', async () => {
    const account = { email: 'mei@shop.example', password: 'seven warm buns' }
    await registerMember(shop, visitor, { ...account, name: 'Mei' })
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    const phone = shop.visitor()
    await phone.api.account.signIn(account)
    expect(await see(phone, orderID)).toBe('INTERIM')
    await phone.api.account.signOut()
    expect(await see(phone, orderID)).toBe('not_found')
  })

  test('stays allowed to a guest who registers before paying', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    await registerMember(shop, visitor, { name: 'Mei', email: 'mei@shop.example', password: 'seven warm buns' })
    expect(await see(visitor, orderID)).toBe('INTERIM')
  })

  test('is allowed with the emailed link for 90 days', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    const link = new URL(orders.signedLink(shop.ctx(), { id: orderID, locale: 'en' }))
    expect(link.origin + link.pathname).toBe(`http://localhost/confirmation/${orderID}`)
    const token = link.searchParams.get('token') ?? ''
    expect(await see(shop.visitor(), orderID, token)).toBe('INTERIM')
    expect(await see(shop.visitor(), orderID, `${token.slice(0, -1)}x`)).toBe('not_found')
    expect(await see(shop.visitor(), orderID, `zzzzzzz.${token.split('.')[1]}`)).toBe('not_found')
    expect(await see(shop.visitor(), orderID, 'x')).toBe('not_found')
    shop.clock.advance(91 * day)
    expect(await see(shop.visitor(), orderID, token)).toBe('not_found')
  })
})

describe('settling', () => {
  test('a payment sells the held stock and empties the cart', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    expect(await pay(orderID)).toBe('paid')
    expect(await pay(orderID)).toBe('already')
    expect(await visitor.api.orders.detail({ id: orderID })).toMatchObject({
      status: 'NEW',
      paymentStatus: 'PAID_ONLINE',
      paymentOption: 'snappay_alipay',
      expiresAt: null,
    })
    expect([await stock(), await placesTaken()]).toEqual([{ on_hand: 3, held: 0 }, 1])
    expect((await visitor.api.cart.view()).itemCount).toBe(0)
  })

  test('twenty parallel payments sell the stock once', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(orderID)))
    expect(answers.filter((answer) => answer === 'paid')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'already')).toHaveLength(19)
    expect(await stock()).toEqual({ on_hand: 3, held: 0 })
    expect(await shop.query("select 1 from events where name = 'order.paid'")).toHaveLength(1)
  })

  test('items added after placing stay in the next cart with the same pickup choice', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    await visitor.api.cart.add({ sku: 'bun' })
    const { chosen } = await visitor.api.checkout.config()
    await pay(orderID)
    expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 1, pieces: 1 })
    expect((await visitor.api.checkout.config()).chosen).toEqual({ ...chosen, heldUntil: null })
    const next = await placeOrder(visitor)
    expect(next.orderID).not.toBe(orderID)
  })

  test('a guest who signs in before paying keeps the order payable and the member’s own cart', async () => {
    const account = { email: 'mei@shop.example', password: 'seven warm buns' }
    await addProducts(shop.ctx(), { id: 'tea', stock: null })
    const laptop = shop.visitor()
    await registerMember(shop, laptop, { ...account, name: 'Mei' })
    await laptop.api.cart.add({ sku: 'tea' })
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    await visitor.api.account.signIn(account)
    expect(await visitor.api.cart.view()).toMatchObject({ itemCount: 2, pieces: 3 })
    expect(await pay(orderID)).toBe('paid')
    expect(await stock()).toEqual({ on_hand: 3, held: 0 })
    expect(Object.values((await laptop.api.cart.view()).lineItems)).toMatchObject([{ sku: 'tea', quantity: 1 }])
  })

  test('a failed order releases stock, slot and cart, and stays failed', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    await giveUp(orderID)
    await giveUp(orderID)
    expect([await stock(), await placesTaken()]).toEqual([{ on_hand: 5, held: 0 }, 0])
    expect(await pay(orderID)).toBe('closed')
    expect(await see(visitor, orderID)).toBe('FAILED')
    const again = await placeOrder(visitor)
    expect(again.orderID).not.toBe(orderID)
    expect(again.status).toBe('INTERIM')
  })

  test('a paid order cannot fail', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    await pay(orderID)
    await giveUp(orderID)
    expect(await see(visitor, orderID)).toBe('NEW')
    expect(await stock()).toEqual({ on_hand: 4, held: 0 })
  })

  test('payment and failure in parallel: one succeeds, and the stock matches', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID } = await placeOrder(visitor)
    await Promise.all([pay(orderID), giveUp(orderID), pay(orderID), giveUp(orderID)])
    const status = await see(visitor, orderID)
    expect(await stock()).toEqual(status === 'NEW' ? { on_hand: 3, held: 0 } : { on_hand: 5, held: 0 })
  })

  test('a pay-at-store order cannot be paid online', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor, { payAtStore: true })
    expect(await pay(orderID)).toBe('closed')
  })

  test('an order that nobody paid fails after half an hour', async () => {
    await fillCart(visitor, 'bun')
    const { orderID } = await placeOrder(visitor)
    const statusAfter = async (minutes: number) => {
      shop.clock.advance(minutes * minute)
      await checkPending(shop.ctx())
      return (await orders.find(shop.ctx(), orderID))?.status
    }
    expect(await statusAfter(29)).toBe('INTERIM')
    expect(await statusAfter(2)).toBe('FAILED')
  })
})

describe('the receipt', () => {
  const mailed = async (orderId: string) => {
    await shop.workOff()
    const file = join(shop.app.config.DATA_DIR, 'outbox', `order-${orderId}-receipt.eml`)
    return PostalMime.parse(await readFile(file))
  }

  test('is emailed once an order is paid, with items, tax, total, time, code and link', async () => {
    await fillCart(visitor, 'bun', 2)
    const { orderID, orderNumber, pickupCode } = await placeOrder(visitor)
    await shop.workOff()
    await pay(orderID)
    const mail = await mailed(orderID)
    expect(mail.to).toEqual([{ name: '', address: 'mei@shop.example' }])
    expect(mail.subject).toBe(`Your receipt for order ${orderNumber} · pickup code ${pickupCode}`)
    for (const part of [mail.html ?? '', mail.text ?? '']) {
      const sums = ['$20.00', '$22.60', 'HST 13%']
      for (const words of ['Red bean bun', ...sums, pickupCode, 'Friday, November 20', orderNumber]) {
        expect(part).toContain(words)
      }
      expect(part).toContain(`http://localhost/confirmation/${orderID}?token=`)
    }
    const token = /token=([\w.-]+)/.exec(mail.text ?? '')?.[1]
    expect(await see(shop.visitor(), orderID, token)).toBe('NEW')
  })

  test('says that the order is paid at pickup, in the order’s language', async () => {
    visitor = shop.visitor({ 'accept-language': 'zh-CN' })
    await fillCart(visitor, 'bun')
    const { orderID, orderNumber, pickupCode } = await placeOrder(visitor, { payAtStore: true })
    const mail = await mailed(orderID)
    expect(mail.subject).toBe(`下单成功 · 订单 ${orderNumber} · 取货码 ${pickupCode}`)
    expect(mail.text).toContain('来取的时候付')
    expect(mail.text).toContain('红豆包')
    expect(mail.html).toContain('lang="zh-Hans"')
  })

  test('escapes HTML in a shopper’s comment', async () => {
    await fillCart(visitor, 'bun')
    await visitor.api.checkout.setComment({ comment: '<script>alert(1)</script> & co' })
    const { orderID } = await placeOrder(visitor, { payAtStore: true })
    // Only an email to a verified address has the comment.
    await shop.query('update orders set is_email_proven = true')
    const { html = '' } = await mailed(orderID)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;')
  })
})
