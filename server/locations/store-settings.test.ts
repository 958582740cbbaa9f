import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import type { StoreDetail } from '#contract/office/stores.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openOwner } from '#tests/office.ts'
import { firstLocation, openFirst } from './locations.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.errors.map(({ code, field }) => [code, field]) : String(error)),
  )

/** The settings of the store with an address, as its form sends them. */
async function typed(changes: Partial<StoreDetail> = {}) {
  const [store] = (await owner.staff.stores()).stores
  if (!store) throw new Error('there is no store')
  const { isVirtual: _, ...written } = store
  return { ...written, street: '12 Main Street', postCode: 'm5v2t6', ...changes }
}

describe('the settings of a store', () => {
  it('are written whole and normalised, and shoppers see them', async () => {
    const week = [[], ...Array.from({ length: 6 }, () => [{ from: '08:00', to: '12:00' }])]
    await owner.staff.writeStore(
      await typed({ name: { en: 'Main Street', zh: '大街店' }, week, phone: '416 555 0142' }),
    )
    const { locations } = await shop.visitor().api.locations.pickup()
    expect(locations[0]).toMatchObject({
      localStoreName: { en: 'Main Street', zh: '大街店' },
      address: { streetNumberAndNameDetails: '12 Main Street', postCode: 'M5V 2T6' },
      hours: Array.from({ length: 6 }, (_, day) => ({ weekday: day + 1, from: '08:00', to: '12:00' })),
    })
  })

  it('refuse wrong fields by name and keep what was stored', async () => {
    const before = await owner.staff.stores()
    expect(await refusal(owner.staff.writeStore(await typed({ street: '', postCode: 'V5K 0A1' })))).toEqual([
      ['checkout.address_invalid', 'street'],
      ['checkout.address_invalid', 'postCode'],
    ])
    expect(await refusal(owner.staff.writeStore(await typed({ timeZone: 'Mars/Base' })))).toEqual([
      ['input.invalid', 'timeZone'],
    ])
    expect(await owner.staff.stores()).toEqual(before)
  })

  it('refuse a change of somebody who has not seen the newest ones', async () => {
    const mine = await typed({ leadMinutes: 30 })
    const theirs = await typed({ leadMinutes: 45 })
    const answers = await Promise.all([mine, theirs].map((store) => refusal(owner.staff.writeStore(store))))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.flat()).toContainEqual(['staff.stale', undefined])
  })

  it('refuse a change after the hours were changed by another call', async () => {
    const store = await typed()
    await owner.staff.writeWeek({ location: firstLocation.id, weekdays: [1], openings: [] })
    expect(await refusal(owner.staff.writeStore(store))).toEqual([['staff.stale', undefined]])
  })

  it('are in the log with the changed fields, before and after', async () => {
    await owner.staff.writeStore(await typed())
    await owner.staff.writeStore(await typed({ leadMinutes: 45 }))
    const { entries } = await owner.people.log({ limit: 1 })
    expect(entries[0]).toMatchObject({
      call: 'staff.writeStore',
      location: firstLocation.id,
      before: { leadMinutes: 20 },
      after: { leadMinutes: 45 },
    })
  })
})
