import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOffice, openOwner, staffPassword } from '#tests/office.ts'

const pool = 2
const shop = setUpShop({ DEMO: 'false', DATABASE_POOL: String(pool) })
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  owner = await openOwner(shop)
})

const answer = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
/** Runs more calls at once than the pool has connections. */
const manyTimes = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 2 * pool }, () => answer(work())))
const confirmations = async () => {
  const { entries } = await owner.people.log({ limit: 50 })
  return entries.filter(({ call }) => call === 'people.confirm').length
}

it('confirmations with a password do not wait for each other’s connections', async () => {
  expect(await manyTimes(() => owner.people.confirm({ secret: staffPassword }))).toEqual(Array(2 * pool).fill('done'))
  expect(await manyTimes(() => owner.people.confirm({ secret: 'wrong' }))).toEqual(
    Array(2 * pool).fill('staff.wrong_code'),
  )
  expect(await confirmations()).toBe(2 * pool)
})

it('confirmations with a PIN do not wait for each other’s connections', async () => {
  const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'cashier', location: 'markham' }])
  await ana.people.setPin({ pin: '2580' })
  const { code } = await owner.devices.add({ location: 'markham', name: 'Counter', screens: ['orders'] })
  const tablet = openOffice(shop)
  const { people } = await tablet.devices.enrol({ code })
  await tablet.devices.choose({ person: people.find(({ name }) => name === 'ana')?.id ?? '' })
  expect(await manyTimes(() => tablet.people.confirm({ secret: '2580' }))).toEqual(Array(2 * pool).fill('done'))
  expect(await confirmations()).toBe(2 * pool)
})
