import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOffice, openOwner } from '#tests/office.ts'
import { loader } from './today.tsx'

const shop = setUpShop({ DEMO: 'false' })
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'north', 1)
  await addProducts(shop.ctx(), { id: 'bun', stock: 50 })
  owner = await openOwner(shop)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Loads the data of the page `/office` in the session of `office`. */
function loadToday(office: Office) {
  vi.stubGlobal('fetch', office.visitor.fetch)
  vi.stubGlobal('document', { cookie: '' })
  return loader({ request: new Request('http://localhost/office') })
}

it('loads for the owner of one store, without the setup of the whole shop', async () => {
  const colleague = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'owner', location: 'north' }])
  const today = await loadToday(colleague)
  expect(today.todo).toBeNull()
  expect(today.stores.map(({ location }) => location)).toEqual(['north'])
  expect((await loadToday(owner)).todo).toMatchObject({ hasProduct: true })
})

it.each([
  ['packer', null],
  ['cashier', ['bun']],
] as const)('loads for a %s on a counter device for the stock', async (role, products) => {
  await openColleague(shop, owner, 'ana@shop.test', [{ role, location: 'markham' }])
  const { code } = await owner.devices.add({ location: 'markham', name: 'Shelf', screens: ['stock'] })
  const tablet = openOffice(shop)
  const { people } = await tablet.devices.enrol({ code })
  await tablet.devices.choose({ person: people.find(({ name }) => name === 'ana')?.id ?? '' })
  const today = await loadToday(tablet)
  expect(today.products?.map(({ product }) => product) ?? null).toEqual(products)
})
