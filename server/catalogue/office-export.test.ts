import { beforeAll, expect, test } from 'vitest'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { exportProducts, serveExport } from './office-export.ts'

const shop = setUpShop()
beforeAll(async () => {
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea' })
})

test('the address of an export opens the file for two minutes, without a sign-in', async () => {
  const { address, products, memberships } = await exportProducts(shop.ctx())
  expect([products, memberships]).toEqual([1, 0])
  const answer = await shop.visitor().fetch(address)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  // The byte order mark of UTF-8.
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes).split('\r\n')[1]).toMatch(/^tea,/)
  shop.clock.advance(121_000)
  expect((await shop.visitor().fetch(address)).status).toBe(404)
})

test('an export says how many memberships it leaves out', async () => {
  await addProducts(shop.ctx(), { id: 'friends', type: 'MEMBERSHIP' })
  expect(await exportProducts(shop.ctx())).toMatchObject({ products: 1, memberships: 1 })
})

test('an address that the shop did not write opens nothing', async () => {
  const { address } = await exportProducts(shop.ctx())
  const [content = '', signature = ''] = address.split('.')
  const forged = [`${content}x.${signature}`, `${content}.${signature}x`, content, '/api/office/exports/.']
  for (const path of forged)
    await expect(serveExport(shop.app, path)).rejects.toMatchObject({ items: [{ code: 'not_found' }] })
})
