import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { authorize, openShopWithIdentities, signInAs } from '#tests/identities.ts'
import { mailsTo } from '#tests/mails.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { registerMember } from '#tests/registration.ts'

let open: Awaited<ReturnType<typeof openShopWithIdentities>>
beforeAll(async () => {
  open = await openShopWithIdentities()
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.shop.reset()
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'tea', stock: 100 })
  await addProducts(open.shop.ctx(), { id: 'cake', stock: 100 })
})

const password = 'three dumplings at noon'
const refused = (code: string) => ({ errors: [expect.objectContaining({ code })] })
const address = {
  country: 'CA' as const,
  province: 'ON',
  city: 'Toronto',
  street: '1 Lantern Lane',
  postCode: 'M5T 1L4',
}
const idOf = async (visitor: Visitor) => (await visitor.ctx()).memberId ?? ''
const give = (memberId: string, amount: number) =>
  credit.grant(open.shop.ctx(), {
    memberId,
    money: { amount, currency: 'CAD' },
    reason: 'gift',
    key: `gift/${memberId}`,
  })

/** Creates two accounts of the same person: one with WeChat and one with a password. */
async function openTwo() {
  const other = open.shop.visitor()
  await signInAs(open.shop, other, 'yu', 'yu@example.com')
  const own = open.shop.visitor()
  await registerMember(open.shop, own, { name: 'Rain', email: 'rain@example.com', password })
  return { own, other, ownId: await idOf(own), otherId: await idOf(other) }
}

/** Signs in at WeChat as the owner of the other account, to prove that both accounts belong to the same person. */
async function showOther(own: Visitor) {
  const arrival = await authorize(own, 'yu', { purpose: 'link' })
  await expect(own.api.wechat.link(arrival)).rejects.toMatchObject(refused('identity.taken'))
}

test('a merge moves orders, credit, coupons, addresses, cart and WeChat to one account', async () => {
  const { own, other, ownId, otherId } = await openTwo()
  await coupons.put(open.shop.ctx(), {
    code: 'ONCE',
    name: { en: 'Once', zh: '一次' },
    reward: { kind: 'amount', amount: 100 },
    maxUsesEach: 1,
  })
  await give(ownId, 500)
  await give(otherId, 700)
  await fillCart(other, 'tea')
  await other.api.coupons.apply({ code: 'ONCE' })
  const { orderID } = await placeOrder(other, { payAtStore: true })
  for (const [visitor, id] of [
    [own, ownId],
    [other, otherId],
  ] as const)
    await visitor.api.account.updateAddresses({
      id,
      type: 'DELIVERY',
      put: { address: { ...address, street: id === ownId ? '1 Lantern Lane' : '2 Lantern Lane' }, isDefault: true },
    })
  await other.api.cart.add({ sku: 'tea', quantity: 2 })
  await own.api.cart.add({ sku: 'cake', quantity: 1 })

  await showOther(own)
  const linked = await own.api.identity.merge({ provider: 'wechat' })
  expect(linked).toMatchObject({ linked: [{ provider: 'wechat' }], proven: [] })
  expect((await own.api.orders.list({})).orders.map((order) => order.orderID)).toEqual([orderID])
  expect((await own.api.storeCredit.balance()).available.amount).toBe(1200)
  const { addresses } = await own.api.account.addresses({ id: ownId, type: 'DELIVERY' })
  expect(addresses.map(({ address: { street }, isDefault }) => [street, isDefault]).sort()).toEqual([
    ['1 Lantern Lane', true],
    ['2 Lantern Lane', false],
  ])
  expect((await own.api.cart.view()).itemCount).toBe(2)
  await fillCart(own, 'tea')
  await expect(own.api.coupons.apply({ code: 'ONCE' })).rejects.toMatchObject(refused('coupons.used'))
  expect(
    await open.shop.query(
      `select g.id from credit_grants g join credit_entries e on e.grant_id = g.id group by g.id
       having sum(e.available) <> g.available or sum(e.held) <> g.held or min(e.member_id) <> g.member_id`,
    ),
  ).toEqual([])

  // The session of the other account has ended.
  expect((await other.ctx()).memberId).toBeNull()
  await open.shop.workOff()
  for (const address of ['yu@example.com', 'rain@example.com'])
    expect((await mailsTo(open.shop, address)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('are now one'),
    )
  const again = open.shop.visitor()
  expect((await again.api.wechat.signIn(await authorize(again, 'yu'))).signedIn?.userID).toBe(ownId)
})

test('a merge moves held credit, and the merged account gets it back when the order fails', async () => {
  const { own, otherId } = await openTwo()
  await give(otherId, 1000)
  const money = { amount: 300, currency: 'CAD' }
  await credit.hold(open.shop.ctx(), { orderId: 'order-1', memberId: otherId, money })
  await showOther(own)
  await own.api.identity.merge({ provider: 'wechat' })
  expect(await own.api.storeCredit.balance()).toMatchObject({ available: { amount: 700 }, pending: { amount: 300 } })
  await credit.release(open.shop.ctx(), 'order-1')
  expect((await own.api.storeCredit.balance()).available.amount).toBe(1000)
})

test('a merge needs a recent proof of the other account and a recent sign-in', async () => {
  const { own, other } = await openTwo()
  await expect(own.api.identity.merge({ provider: 'wechat' })).rejects.toMatchObject(refused('identity.unproven'))
  await showOther(own)
  open.shop.clock.advance(10 * 60_000 + 1000)
  await expect(own.api.identity.merge({ provider: 'wechat' })).rejects.toMatchObject(refused('identity.unproven'))
  expect((await other.ctx()).memberId).not.toBeNull()
  open.shop.clock.advance(10 * 60_000)
  await expect(own.api.identity.merge({ provider: 'wechat' })).rejects.toMatchObject(refused('account.recent_required'))
})

test('twenty parallel merges merge once', async () => {
  const { own, ownId, otherId } = await openTwo()
  await give(otherId, 700)
  await showOther(own)
  const tries = Array.from({ length: 20 }, () => own.api.identity.merge({ provider: 'wechat' }))
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(1)
  expect((await own.api.storeCredit.balance()).available.amount).toBe(700)
  expect(await open.shop.query('select id from members where deleted_at is null')).toEqual([{ id: ownId }])
})

test('two accounts merged into each other in parallel become one account with all credit', async () => {
  const { own, other, ownId, otherId } = await openTwo()
  await give(ownId, 500)
  await give(otherId, 700)
  await own.api.alipay.link(await authorize(own, 'yu', { provider: 'alipay', purpose: 'link' }))
  await showOther(own)
  const back = await authorize(other, 'yu', { provider: 'alipay', purpose: 'link' })
  await expect(other.api.alipay.link(back)).rejects.toMatchObject(refused('identity.taken'))
  await Promise.allSettled([
    own.api.identity.merge({ provider: 'wechat' }),
    other.api.identity.merge({ provider: 'alipay' }),
  ])
  const [row] = await open.shop.query<{ sum: number }>(
    `select sum(g.available)::int as sum from credit_grants g join members m on m.id = g.member_id where m.deleted_at is null`,
  )
  expect(row?.sum).toBe(1200)
  expect(await open.shop.query('select 1 from members where deleted_at is null')).toHaveLength(1)
})

test('the data download contains store credit with its movements, and coupons', async () => {
  const { own, ownId } = await openTwo()
  await give(ownId, 500)
  const all = await own.api.account.exportData()
  expect(all).toMatchObject({
    storeCredit: { grants: [{ amount: 500, available: 500 }], movements: [{ kind: 'grant', available: 500 }] },
    coupons: [],
  })
})
