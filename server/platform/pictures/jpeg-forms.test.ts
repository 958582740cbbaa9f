import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Http } from '#server/platform/http/server.ts'
import { bindFiles } from '#server/platform/http/static-files.ts'
import { setUpShop } from '#tests/harness.ts'

const shop = setUpShop()
const width = 8
let webp: Buffer
let http: Pick<Http, 'hono'>
beforeAll(async () => {
  webp = await sharp({ create: { width, height: width, channels: 3, background: '#2f6f57' } })
    .webp()
    .toBuffer()
})
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  http = { hono: new Hono() }
  bindFiles(shop.app, http, shop.app.config.DATA_DIR)
})

/** Stores a picture whose WebP file is damaged. Each number gives a different picture. */
async function storeDamaged(number: number) {
  const hash = number.toString(16).padStart(32, '0')
  const folder = join(shop.app.config.DATA_DIR, 'media', hash)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${width}.webp`)
  await writeFile(file, 'damaged')
  return {
    repair: () => writeFile(file, webp),
    statusOfJpeg: async () => (await http.hono.request(`/media/${hash}/${width}.jpg`)).status,
  }
}

test('a JPEG that cannot be stored is tried and logged once a minute', async () => {
  const { repair, statusOfJpeg } = await storeDamaged(1)
  expect(await Promise.all([statusOfJpeg(), statusOfJpeg()])).toEqual([404, 404])
  expect(await statusOfJpeg()).toBe(404)
  expect(shop.errors).toHaveLength(1)
  await repair()
  shop.clock.advance(59_000)
  expect(await statusOfJpeg()).toBe(404)
  shop.clock.advance(1000)
  expect(await statusOfJpeg()).toBe(200)
  expect(shop.errors.splice(0)).toHaveLength(1)
})

test('after a hundred failures, no JPEG is stored for a minute', async () => {
  for (let number = 100; number < 200; number++) expect(await (await storeDamaged(number)).statusOfJpeg()).toBe(404)
  expect(shop.errors).toHaveLength(100)
  const { repair, statusOfJpeg } = await storeDamaged(200)
  await repair()
  expect(await statusOfJpeg()).toBe(404)
  shop.clock.advance(60_000)
  expect(await statusOfJpeg()).toBe(200)
  expect(shop.errors.splice(0)).toHaveLength(100)
})
