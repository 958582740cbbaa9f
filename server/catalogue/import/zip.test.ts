import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as locations from '#server/locations/locations.ts'
import { setUpShop } from '#tests/harness.ts'
import { importSteps } from '#tests/office-imports.ts'
import { photo } from '#tests/pictures.ts'
import { makeZip } from '#tests/zips.ts'
import { addImportZipPart, readImportZip, removeImportZip } from './office-zip.ts'
import { openPictureZip } from './zip.ts'

const shop = setUpShop()
const { state, upload, check, run } = importSteps(shop)
let jpeg: Buffer
let folder: string
beforeAll(async () => {
  jpeg = await photo().resize(300, 200).jpeg().toBuffer()
  folder = await mkdtemp(join(tmpdir(), 'zips-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
})
afterEach(() => shop.query('delete from imports'))

async function opened(bytes: Buffer) {
  const path = join(folder, 'one.zip')
  await writeFile(path, bytes)
  return openPictureZip(path)
}

describe('a zip with pictures', () => {
  test('finds pictures by their name, whatever the folder, the case and the program that packed it', async () => {
    const zip = await opened(
      makeZip([
        { name: 'Photos/', data: Buffer.alloc(0) },
        { name: 'Photos/Bun.JPG', data: jpeg },
        { name: 'Photos/包子.jpg', data: jpeg },
        // “奶茶.jpg” in GBK, as Windows packs it in China.
        { name: Buffer.from([0xc4, 0xcc, 0xb2, 0xe8, 0x2e, 0x6a, 0x70, 0x67]), data: jpeg },
        // A name in UTF-8 without the flag for UTF-8, as a Mac packs it. “é” is a letter and a combining accent.
        { name: Buffer.from('cafe\u0301.jpg'), data: jpeg },
        { name: 'hot/tea.jpg', data: jpeg },
        { name: 'cold\\tea.jpg', data: jpeg },
        { name: '__MACOSX/Photos/._Bun.JPG', data: Buffer.from('x') },
        { name: 'Photos/.DS_Store', data: Buffer.from('x') },
      ]),
    )
    const codeOf = async (name: string) => (await zip.problemOf(name))?.code ?? null
    const names = [
      'bun.jpg',
      'photos/bun.jpg',
      './Photos/Bun.JPG',
      '包子.jpg',
      '奶茶.jpg',
      'caf\u00e9.jpg',
      'hot\\TEA.jpg',
    ]
    for (const name of names) expect([name, await codeOf(name)]).toEqual([name, null])
    expect((await zip.read('包子.jpg')).equals(jpeg)).toBe(true)
    expect(await codeOf('tea.jpg')).toBe('import.zip_same')
    expect(await codeOf('un.jpg')).toBe('import.zip_missing')
    expect(await codeOf('other/bun.jpg')).toBe('import.zip_missing')
    expect(zip.count).toBe(6)
    expect(zip.unnamed()).toEqual([])
    zip.close()
  })

  test('prefers the same case if two names differ only in it', async () => {
    const other = await photo().resize(10, 10).jpeg().toBuffer()
    const zip = await opened(
      makeZip([
        { name: 'a.jpg', data: jpeg },
        { name: 'A.jpg', data: other },
      ]),
    )
    expect((await zip.read('A.jpg')).equals(other)).toBe(true)
    expect((await zip.read('a.jpg')).equals(jpeg)).toBe(true)
    zip.close()
  })

  test('writes nothing to the disk, also for names that lead out of it', async () => {
    const zip = await opened(
      makeZip([
        { name: '../../etc/evil.jpg', data: jpeg },
        { name: '/tmp/root.jpg', data: jpeg },
        { name: 'C:\\x\\drive.jpg', data: jpeg },
      ]),
    )
    expect((await zip.read('evil.jpg')).equals(jpeg)).toBe(true)
    expect((await zip.read('../../etc/evil.jpg')).equals(jpeg)).toBe(true)
    expect((await zip.read('root.jpg')).equals(jpeg)).toBe(true)
    expect((await zip.read('drive.jpg')).equals(jpeg)).toBe(true)
    zip.close()
    expect(await readdir(folder)).toEqual(['one.zip'])
  })

  test('refuses files that are no pictures, are too large or lie about their size', async () => {
    const zip = await opened(
      makeZip([
        { name: 'words.jpg', data: Buffer.from('these are words') },
        { name: 'page.png', data: Buffer.from('<!doctype html><script>alert(1)</script>') },
        { name: 'empty.jpg', data: Buffer.alloc(0) },
        { name: 'huge.jpg', data: Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]) },
        { name: 'liar.jpg', data: Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]), claimed: 1000 },
      ]),
    )
    const codeOf = async (name: string) => (await zip.problemOf(name))?.code
    expect(await codeOf('words.jpg')).toBe('import.zip_type')
    expect(await codeOf('page.png')).toBe('import.zip_type')
    expect(await codeOf('empty.jpg')).toBe('import.zip_type')
    expect(await codeOf('huge.jpg')).toBe('import.zip_big')
    await expect(zip.read('liar.jpg')).rejects.toMatchObject({ why: { code: 'import.zip_type' } })
    zip.close()
  })

  test('is refused as a whole if it is none, damaged, locked, empty or a bomb', async () => {
    const good = makeZip([{ name: 'a.jpg', data: jpeg }])
    const bomb = makeZip([{ name: 'a.jpg', data: Buffer.alloc(1000), claimed: 2 ** 32 - 2 }])
    const many = makeZip(Array.from({ length: 5001 }, (_, at) => ({ name: `${at}.jpg`, data: Buffer.alloc(0) })))
    for (const [bytes, fault] of [
      [Buffer.alloc(0), 'broken'],
      [Buffer.from('this is no zip'), 'broken'],
      [good.subarray(0, good.length - 30), 'broken'],
      [jpeg, 'broken'],
      [makeZip([{ name: 'a.jpg', data: jpeg, flags: 0x801 }]), 'locked'],
      [makeZip([]), 'empty'],
      [makeZip([{ name: 'folder/', data: Buffer.alloc(0) }]), 'empty'],
      [bomb, 'large'],
      [many, 'large'],
    ] as const) {
      await expect(opened(bytes)).rejects.toMatchObject({ fault })
    }
  })
})

async function addZip(id: string, bytes: Buffer, fileName = 'pictures.zip') {
  const half = Math.floor(bytes.length / 2)
  for (const [at, part] of [
    [0, bytes.subarray(0, half)],
    [half, bytes.subarray(half)],
  ] as const) {
    await addImportZipPart(shop.ctx(), { import: id, at, file: new File([new Uint8Array(part)], fileName) })
  }
  return readImportZip(shop.ctx(), { import: id, fileName, size: bytes.length })
}

const csv =
  'Handle,Title,Variant Price,Image Src\nbun,Bun,3.00,包子.jpg\ntea,Tea,4.00,TEA.jpg\ncake,Cake,5.00,words.jpg'

describe('an import with a zip', () => {
  test('says in the dry run which pictures are missing or not named, and writes nothing', async () => {
    const read = await upload(csv)
    expect((await check(read)).lines.filter(({ kind }) => kind === 'picture').map(({ code }) => code)).toEqual([
      'import.picture_file',
      'import.picture_file',
      'import.picture_file',
    ])
    const zipped = await addZip(
      read.import,
      makeZip([
        { name: '图/包子.jpg', data: jpeg },
        { name: '图/粽子.jpg', data: jpeg },
        { name: 'words.jpg', data: Buffer.from('these are words') },
      ]),
    )
    expect(zipped).toMatchObject({ status: 'uploaded', zip: { fileName: 'pictures.zip', pictures: 3 } })
    const checked = await check(zipped)
    expect(
      checked.lines
        .filter(({ kind }) => kind === 'picture' || kind === 'unused')
        .map(({ kind, line, product, code, values }) => [kind, line, product, code, values.name]),
    ).toEqual([
      ['unused', 0, '图/粽子.jpg', null, undefined],
      ['picture', 3, '', 'import.zip_missing', 'TEA.jpg'],
      ['picture', 4, '', 'import.zip_type', 'words.jpg'],
    ])
    expect(await shop.query('select 1 from products')).toEqual([])
    expect(await shop.query('select 1 from pictures')).toEqual([])
  })

  test('stores the pictures, and brings missing ones with a later zip', async () => {
    const first = await upload(csv)
    await addZip(first.import, makeZip([{ name: '包子.jpg', data: jpeg }]))
    const done = await run(await check(await state(first)))
    expect(done).toMatchObject({ status: 'done', counts: { added: 3, placeholders: 2 } })
    const imagesOf = async (id: string) =>
      (await shop.query<{ images: { width: number }[] }>('select images from products where id = $1', [id]))[0]?.images
    expect(await imagesOf('bun')).toMatchObject([{ width: 160 }])
    const second = await upload(csv)
    await addZip(second.import, makeZip([{ name: 'tea.jpg', data: await photo().resize(700).jpeg().toBuffer() }]))
    await run(await check(await state(second)))
    expect(await imagesOf('tea')).toMatchObject([{ width: 640 }])
    expect(await imagesOf('bun')).toMatchObject([{ width: 160 }])
  })

  test('brings the pictures of variants with a file that names no other pictures', async () => {
    const columns = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
    const rows = ['bun,Bun,Size,One,C,3', 'cup,Cup,Size,Small,A,5', 'cup,,,Large,B,6']
    const shown = () =>
      shop.query<{ images: string[]; variants: (string | null)[] }>(
        `select jsonb_path_query_array(images, '$[*].src') as images,
          array_agg(image->>'src' order by v.position) as variants
        from products p join variants v on product_id = p.id group by p.id order by p.id`,
      )
    const first = await upload(`${columns},Image Src\n${rows[0]},bun.jpg\n${rows[1]},\n${rows[2]},`)
    await addZip(first.import, makeZip([{ name: 'bun.jpg', data: jpeg }]))
    await run(await check(await state(first)))
    const before = await shown()
    expect(before.map(({ variants }) => variants)).toEqual([[null], [null, null]])

    const withPictures = `${columns},Variant Image\n${rows.map((row, at) => `${row},${at}.jpg`).join('\n')}`
    const second = await upload(withPictures)
    const pictures = [400, 700, 1000].map(async (width, at) => ({
      name: `${at}.jpg`,
      data: await photo().resize(width).jpeg().toBuffer(),
    }))
    await addZip(second.import, makeZip(await Promise.all(pictures)))
    await run(await check(await state(second)))
    const [bun, cup] = await shown()
    expect(bun).toEqual({ images: before[0]?.images, variants: [expect.stringContaining('/media/')] })
    expect(cup?.images).toEqual(cup?.variants)
    expect(new Set([...(bun?.images ?? []), ...(bun?.variants ?? []), ...(cup?.variants ?? [])]).size).toBe(4)

    const { counts } = await run(await check(await upload(withPictures.replace('A,5', 'A,7'))))
    expect(counts).toMatchObject({ changed: 1, kept: 0, placeholders: 0 })
    expect(await shown()).toEqual([bun, cup])
  })

  test('keeps the earlier zip if a new one is refused, and can do without one', async () => {
    const read = await upload(csv)
    await addZip(read.import, makeZip([{ name: '包子.jpg', data: jpeg }]))
    for (const [bytes, code] of [
      [Buffer.from('PK this is no zip'), 'import.zip'],
      [makeZip([{ name: 'a.jpg', data: jpeg, flags: 0x801 }]), 'import.zip_locked'],
      [makeZip([]), 'import.zip_empty'],
      [makeZip([{ name: 'a.jpg', data: Buffer.alloc(1000), claimed: 2 ** 32 - 2 }]), 'import.zip_large'],
    ] as const) {
      await expect(addZip(read.import, bytes)).rejects.toMatchObject({ items: [{ code }] })
    }
    await expect(readImportZip(shop.ctx(), { import: read.import, fileName: 'a.zip', size: 0 })).rejects.toMatchObject({
      items: [{ code: 'import.zip' }],
    })
    await expect(readImportZip(shop.ctx(), { import: read.import, fileName: 'a.zip', size: 7 })).rejects.toMatchObject({
      items: [{ code: 'import.state' }],
    })
    const checked = await check(await state(read))
    expect(checked.zip).toEqual({ fileName: 'pictures.zip', pictures: 1 })
    expect(checked.lines.filter(({ kind }) => kind === 'picture')).toHaveLength(2)
    await run(checked)
    await expect(removeImportZip(shop.ctx(), { import: read.import })).rejects.toMatchObject({
      items: [{ code: 'import.state' }],
    })
    const other = await upload(csv)
    await addZip(other.import, makeZip([{ name: '包子.jpg', data: jpeg }]))
    expect((await removeImportZip(shop.ctx(), { import: other.import })).zip).toBeNull()
  })
})
