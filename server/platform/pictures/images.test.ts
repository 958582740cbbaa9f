import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPlaceholder, serveImage, storeImage, storeJpeg } from './images.ts'
import { mediaFolder } from './media-folder.ts'

let config: { DATA_DIR: string }
beforeAll(async () => {
  config = { DATA_DIR: await mkdtemp(join(tmpdir(), 'images-')) }
})
afterAll(() => rm(config.DATA_DIR, { recursive: true }))

const alt = { en: 'A tile', zh: '一块' }

function picture(width: number, height: number, background = '#d9481c') {
  return sharp({ create: { width, height, channels: 3, background } })
}

test('a picture is stored in both formats at every width up to its own', async () => {
  const image = await storeImage(config, await picture(700, 350).jpeg().toBuffer(), { alt })
  expect(image).toMatchObject({ widths: [160, 320, 640], width: 640, height: 320, alt })
  const folder = join(config.DATA_DIR, image.src)
  expect((await readdir(folder)).sort()).toEqual(
    ['160.avif', '160.webp', '320.avif', '320.webp', '640.avif', '640.webp'].sort(),
  )
  const kept = await sharp(join(folder, '320.avif')).metadata()
  expect([kept.width, kept.height]).toEqual([320, 160])
})

test('a small picture is stored in its own size', async () => {
  const image = await storeImage(config, await picture(90, 60).png().toBuffer(), { alt })
  expect(image).toMatchObject({ widths: [90], width: 90, height: 60 })
})

test('a rotated photograph is stored upright and without EXIF data', async () => {
  const input = await picture(400, 200)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'me', Orientation: '6' }, IFD3: { GPSLatitude: '43/1 39/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const image = await storeImage(config, input, { alt })
  expect([image.width, image.height]).toEqual([160, 320])
  const kept = await sharp(join(config.DATA_DIR, image.src, '160.webp')).metadata()
  expect(kept.exif).toBeUndefined()
  expect(kept.orientation ?? 1).toBe(1)
})

test('the same picture has the same address, also when it is stored twice at once', async () => {
  const input = await picture(500, 500, '#2f6f57').png().toBuffer()
  const [one, other] = await Promise.all([storeImage(config, input, { alt }), storeImage(config, input, { alt })])
  expect(one).toEqual(other)
  expect(await storeImage(config, input, { alt })).toEqual(one)
  const leftOver = (await readdir(mediaFolder(config))).filter((name) => !/^[0-9a-f]{32}$/.test(name))
  expect(leftOver).toEqual([])
})

test('a file that is not a picture, is damaged or is too large is refused and leaves no files', async () => {
  const before = await readdir(mediaFolder(config))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const cut = (await picture(300, 300).png().toBuffer()).subarray(0, 120)
  const huge = await picture(8000, 6000).png().toBuffer()
  for (const input of [Buffer.from('hello'), Buffer.alloc(0), svg, cut, huge]) {
    await expect(storeImage(config, input, { alt })).rejects.toMatchObject({ items: [{ code: 'input.media_type' }] })
  }
  expect(await readdir(mediaFolder(config))).toEqual(before)
})

test('a picture has a JPEG form of one width, without transparency, that is made when it is first requested', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const input = sharp({ create: { width: 1400, height: 700, channels: 4, background: clear } })
  const image = await storeImage(config, await input.png().toBuffer(), { alt })
  expect(image.widths).toEqual([160, 320, 640, 960, 1280])
  const path = image.src.slice('/media'.length)
  const folder = join(config.DATA_DIR, image.src)
  const before = await readdir(folder)
  for (const other of [`${path}/1280.jpg`, `${path}/160.jpg`, `${path}/7.jpg`, `${path}/../x.jpg`, '/960.jpg'])
    await storeJpeg(config, other)
  expect(await readdir(folder)).toEqual(before)
  for (const _ of ['made', 'stored'])
    await Promise.all([storeJpeg(config, `${path}/960.jpg`), storeJpeg(config, `${path}/960.jpg`)])
  expect((await readdir(folder)).sort()).toEqual([...before, '960.jpg'].sort())
  const made = sharp(join(folder, '960.jpg'))
  expect(await made.metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 480 })
  expect((await made.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('the JPEG form replaces the unfinished file of a killed process, not the file that another writes now', async () => {
  const image = await storeImage(config, await picture(700, 350, '#123').png().toBuffer(), { alt })
  const folder = join(config.DATA_DIR, image.src)
  const before = await readdir(folder)
  for (const name of ['640.jpg.old', '640.jpg.new']) await writeFile(join(folder, name), 'part')
  const longAgo = Date.now() / 1000 - 3600
  await utimes(join(folder, '640.jpg.old'), longAgo, longAgo)
  await storeJpeg(config, `${image.src.slice('/media'.length)}/640.jpg`)
  expect((await readdir(folder)).sort()).toEqual([...before, '640.jpg', '640.jpg.new'].sort())
})

test('a picture without stored files has no JPEG form', async () => {
  await storeJpeg(config, `/${'b'.repeat(32)}/960.jpg`)
  expect(await readdir(mediaFolder(config))).not.toContain('b'.repeat(32))
})

test('only valid addresses of pictures are served', () => {
  const hash = 'a'.repeat(32)
  expect(serveImage('/m', `/${hash}/320.avif`)).toEqual({ file: `/m/${hash}/320.avif`, type: 'image/avif' })
  expect(serveImage('/m', `${hash}/960.webp`)).toEqual({ file: `/m/${hash}/960.webp`, type: 'image/webp' })
  for (const path of [
    '/../secret',
    `/${hash}/../x.avif`,
    `/${hash}/320.svg`,
    `/${hash}/0320.avif`,
    '/recipes.json',
    '',
  ]) {
    expect(serveImage('/m', path), path).toBeNull()
  }
})

test('a placeholder is the same for the same name and seed', async () => {
  const [one, again, other] = await Promise.all([
    drawPlaceholder('Tea', 'tea'),
    drawPlaceholder('Tea', 'tea'),
    drawPlaceholder('Rice', 'rice'),
  ])
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
  expect(await sharp(one).metadata()).toMatchObject({ width: 960, height: 960, format: 'png' })
})
