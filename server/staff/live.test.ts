import { beforeEach, expect, test } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { readUntil } from '#tests/event-stream.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'

const shop = setUpShop()
let owner: Office
let cashier: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'bun', price: 1000, stock: 50 })
  owner = await openOwner(shop)
  cashier = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: 'markham' }])
})
const watch = ({ visitor }: Office) => visitor.fetch(`${officeBase}/live`)

async function cashierRow() {
  const { people } = await owner.people.people()
  const found = people.find(({ name }) => name === 'ana')
  if (!found) throw new Error('there is no cashier')
  return found
}

test('the event stream of the back office reports each change of an order', async () => {
  const response = await watch(cashier)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const shopper = shop.visitor()
  await fillCart(shopper, 'bun')
  const { orderID } = await placeOrder(shopper, { payAtStore: true })
  await orders.accept(shop.ctx(), { id: orderID })
  expect(await readUntil(response, 'event: orders')).not.toContain('event: session')
})

test('a person who is stopped, or whose roles change, is told at once, and nobody else is', async () => {
  const [ofOwner, ofCashier] = await Promise.all([watch(owner), watch(cashier)])
  const { id: person, version } = await cashierRow()
  await owner.people.writePerson({
    person,
    version,
    roles: [{ role: 'kitchen', location: 'markham' }],
    isStopped: false,
  })
  await readUntil(ofCashier, 'event: session')
  const again = await watch(cashier)
  await owner.people.writePerson({
    person,
    version: version + 1,
    roles: [{ role: 'kitchen', location: 'markham' }],
    isStopped: true,
  })
  await readUntil(again, 'event: session')
  expect((await watch(cashier)).status).toBe(401)
  await owner.people.endSession({ session: 'others' })
  expect((await readUntil(ofOwner, 'event: session')).split('event: session')).toHaveLength(2)
})

test('without a session of staff there is no event stream', async () => {
  expect((await shop.visitor().fetch(`${officeBase}/live`)).status).toBe(401)
})
