import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { specificationBase, xsrfCookie } from '#contract/constants.ts'
import type { Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { invalidPictures, photo, toFile } from '#tests/pictures.ts'
import * as members from './members.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

async function signedIn(email: string) {
  const password = 'three dumplings at noon'
  await members.create(shop.ctx(), { name: 'Mei Chen', email, password })
  const visitor = shop.visitor()
  await visitor.api.account.signIn({ email, password })
  return visitor
}
const send = (visitor: Visitor, file: File) => visitor.api.account.uploadPicture({ file })
const refused = { status: 415, errors: [expect.objectContaining({ code: 'input.picture', field: 'file' })] }

describe('a picture', () => {
  test('is encoded again as a square without metadata, and its owner can load it', async () => {
    const visitor = await signedIn('mei@example.com')
    const sent = await photo()
      .withExif({ IFD0: { ImageDescription: 'SECRET PLACE' }, IFD3: { GPSLatitude: '43/1 39/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { user } = await send(visitor, toFile(sent, '../../"; filename=x.html'))
    expect(user.profileImage).toMatch(/^\/api\/istore\/client\/image\/user\/[\w-]{22}$/)
    const answer = await visitor.fetch(user.profileImage ?? '')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const made = await sharp(bytes).metadata()
    expect(made).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(made).not.toHaveProperty('exif')
    expect(bytes.includes('SECRET')).toBe(false)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="picture.webp"',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await visitor.api.shell.appInfo()).user?.profileImage).toBe(user.profileImage)
  })

  test('is not found for other visitors, and a new one deletes the earlier one', async () => {
    const [visitor, eve] = [await signedIn('mei@example.com'), await signedIn('eve@example.com')]
    const file = toFile(await photo().png().toBuffer())
    const first = (await send(visitor, file)).user.profileImage ?? ''
    expect((await eve.fetch(first)).status).toBe(404)
    expect((await shop.visitor().fetch(first)).status).toBe(401)
    const second = (await send(visitor, file)).user.profileImage ?? ''
    expect(second).not.toBe(first)
    expect((await visitor.fetch(first)).status).toBe(404)
    expect(await shop.query('select count(*)::int from member_pictures')).toEqual([{ count: 1 }])
  })

  test.each(['jpeg', 'png', 'webp'] as const)('may be a %s with any file name and type', async (format) => {
    const visitor = await signedIn('mei@example.com')
    const bytes = await photo().toFormat(format).toBuffer()
    expect((await send(visitor, toFile(bytes, 'x.txt', 'text/plain'))).user.profileImage).not.toBeNull()
  })

  test('with appended code keeps only its pixels', async () => {
    const visitor = await signedIn('mei@example.com')
    const payload = Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>PK\u0003\u0004')
    const jpeg = await photo().jpeg().toBuffer()
    const { user } = await send(visitor, toFile(Buffer.concat([jpeg, payload])))
    const kept = Buffer.from(await (await visitor.fetch(user.profileImage ?? '')).arrayBuffer())
    for (const word of ['script', 'php', 'PK\u0003\u0004']) expect(kept.includes(word)).toBe(false)
  })

  test.each(invalidPictures)('is refused: %s', async (_, make) => {
    const visitor = await signedIn('mei@example.com')
    const bytes = await make()
    await expect(send(visitor, toFile(bytes))).rejects.toMatchObject(refused)
    expect(await shop.query('select * from member_pictures')).toEqual([])
  })

  test('of more than eight megabytes is refused', async () => {
    const visitor = await signedIn('mei@example.com')
    const large = toFile(Buffer.alloc(9 * 1024 * 1024))
    await expect(send(visitor, large)).rejects.toMatchObject({ status: 413 })
  })

  test('is accepted only as a multipart form with one file', async () => {
    const visitor = await signedIn('mei@example.com')
    const post = (body: BodyInit, type?: string) =>
      visitor.fetch(`${specificationBase}/admin/userManagement/image/upload`, {
        method: 'POST',
        body,
        headers: { 'x-xsrf-token': visitor.cookies.get(xsrfCookie) ?? '', ...(type && { 'content-type': type }) },
      })
    expect((await post('{"file":"x"}', 'application/json')).status).toBe(415)
    expect((await post('nonsense', 'multipart/form-data; boundary=x')).status).toBe(415)
    expect((await post('x', 'image/jpeg')).status).toBe(415)
    const empty = new FormData()
    expect((await post(empty)).status).toBe(400)
    const words = new FormData()
    words.set('file', 'only words')
    expect((await post(words)).status).toBe(400)
    const more = new FormData()
    more.set('file', toFile(await photo().png().toBuffer()))
    more.set('memberId', 'somebody else')
    expect((await post(more)).status).toBe(400)
  })

  test('can be uploaded ten times an hour', async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' })
    try {
      const ctx = strict.ctx()
      const memberId = await members.create(ctx, { name: 'Mei', email: 'm@example.com', password: 'three dumplings' })
      const file = toFile(await photo().resize(20).png().toBuffer())
      for (let sent = 0; sent < 10; sent++) await members.uploadPicture({ ...ctx, memberId }, { file })
      await expect(members.uploadPicture({ ...ctx, memberId }, { file })).rejects.toThrow('request.too_many')
    } finally {
      await strict.close()
    }
  })
})
