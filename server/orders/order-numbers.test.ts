import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import * as locations from '#server/locations/locations.ts'
import { defaultSettings } from '#server/settings/settings.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, placeOrder, sampleContact } from '#tests/purchases.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  const store = await locations.find(shop.ctx(), 'markham')
  if (store) await locations.put(shop.ctx(), { ...store, code: 'MK' })
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 2000 })
})

async function place() {
  const visitor = shop.visitor()
  await fillCart(visitor, 'bun')
  return { visitor, order: await placeOrder(visitor, { payAtStore: true }) }
}
const placedNumber = async () => (await place()).order.orderNumber
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )

describe('the number of an order', () => {
  test('has the code of the store, its own date, and the place in that day', async () => {
    // At this time it is still November 20 in Toronto.
    shop.clock.set('2026-11-21T01:30:00Z')
    expect([await placedNumber(), await placedNumber()]).toEqual(['MK-1120-001', 'MK-1120-002'])
    shop.clock.set('2026-11-21T17:00:00Z')
    expect(await placedNumber()).toBe('MK-1121-001')
  })

  test('takes more digits on a day of more than 999 orders', async () => {
    await placedNumber()
    await shop.query('update order_counts set last = 999')
    expect(await placedNumber()).toBe('MK-1120-1000')
  })

  test('belongs to one order of a year, and comes again in the next', async () => {
    expect(await placedNumber()).toBe('MK-1120-001')
    await shop.query(
      "update orders set placed_at = placed_at - interval '1 year', numbered_on = numbered_on - interval '1 year'",
    )
    await shop.query('delete from order_counts')
    expect(await placedNumber()).toBe('MK-1120-001')
    await shop.query('delete from order_counts')
    await expect(place()).rejects.toThrow()
    // Numbers repeat every year. Staff get the newest of the orders with this number.
    const { placedAt } = await orders.staff.order(shop.ctx(), { order: 'mk-1120-001' })
    expect(placedAt).toContain('2026-11-20')
  })

  test('continues with the count of the day if another store takes the code', async () => {
    await placedNumber()
    const store = await locations.find(shop.ctx(), 'markham')
    if (!store) throw new Error('there is no store')
    await locations.put(shop.ctx(), { ...store, code: 'OLD' })
    expect(await placedNumber()).toBe('OLD-1120-001')
    await locations.put(shop.ctx(), { ...store, code: 'MK' })
    expect(await placedNumber()).toBe('MK-1120-002')
  })

  test('opens no order, not even for the visitor who placed it', async () => {
    const { visitor, order } = await place()
    const id = order.orderNumber
    const { api } = visitor
    const tries = [
      () => api.orders.detail({ id }),
      () => api.orders.cancelByLink({ id }),
      () => api.orders.commentByLink({ id, comment: 'Hello' }),
      () => api.orders.reorder({ id }),
      () => api.payments.check({ orderID: id }),
    ]
    for (const attempt of tries) expect(await refusal(attempt())).toBe('not_found')
    expect(await refusal(api.orders.detail({ id: order.orderID }))).toBeNull()
  })

  test('of an order from before numbers is its pickup code', async () => {
    const { visitor, order } = await place()
    await shop.query('update orders set number = null, numbered_on = null')
    const { orderNumber, pickupCode } = await visitor.api.orders.detail({ id: order.orderID })
    expect(orderNumber).toBe(pickupCode)
    expect((await orders.staff.order(shop.ctx(), { order: pickupCode })).orderID).toBe(order.orderID)
  })
})

test('the receipt comes from the shop, and shows its mark, its store and a picture of each line', async () => {
  const image = { src: '/media/tart', widths: [160, 320], width: 320, height: 320, alt: { en: '', zh: '' } }
  await addProducts(shop.ctx(), { id: 'tart', images: [image] })
  const visitor = shop.visitor()
  await fillCart(visitor, 'tart')
  const { orderID } = await placeOrder(visitor, { payAtStore: true })
  const [mail] = (await mailsTo(shop, sampleContact.email)).filter(({ messageId }) => messageId?.includes(orderID))
  expect(mail?.from?.name).toBe(defaultSettings.storeName)
  expect(mail?.html).toContain(`>${defaultSettings.storeName}</p>`)
  expect(mail?.html).toContain('src="http://localhost:3000/icon-192.png"')
  expect(mail?.html).toContain('src="http://localhost:3000/media/tart/160.webp"')
  expect(mail?.html).toMatch(/>markham<\/p>/)
})
