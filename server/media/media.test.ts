import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { officeBase, officeXsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { hourMs } from '#contract/durations.ts'
import { noText } from '#contract/languages.ts'
import type { Image } from '#contract/shapes.ts'
import * as blog from '#server/blog/blog.ts'
import { sweepPictures } from '#server/catalogue/pictures.ts'
import { putBrand, putCategory, putProduct } from '#server/catalogue/products.ts'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'
import { invalidPictures, photo, pictureWithMetadata, toFile } from '#tests/pictures.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const hour = hourMs
const bun = { en: 'Bun', zh: '包子' }

/** Uploads a file as the browser does. */
async function upload(bytes: Uint8Array, { crop, name }: { crop?: string; name?: string } = {}): Promise<Image> {
  const body = new FormData()
  if (crop) body.set('crop', crop)
  body.set('file', toFile(bytes, name))
  const headers = { [xsrfHeader]: owner.visitor.cookies.get(officeXsrfCookie) ?? '' }
  const answer = await owner.visitor.fetch(`${officeBase}/pictures`, { method: 'POST', headers, body })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json())
  return (await answer.json()) as Image
}

let tone = 0
/** A new picture of this size. */
const draw = (width = 90, height = 60) => {
  tone += 1
  const background = { r: tone % 256, g: 100, b: 50 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

const put = (id: string, images: Image[], variant?: Image, name = bun) =>
  putProduct(shop.ctx(), { id, name, images, variants: [{ sku: `${id}-1`, price: 300, image: variant ?? null }] })

const hash = ({ src }: Image) => src.slice('/media/'.length)
const list = (query: Partial<Parameters<Office['staff']['pictures']>[0]> = {}) => owner.staff.pictures(query)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )

describe('the library of pictures', () => {
  it('lists uploads and pictures of products, newest first, in pages', async () => {
    const first = await upload(await draw(), { name: '蛋挞.png' })
    shop.clock.advance(hour)
    const second = await upload(await draw())
    shop.clock.advance(hour)
    const third = { ...(await upload(await draw())), alt: { en: 'Three buns', zh: '三个包子' } }
    await put('bun', [third])
    const { pictures, next, count } = await list({ limit: 2 })
    expect(pictures.map(({ image }) => image.src)).toEqual([third.src, second.src])
    expect(pictures[0]).toMatchObject({
      image: third,
      uses: [{ kind: 'product', id: 'bun', name: bun }],
      usesCount: 1,
    })
    expect(pictures[0]?.bytes).toBeGreaterThan(50)
    expect(count).toBe(3)
    const rest = await list({ limit: 2, after: next ?? '' })
    expect(rest.pictures.map(({ fileName, image }) => [fileName, image.src])).toEqual([['蛋挞.png', first.src]])
    expect(rest.next).toBeNull()
    expect(await refusal(list({ after: '["x","y"]' }))).toBe('input.invalid')
  })

  it('finds pictures by their text, their file and their product, and what lacks something', async () => {
    const worded = { ...(await upload(await draw(), { name: 'IMG_1.png' })), alt: { en: 'Hot 100%', zh: '热的' } }
    const half = { ...(await upload(await draw(), { name: 'tart.jpg' })), alt: { en: 'A tart', zh: '' } }
    const loose = await upload(await draw(), { name: 'loose.png' })
    await put('bun', [worded, half])
    const names = async (query: Parameters<typeof list>[0]) =>
      (await list(query)).pictures.map(({ image }) => image.src).sort()
    expect(await names({ find: '100%' })).toEqual([worded.src])
    expect(await names({ find: '10_%' })).toEqual([])
    expect(await names({ find: 'TART' })).toEqual([half.src])
    expect(await names({ find: '包子' })).toEqual([worded.src, half.src].sort())
    expect(await names({ gap: 'alt' })).toEqual([half.src, loose.src].sort())
    expect(await names({ gap: 'unused' })).toEqual([loose.src])
  })

  it('names every kind of record that shows a picture', async () => {
    const image = { ...(await upload(await draw())), alt: noText }
    await put('bun', [], image)
    await putCategory(shop.ctx(), { id: 'bakery', name: { en: 'Bakery', zh: '烘焙' }, image })
    await putBrand(shop.ctx(), { id: 'own', name: { en: 'Own', zh: '自家' }, image })
    await blog.put(shop.ctx(), {
      id: 'buns',
      title: { en: 'On buns', zh: '说包子' },
      summary: noText,
      author: noText,
      tags: [],
      category: null,
      cover: null,
      portrait: null,
      blocks: [{ kind: 'image', image }],
    } as unknown as Parameters<typeof blog.put>[1])
    const [only] = (await list()).pictures
    expect(only?.uses.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'variant bun',
      'category bakery',
      'article buns',
      'brand own',
    ])
    expect((await list({ gap: 'unused' })).pictures).toEqual([])
  })
})

describe('the text of a picture', () => {
  it('reaches everything that shows it, except what has a text of its own', async () => {
    const image = await upload(await draw())
    const own = { en: 'Seen from above', zh: '俯视' }
    await put('plain', [{ ...image, alt: bun }], { ...image, alt: bun })
    await putCategory(shop.ctx(), { id: 'bakery', name: bun, image: { ...image, alt: bun } })
    const first = { en: 'Some buns', zh: '几个包子' }
    expect(await owner.staff.writePicture({ picture: hash(image), alt: first })).toEqual({ records: 3 })
    await put('own', [{ ...image, alt: own }])
    expect((await list()).pictures[0]?.image.alt).toEqual(first)
    const alt = { en: 'Four buns', zh: '四个包子' }
    expect(await owner.staff.writePicture({ picture: hash(image), alt })).toEqual({ records: 3 })
    expect((await owner.staff.product({ product: 'plain' })).images).toEqual([{ ...image, alt }])
    expect((await owner.staff.product({ product: 'own' })).images).toEqual([{ ...image, alt: own }])
    expect((await shop.visitor().api.catalogue.detail({ id: 'plain' })).images[0]?.alt).toEqual(alt)
    expect((await list()).pictures[0]?.image.alt).toEqual(alt)
    // Removes the text that was set in the library. The product's picture then has the product's name as its text.
    expect(await owner.staff.writePicture({ picture: hash(image), alt: noText })).toEqual({ records: 3 })
    expect((await owner.staff.product({ product: 'plain' })).images[0]?.alt).toEqual(bun)
  })

  it('follows what is written in the product, and changes the version of the product', async () => {
    const image = await upload(await draw())
    await put('bun', [image])
    const { version, images } = await owner.staff.product({ product: 'bun' })
    const alt = { en: 'One', zh: '一个' }
    await owner.staff.writeProduct({ product: 'bun', version, images: images.map((one) => ({ ...one, alt })) })
    expect((await list()).pictures[0]?.image.alt).toEqual(alt)
    const { version: later } = await owner.staff.product({ product: 'bun' })
    shop.clock.advance(1000)
    await owner.staff.writePicture({ picture: hash(image), alt: { en: 'Two', zh: '两个' } })
    expect(await refusal(owner.staff.writeProduct({ product: 'bun', version: later, synonyms: 'x' }))).toBe(
      'staff.stale',
    )
    expect(await refusal(owner.staff.writePicture({ picture: 'f'.repeat(32), alt }))).toBe('not_found')
  })
})

describe('a picture', () => {
  it('is removed only while nothing shows it, and can be put back', async () => {
    const image = await upload(await draw(), { name: 'bun.png' })
    await put('bun', [image])
    await expect(owner.staff.removePicture({ picture: hash(image) })).rejects.toMatchObject({
      code: 'picture.in_use',
      message: expect.stringContaining('Bun'),
    })
    await put('bun', [])
    await owner.staff.removePicture({ picture: hash(image) })
    expect((await list()).pictures).toEqual([])
    await owner.staff.restorePicture({ picture: hash(image) })
    expect((await list()).pictures).toHaveLength(1)
    const { entries } = await owner.people.log({})
    expect(entries.slice(0, 3).map(({ call, after }) => [call, after])).toEqual([
      ['staff.restorePicture', { fileName: 'bun.png' }],
      ['staff.removePicture', { fileName: 'bun.png' }],
      ['staff.addPicture', { fileName: 'bun.png' }],
    ])
  })

  it('comes back into the library when a product shows it again', async () => {
    const image = await upload(await draw())
    await owner.staff.removePicture({ picture: hash(image) })
    await put('bun', [image])
    expect((await list()).pictures).toHaveLength(1)
  })

  it('loses its files a day after it was removed, but keeps them if a product has shown it', async () => {
    const [unused, sold] = [await upload(await draw()), await upload(await draw())]
    await put('bun', [sold])
    await put('bun', [])
    const isStored = ({ src }: Image) =>
      access(join(shop.app.config.DATA_DIR, src)).then(
        () => true,
        () => false,
      )
    for (const image of [unused, sold]) await owner.staff.removePicture({ picture: hash(image) })
    await sweepPictures(shop.ctx())
    expect([await isStored(unused), await isStored(sold)]).toEqual([true, true])
    shop.clock.advance(25 * hour)
    await sweepPictures(shop.ctx())
    expect([await isStored(unused), await isStored(sold)]).toEqual([false, true])
  })

  it('is not removed while a product that begins to show it is being saved', async () => {
    const image = await upload(await draw())
    const both = await Promise.all([
      refusal(owner.staff.removePicture({ picture: hash(image) })),
      put('bun', [image]).then(() => null),
    ])
    expect([null, 'picture.in_use']).toContain(both[0])
    // If the removal ran first, saving the product put the picture back. If the save ran first, the removal was
    // refused. Either way, the library has the picture.
    expect((await list()).pictures[0]?.uses).toHaveLength(1)
  })

  it('is cropped upright, before or after its upload, and never enlarged', async () => {
    // The file has 400 × 200 pixels, and its orientation tag tells viewers to rotate it. After the rotation, the upper
    // half is red and the lower half is blue.
    const half = (background: string) => ({ create: { width: 200, height: 200, channels: 3 as const, background } })
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#00f' } })
      .composite([{ input: await sharp(half('#f00')).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const early = await upload(bytes, { crop: '0,0,1,0.5' })
    const whole = await upload(bytes)
    const late = await owner.staff.cropPicture({ picture: hash(whole), crop: '0,0.5,1,.5' })
    expect([whole.width, whole.height]).toEqual([200, 400])
    for (const [image, colour] of [
      [early, 'r'],
      [late, 'b'],
    ] as const) {
      expect([image.width, image.height, image.widths]).toEqual([200, 200, [200]])
      const file = await readFile(join(shop.app.config.DATA_DIR, image.src, '200.webp'))
      const { dominant } = await sharp(file).stats()
      expect(dominant[colour]).toBeGreaterThan(200)
      expect((await sharp(file).metadata()).exif).toBeUndefined()
    }
    expect((await list()).count).toBe(3)
    for (const crop of ['0,0,0,1', '0.5,0,0.6,1', '-1,0,1,1', '1,2', '0,0,1,1,1']) {
      expect(await refusal(owner.staff.cropPicture({ picture: hash(whole), crop }))).toBe('input.invalid')
    }
  })

  it('keeps no metadata, and is refused if it is none', async () => {
    const { src, widths } = await upload(await pictureWithMetadata())
    const file = await readFile(join(shop.app.config.DATA_DIR, src, `${Math.max(...widths)}.webp`))
    expect(file.includes('SECRET PLACE')).toBe(false)
    expect(file.includes('script')).toBe(false)
    for (const [what, make] of invalidPictures.slice(0, 5)) {
      expect([what, await refusal(upload(await make()))]).toEqual([what, 'input.media_type'])
    }
  })

  it('is only for staff who may change products', async () => {
    const image = await upload(await photo().png().toBuffer())
    const writer = await openColleague(shop, owner, 'w@shop.test', [{ role: 'content', location: null }])
    expect((await writer.staff.pictures({})).count).toBe(1)
    expect(await refusal(writer.staff.removePicture({ picture: hash(image) }))).toBe('staff.no_right')
    const kitchen = await openColleague(shop, owner, 'k@shop.test', [{ role: 'kitchen', location: null }])
    expect(await refusal(kitchen.staff.pictures({}))).toBe('staff.no_right')
  })
})
