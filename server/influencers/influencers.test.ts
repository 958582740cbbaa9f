import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { texts } from '#contract/messages.ts'
import * as members from '#server/members/members.ts'
import * as referral from '#server/referral/referral.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { invalidPictures, photo, pictureWithMetadata, toFile } from '#tests/pictures.ts'
import { friendsGroup } from '#tests/referrals.ts'
import * as influencers from './influencers.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', stock: 5 })
})

async function join(email: string) {
  const password = 'three dumplings at noon'
  await members.create(shop.ctx(), { name: 'Somebody', email, password })
  const visitor = shop.visitor()
  await visitor.api.account.signIn({ email, password })
  return visitor
}
const words = (en: string, zh = '') => ({ en, zh })
const profile = { name: words('Ruby', '如意'), bio: words('I bake.', '我烤面包。') }
const png = () => photo().resize(20).png().toBuffer()

async function decide(id: string, decision: 'approve' | 'refuse' | 'pause' | 'resume', note = '') {
  const { version } = await influencers.staff.influencer(shop.ctx(), { influencer: id })
  return influencers.staff.decideInfluencer(shop.ctx(), { influencer: id, decision, version, note })
}
async function approved(visitor: Visitor, more: object = {}) {
  const { profile: made } = await visitor.api.influencers.apply({ ...profile, ...more })
  await decide(made.id, 'approve')
  return made.id
}
const seen = (id: string) => shop.visitor().api.influencers.detail({ id })
const refusal = (code: string, status?: number) => ({
  errors: [expect.objectContaining({ code })],
  ...(status && { status }),
})

describe('an application', () => {
  test('is pending until staff approve it, and not public before', async () => {
    const ruby = await join('ruby@example.com')
    expect(await ruby.api.influencers.status()).toEqual({ status: 'NONE', state: null, reason: '' })
    expect(await ruby.api.influencers.own()).toEqual({ profile: null })
    const { profile: made } = await ruby.api.influencers.apply({ ...profile, products: ['tea'] })
    expect(made).toMatchObject({ status: 'PENDING', state: 'PENDING', isPublic: false, ...profile })
    await expect(seen(made.id)).rejects.toMatchObject({ status: 404 })
    expect(await shop.visitor().api.influencers.list({})).toEqual({ influencers: [], count: 0, hasMore: false })
    await decide(made.id, 'approve')
    expect(await ruby.api.influencers.status()).toMatchObject({ status: 'ACTIVE', state: 'APPROVED' })
    const page = await seen(made.id)
    expect(page).toMatchObject({ ...profile, likes: 0, isLiked: false, isOwn: false })
    expect(page.products.map(({ id }) => id)).toEqual(['tea'])
    expect(JSON.stringify(page)).not.toContain((await ruby.ctx()).memberId)
  })

  test('of a referrer has a public page with the referral id, and of another member without one', async () => {
    await referral.put(shop.ctx(), friendsGroup)
    const ruby = await join('ruby@example.com')
    const { profile: made } = await ruby.api.influencers.apply(profile)
    await decide(made.id, 'approve')
    expect((await seen(made.id)).referId).toBeNull()
    await ruby.api.referral.joinGroup({ id: 'friends' })
    expect((await seen(made.id)).referId).toBe((await ruby.api.shell.appInfo()).myID)
  })

  test('can be sent once per member, also by twenty parallel requests', async () => {
    const ruby = await join('ruby@example.com')
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ruby.api.influencers.apply(profile)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(ruby.api.influencers.apply(profile)).rejects.toMatchObject(refusal('influencers.exists', 409))
    expect(await shop.query('select count(*)::int from influencers')).toEqual([{ count: 1 }])
  })

  test('can be saved as a draft, and a refusal is emailed with its reason', async () => {
    const ruby = await join('ruby@example.com')
    const { profile: made } = await ruby.api.influencers.apply({ ...profile, submit: false })
    expect(made.status).toBe('DRAFT')
    expect((await influencers.staff.influencers(shop.ctx(), { all: false })).influencers).toEqual([])
    await ruby.api.influencers.update(profile)
    await decide(made.id, 'refuse', 'Tell us what you bake.')
    expect(await ruby.api.influencers.status()).toEqual({
      status: 'REJECTED',
      state: 'REFUSED',
      reason: 'Tell us what you bake.',
    })
    await expect(seen(made.id)).rejects.toMatchObject({ status: 404 })
    await decide(made.id, 'refuse', 'Tell us what you bake.')
    // Sends the email about the refusal before the next decision, because emails that wait together are sent in
    // parallel, in any order.
    await shop.workOff()
    await decide(made.id, 'approve')
    const letters = await mailsTo(shop, 'ruby@example.com')
    expect(letters.map(({ subject }) => subject)).toEqual([
      texts['mail.influencer_refuse_subject'][0],
      texts['mail.influencer_approve_subject'][0],
    ])
    expect(letters[0]?.text).toContain('Tell us what you bake.')
    expect(letters[1]?.text).toContain(`/influencer/${made.id}`)
  })

  test.each([
    ['no name', { name: words(' ') }, 'influencers.name'],
    ['no description', { bio: words('') }, 'influencers.bio'],
    ['an unknown product', { products: ['nothing'] }, 'influencers.product'],
    [
      'a link to another site',
      { links: [{ kind: 'instagram' as const, url: 'https://instagram.com.evil.example/x' }] },
      'influencers.link',
    ],
    ['a script as link', { links: [{ kind: 'website' as const, url: 'javascript:alert(1)' }] }, 'influencers.link'],
    ['a link without TLS', { links: [{ kind: 'youtube' as const, url: 'http://youtube.com/@x' }] }, 'influencers.link'],
    [
      'a link to this machine',
      { links: [{ kind: 'website' as const, url: 'https://127.0.0.1/' }] },
      'influencers.link',
    ],
    [
      'a hexadecimal link to this machine',
      { links: [{ kind: 'website' as const, url: 'https://0x7f000001/' }] },
      'influencers.link',
    ],
    ['an IPv6 link', { links: [{ kind: 'website' as const, url: 'https://[::1]/' }] }, 'influencers.link'],
    [
      'a link into the internal network',
      { links: [{ kind: 'website' as const, url: 'https://metadata.internal/' }] },
      'influencers.link',
    ],
    [
      'a password in the link',
      { links: [{ kind: 'website' as const, url: 'https://a:b@example.com/' }] },
      'influencers.link',
    ],
  ])('with %s is refused', async (_, wrong, code) => {
    const ruby = await join('ruby@example.com')
    await expect(ruby.api.influencers.apply({ ...profile, ...wrong })).rejects.toMatchObject(refusal(code, 422))
  })

  test('refuses fields that only staff may set', async () => {
    const ruby = await join('ruby@example.com')
    for (const smuggled of [
      { state: 'APPROVED' },
      { published: {} },
      { likes: 9 },
      { memberId: 'x' },
      { paused: false },
    ])
      await expect(ruby.api.influencers.apply({ ...profile, ...smuggled })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a public page', () => {
  test('keeps its approved version while a change is a draft, pending or refused', async () => {
    const ruby = await join('ruby@example.com')
    const id = await approved(ruby)
    for (const submit of [true, false]) {
      await ruby.api.influencers.update({ name: words('Spam'), bio: words('Buy elsewhere'), submit })
      expect(await seen(id)).toMatchObject(profile)
      expect(await ruby.api.influencers.status()).toMatchObject({
        status: 'ACTIVE',
        state: submit ? 'PENDING' : 'DRAFT',
      })
    }
    await decide(id, 'refuse')
    expect(await seen(id)).toMatchObject(profile)
    await decide(id, 'approve')
    expect((await seen(id)).name.en).toBe('Spam')
  })

  test('cannot be approved after it changed since staff read it', async () => {
    const ruby = await join('ruby@example.com')
    const { profile: made } = await ruby.api.influencers.apply(profile)
    const { version } = await influencers.staff.influencer(shop.ctx(), { influencer: made.id })
    await ruby.api.influencers.update({ ...profile, bio: words('Something else') })
    const late = influencers.staff.decideInfluencer(shop.ctx(), {
      influencer: made.id,
      decision: 'approve',
      version,
      note: '',
    })
    await expect(late).rejects.toThrow('influencers.changed')
    await expect(seen(made.id)).rejects.toMatchObject({ status: 404 })
  })

  test('can be paused and resumed', async () => {
    const ruby = await join('ruby@example.com')
    const id = await approved(ruby)
    await decide(id, 'pause', 'A question about your last picture.')
    expect(await ruby.api.influencers.status()).toMatchObject({
      status: 'PAUSED',
      reason: expect.stringContaining('question'),
    })
    await expect(seen(id)).rejects.toMatchObject({ status: 404 })
    await decide(id, 'resume')
    expect((await seen(id)).id).toBe(id)
  })

  test('shows the published products that it recommends, in the owner’s order', async () => {
    await addProducts(shop.ctx(), { id: 'bun', stock: 5 })
    await addProducts(shop.ctx(), { id: 'jam', stock: 5 })
    const ruby = await join('ruby@example.com')
    const { profile: made } = await ruby.api.influencers.apply({
      ...profile,
      products: ['jam', 'tea', 'bun', 'jam'],
      campaigns: ['mooncakes', 'crabs', 'mooncakes'],
    })
    await ruby.api.influencers.uploadPicture({ file: toFile(await png()) })
    await decide(made.id, 'approve')
    await shop.query("update products set record_status = 'DRAFT' where id = 'tea'")
    const page = await seen(made.id)
    expect(page.products.map((product) => product.id)).toEqual(['jam', 'bun'])
    expect(page.campaigns).toEqual(['mooncakes', 'crabs'])
    expect(page).toMatchObject({ likes: 0, pictures: [{ src: expect.stringMatching(/./), width: 20 }] })
    expect(page.picture).toEqual(page.pictures[0])
  })

  test('is listed at the products that it recommends, while it is public', async () => {
    const ruby = await join('ruby@example.com')
    const wei = await join('wei@example.com')
    const rubys = await approved(ruby, { products: ['tea'] })
    const weis = await approved(wei, { name: words('Wei'), products: ['tea'] })
    await ruby.api.influencers.like({ id: weis })
    const recommending = async (id: string) =>
      (await shop.visitor().api.influencers.recommending({ id })).influencers.map((one) => one.id)
    expect(await recommending('tea')).toEqual([weis, rubys])
    expect(await recommending('bun')).toEqual([])
    await decide(weis, 'pause')
    expect(await recommending('tea')).toEqual([rubys])
  })

  test('is listed by likes in pages, and in the sitemap', async () => {
    const people = await Promise.all(['a', 'b', 'c'].map((name) => join(`${name}@example.com`)))
    const ids: string[] = []
    for (const [n, visitor] of people.entries()) ids.push(await approved(visitor, { name: words(`Nr ${n}`) }))
    await people[0]?.api.influencers.like({ id: ids[2] ?? '' })
    const guest = shop.visitor()
    const first = await guest.api.influencers.list({ numberToLoad: 2 })
    expect(first).toMatchObject({ count: 3, hasMore: true, influencers: [{ id: ids[2], likes: 1 }, { likes: 0 }] })
    const rest = await guest.api.influencers.list({ numberToLoad: 2, startingPosition: 2 })
    expect(rest).toMatchObject({ hasMore: false, influencers: [{ likes: 0 }] })
    const sitemap = await (await guest.fetch('/sitemap-influencers.xml')).text()
    for (const id of ids) expect(sitemap).toContain(`/influencer/${id}`)
  })
})

describe('likes', () => {
  test('by one member in parallel count once, and can be removed', async () => {
    const [ruby, eve] = [await join('ruby@example.com'), await join('eve@example.com')]
    const id = await approved(ruby)
    await Promise.all(Array.from({ length: 20 }, () => eve.api.influencers.like({ id })))
    expect(await eve.api.influencers.detail({ id })).toMatchObject({ likes: 1, isLiked: true })
    expect(await eve.api.influencers.unlike({ id })).toEqual({ likes: 0, isLiked: false })
    expect(await eve.api.influencers.unlike({ id })).toEqual({ likes: 0, isLiked: false })
  })

  test('by twenty members in parallel count as twenty', async () => {
    const id = await approved(await join('ruby@example.com'))
    const fans = await Promise.all(Array.from({ length: 20 }, (_, n) => join(`fan${n}@example.com`)))
    await Promise.all(fans.map((fan) => fan.api.influencers.like({ id })))
    expect((await seen(id)).likes).toBe(20)
  })

  test('are refused for guests, for a member’s own page and for pages that are not public', async () => {
    const [ruby, eve] = [await join('ruby@example.com'), await join('eve@example.com')]
    const { profile: made } = await ruby.api.influencers.apply(profile)
    await expect(eve.api.influencers.like({ id: made.id })).rejects.toMatchObject({ status: 404 })
    await decide(made.id, 'approve')
    await expect(ruby.api.influencers.like({ id: made.id })).rejects.toMatchObject(refusal('influencers.own_like'))
    await expect(shop.visitor().api.influencers.like({ id: made.id })).rejects.toMatchObject({ status: 401 })
  })
})

describe('a picture of a profile', () => {
  test('is encoded again without metadata, and private to its owner until staff approve it', async () => {
    const [ruby, eve] = [await join('ruby@example.com'), await join('eve@example.com')]
    const id = await approved(ruby)
    const { profile: changed } = await ruby.api.influencers.uploadPicture({ file: toFile(await pictureWithMetadata()) })
    expect(changed).toMatchObject({ state: 'PENDING', isPublic: true, pictures: [{ isPublic: false }] })
    const [picture] = changed.pictures
    const open = `/influencer-pictures/${picture?.id}/1440.webp`
    expect((await ruby.fetch(picture?.address ?? '')).status).toBe(200)
    for (const other of [eve, shop.visitor()]) {
      expect((await other.fetch(picture?.address ?? '')).status).toBeGreaterThanOrEqual(401)
      expect((await other.fetch(open)).status).toBe(404)
    }
    expect((await seen(id)).pictures).toEqual([])
    await decide(id, 'approve')
    const [shown] = (await seen(id)).pictures
    expect(shown).toMatchObject({ src: `/influencer-pictures/${picture?.id}`, width: 900, height: 600 })
    const answer = await shop.visitor().fetch(open)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900 })
    for (const word of ['SECRET', 'script', 'php']) expect(bytes.includes(word)).toBe(false)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(invalidPictures)('is refused: %s', async (_, make) => {
    const ruby = await join('ruby@example.com')
    await ruby.api.influencers.apply(profile)
    const sent = ruby.api.influencers.uploadPicture({ file: toFile(await make()) })
    await expect(sent).rejects.toMatchObject(refusal('input.picture', 415))
    expect(await shop.query('select * from influencer_pictures')).toEqual([])
  })

  test('can be removed by its owner only, and disappears from the public page at once', async () => {
    const [ruby, eve] = [await join('ruby@example.com'), await join('eve@example.com')]
    await eve.api.influencers.apply(profile)
    const id = await approved(ruby)
    const { profile: changed } = await ruby.api.influencers.uploadPicture({ file: toFile(await png()) })
    const picture = changed.pictures[0]?.id ?? ''
    await decide(id, 'approve')
    await expect(eve.api.influencers.removePicture({ id: picture })).rejects.toMatchObject({ status: 404 })
    expect((await seen(id)).pictures).toHaveLength(1)
    const { profile: after } = await ruby.api.influencers.removePicture({ id: picture })
    expect(after).toMatchObject({ state: 'APPROVED', pictures: [] })
    expect((await seen(id)).pictures).toEqual([])
    expect((await shop.visitor().fetch(`/influencer-pictures/${picture}/1440.webp`)).status).toBe(404)
  })

  test('that shoppers have seen disappears from cached pages, too', async () => {
    const ruby = await join('ruby@example.com')
    const id = await approved(ruby)
    const upload = async () => {
      const { profile } = await ruby.api.influencers.uploadPicture({ file: toFile(await png()) })
      return profile.pictures.at(-1)?.id ?? ''
    }
    const shown = await upload()
    await decide(id, 'approve')
    const waiting = await upload()
    const told: unknown[] = []
    const follow = shop.app.onCatalogueChange
    shop.app.onCatalogueChange = (change) => told.push(change)
    try {
      await ruby.api.influencers.removePicture({ id: waiting })
      expect(told).toEqual([])
      await ruby.api.influencers.removePicture({ id: shown })
      expect(told).toEqual(['content'])
    } finally {
      shop.app.onCatalogueChange = follow
    }
  })

  test('needs an existing profile, and a profile has at most ten', async () => {
    const ruby = await join('ruby@example.com')
    const send = async () => ruby.api.influencers.uploadPicture({ file: toFile(await png()) })
    await expect(send()).rejects.toMatchObject(refusal('influencers.none'))
    await ruby.api.influencers.apply(profile)
    const sent = await Promise.allSettled(Array.from({ length: 12 }, send))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(send()).rejects.toMatchObject(refusal('influencers.pictures_full'))
  })
})

test('a deleted account loses page, pictures and likes, which its data download contains', async () => {
  const [ruby, eve] = [await join('ruby@example.com'), await join('eve@example.com')]
  const [id, other] = [await approved(ruby), await approved(eve)]
  await ruby.api.influencers.uploadPicture({ file: toFile(await png()) })
  await ruby.api.influencers.like({ id: other })
  const all = JSON.stringify(await ruby.api.account.exportData())
  for (const word of ['我烤面包。', 'data:image/webp;base64,', other]) expect(all).toContain(word)
  await ruby.api.account.remove({ password: 'three dumplings at noon' })
  await expect(seen(id)).rejects.toMatchObject({ status: 404 })
  expect((await seen(other)).likes).toBe(0)
  expect(await shop.query('select * from influencer_pictures')).toEqual([])
})
