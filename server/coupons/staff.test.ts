import { beforeEach, expect, test } from 'vitest'
import { openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  owner = await openOwner(shop)
})

const half = {
  name: { en: 'Half off', zh: '半价' },
  reward: { kind: 'percent' as const, percent: 50 },
}

test('a coupon is written with a code in capitals, and listed with its state', async () => {
  await owner.staff.writeCoupon({ ...half, coupon: 'half', endsAt: '2026-11-21T05:00:00Z', maxUses: 2 })
  await owner.staff.writeCoupon({ ...half, coupon: 'later', startsAt: '2026-11-21T05:00:00Z' })
  const { coupons } = await owner.staff.coupons()
  expect(coupons).toEqual([
    { code: 'HALF', name: half.name, state: 'active', used: 0, maxUses: 2, endsAt: '2026-11-21T05:00:00.000Z' },
    { code: 'LATER', name: half.name, state: 'waiting', used: 0, maxUses: null, endsAt: null },
  ])
  await shop.query("update coupons set used = 2 where code = 'HALF'")
  expect((await owner.staff.coupons()).coupons[0]).toMatchObject({ state: 'used_up' })
})

test('a coupon that is written again keeps its use count and is active again', async () => {
  await owner.staff.writeCoupon({ ...half, coupon: 'half' })
  await shop.query('update coupons set used = 1')
  expect((await owner.staff.stopCoupon({ coupon: 'half' })).coupons).toMatchObject([{ state: 'stopped' }])
  const { coupons } = await owner.staff.writeCoupon({ ...half, coupon: 'half', maxUses: 5 })
  expect(coupons).toMatchObject([{ code: 'HALF', state: 'active', used: 1, maxUses: 5 }])
})

test('a coupon cannot have fewer uses than it had; the error names the field and the smallest number', async () => {
  await owner.staff.writeCoupon({ ...half, coupon: 'half', maxUses: 5 })
  await shop.query('update coupons set used = 3')
  await expect(owner.staff.writeCoupon({ ...half, coupon: 'half', maxUses: 2 })).rejects.toMatchObject({
    errors: [{ code: 'input.invalid', field: 'maxUses', message: expect.stringContaining('At least 3') }],
  })
  expect((await owner.staff.coupons()).coupons).toMatchObject([{ used: 3, maxUses: 5 }])
  const { coupons } = await owner.staff.writeCoupon({ ...half, coupon: 'half', maxUses: 3 })
  expect(coupons).toMatchObject([{ state: 'used_up', used: 3, maxUses: 3 }])
})

test('the coupons of single members are not listed', async () => {
  await owner.staff.writeCoupon({ ...half, coupon: 'half' })
  await shop.query(`update coupons set conditions = '{"member": "mei"}'`)
  expect(await owner.staff.coupons()).toEqual({ coupons: [] })
})
