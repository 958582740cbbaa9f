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

test('a tax rate of the owner is in force from its first day on, in the shop’s time zone', async () => {
  const [published] = await inOntario()
  const rate = { province: 'ON', tax: 'HST' as const, from: '2026-11-21', percent: { standard: 14.975 } }
  const { taxes, inForce } = await owner.staff.writeTax(rate)
  const complete = { ...rate, percent: { ...published?.percent, standard: 14.975 } }
  expect(taxes).toEqual([rate])
  expect(inForce).toContainEqual(published)
  // Midnight in Toronto.
  shop.clock.set('2026-11-21T04:59:59Z')
  expect(await inOntario()).toEqual([published])
  shop.clock.set('2026-11-21T05:00:00Z')
  expect(await inOntario()).toEqual([complete])
})

test('one tax can have several rates, also if they are set at once, and other goods keep theirs', async () => {
  const rate = { province: 'BC', tax: 'PST' as const, from: '2026-11-20' }
  await Promise.all(
    [{ alcohol: 11 }, { snack: 5 }, { prepared: 6 }].map((percent) => owner.staff.writeTax({ ...rate, percent })),
  )
  const { taxes, inForce } = await owner.staff.writeTax({ ...rate, from: '2026-11-18', percent: { alcohol: 12 } })
  const percent = { snack: 5, prepared: 6, alcohol: 11 }
  expect(taxes).toEqual([
    { ...rate, from: '2026-11-18', percent: { alcohol: 12 } },
    { ...rate, percent },
  ])
  expect(inForce).toContainEqual({ ...rate, percent: { standard: 7, ...percent } })
})

test('a rate that was set ahead takes back no change that is made before its first day', async () => {
  const rate = { province: 'BC', tax: 'PST' as const }
  await owner.staff.writeTax({ ...rate, from: '2026-11-21', percent: { alcohol: 11 } })
  await owner.staff.writeTax({ ...rate, from: '2026-11-20', percent: { snack: 5 } })
  shop.clock.set('2026-11-21T05:00:00Z')
  const [inForce] = (await owner.staff.taxes()).inForce.filter((one) => one.province === 'BC' && one.tax === 'PST')
  expect(inForce?.percent).toEqual({ standard: 7, alcohol: 11, snack: 5 })
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
