import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { moreBase } from '#contract/constants.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { readUntil } from '#tests/event-stream.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import * as orders from './orders.ts'

const shop = setUpShop()
let visitor: Visitor
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 50 })
  visitor = shop.visitor()
})

async function placed(as = visitor): Promise<string> {
  await fillCart(as, 'bun')
  return (await placeOrder(as, { payAtStore: true })).orderID
}
const watch = (who: Visitor, id: string) => who.fetch(`${moreBase}/orders/${id}/events`)

test('the event stream of an order reports changes of this order only', async () => {
  const id = await placed()
  const other = await placed()
  const response = await watch(visitor, id)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await orders.accept(shop.ctx(), { id: other })
  await orders.accept(shop.ctx(), { id })
  expect((await readUntil(response, 'event: changed')).split('event: changed')).toHaveLength(2)
})

test('another visitor’s order has no event stream, and one network opens at most twenty', async () => {
  const id = await placed()
  expect((await watch(shop.visitor(), id)).status).toBe(404)
  const streams = await Promise.all(Array.from({ length: 21 }, () => watch(visitor, id)))
  expect(streams.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429])
  await Promise.all(streams.map(({ body }) => body?.cancel()))
  const again = await watch(visitor, id)
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('event streams end when the shop stops, also streams that open after that', async () => {
  const own = await openTestShop()
  await openStore(own.ctx())
  await addProducts(own.ctx(), { id: 'bun', price: 1000 })
  const shopper = own.visitor()
  const id = await placed(shopper)
  const response = await watch(shopper, id)
  own.app.stop()
  expect(await readUntil(response, 'never')).toBe('retry: 3000\n: here\n\n')
  expect(await readUntil(await watch(shopper, id), 'never')).toBe('retry: 3000\n: here\n\n')
  await own.close()
})

test('the shopper gets one email per event, in the order’s language, with a link to the order', async () => {
  visitor = shop.visitor({ 'accept-language': 'zh-CN' })
  const id = await placed()
  const staff = shop.ctx()
  await orders.accept(staff, { id })
  await orders.delay(staff, { id, promisedAt: new Date('2026-11-20T18:05:00Z'), note: '烤箱坏了' })
  await orders.ready(staff, { id })
  await orders.ready(staff, { id })
  await orders.reply(staff, { id, comment: '好的' })
  await orders.cancelByStore(staff, { id, note: '对不起', restocks: true })
  await shop.workOff()
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.includes(id)).sort()
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  const [order] = await shop.query<{ number: string; pickup_code: string }>('select number, pickup_code from orders')
  expect(mails.map(({ subject }) => subject).sort()).toEqual(
    [
      `下单成功 · 订单 ${order?.number} · 取货码 ${order?.pickup_code}`,
      `要晚一点：13:05 · 订单 ${order?.number}`,
      `订单 ${order?.number} 可以取货了 · 取货码 ${order?.pickup_code}`,
      `店家回复 · 订单 ${order?.number}`,
      `订单 ${order?.number} 已取消`,
    ].sort(),
  )
  const delayed = mails.find(({ subject }) => subject?.includes('要晚一点'))
  expect(delayed?.text).toContain('烤箱坏了')
  expect(delayed?.html).toContain('lang="zh-Hans"')
  const token = /token=([\w.-]+)/.exec(delayed?.text ?? '')?.[1]
  expect(await shop.visitor().api.orders.detail({ id, token })).toMatchObject({ orderID: id, status: 'CANCELLED' })
})
