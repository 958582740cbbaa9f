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

const inOntario = async () => (await owner.staff.taxes()).inForce.filter(({ province }) => province === 'ON')

test('a tax rate of the owner is in force from its first day on', async () => {
  const [published] = await inOntario()
  const rate = { province: 'ON', tax: 'HST' as const, from: '2026-11-21', percent: { standard: 14.975 } }
  const { taxes, inForce } = await owner.staff.writeTax(rate)
  expect(taxes).toEqual([rate])
  expect(inForce).toContainEqual(published)
  shop.clock.set('2026-11-21T00:00:00Z')
  expect(await inOntario()).toEqual([rate])
})

test('a tax rate of an unknown province is refused', async () => {
  const rate = { province: 'XX', tax: 'HST' as const, from: '2026-11-21', percent: {} }
  await expect(owner.staff.writeTax(rate)).rejects.toMatchObject({ code: 'staff.unknown' })
  expect((await owner.staff.taxes()).taxes).toEqual([])
})

test('the seller has a name and registrations; missing fields stay, and an empty number removes one', async () => {
  expect(await owner.staff.seller()).toEqual({ name: '', registrations: {} })
  await owner.staff.writeSeller({ name: 'Lantern Lane Inc.', registrations: { GST: '80123 4567', QST: '1206' } })
  await owner.staff.writeSeller({ registrations: { QST: '' } })
  expect(await owner.staff.seller()).toEqual({ name: 'Lantern Lane Inc.', registrations: { GST: '80123 4567' } })
})
