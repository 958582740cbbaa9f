import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import * as influencers from '#server/influencers/influencers.ts'
import * as membership from '#server/membership/membership.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import { fillGroupCart, groupItem, joinGroupBuy, openGroupBuy } from './group-buys.ts'
import type { Visitor } from './harness.ts'
import { authorize, openShopWithIdentities, signInAs } from './identities.ts'
import { openClub } from './membership.ts'
import { photo, toFile } from './pictures.ts'
import { registerMember } from './registration.ts'

// Merges two accounts. The remaining account gets all data of both accounts, without loss or duplicates.

const password = 'three dumplings at noon'
const day = dayMs

let open: Awaited<ReturnType<typeof openShopWithIdentities>>
let own: Visitor
let other: Visitor
beforeAll(async () => {
  open = await openShopWithIdentities({ CONTACT_KEYS: `new:${Buffer.alloc(32, 1).toString('base64')}` })
})
afterAll(() => open.close())
beforeEach(async () => {
  await open.shop.reset()
  open.shop.clock.set('2026-11-20T17:00:00Z')
  other = open.shop.visitor()
  await signInAs(open.shop, other, 'yu', 'yu@example.com')
  own = open.shop.visitor()
  await registerMember(open.shop, own, { name: 'Rain', email: 'rain@example.com', password })
})

const idOf = async (visitor: Visitor) => (await visitor.ctx()).memberId ?? ''

async function becomeOne() {
  const arrival = await authorize(own, 'yu', { purpose: 'link' })
  await own.api.wechat.link(arrival).catch(() => {})
  await own.api.identity.merge({ provider: 'wechat' })
}

test('a merge adds up two memberships of one tier', async () => {
  await openClub(open.shop)
  for (const visitor of [own, other])
    await membership.grantMonths(open.shop.ctx(), {
      memberId: await idOf(visitor),
      tierId: 'plus',
      months: 1,
      note: '',
    })
  await becomeOne()
  const rows = await open.shop.query<{ member_id: string; until: Date }>('select member_id, until from memberships')
  expect(rows.map((row) => row.member_id)).toEqual([await idOf(own)])
  const left = new Date(rows[0]?.until ?? 0).getTime() - open.shop.app.now().getTime()
  expect(left).toBeGreaterThanOrEqual(59 * day)
  expect(await open.shop.query('select distinct member_id from membership_grants')).toEqual([
    { member_id: await idOf(own) },
  ])
})

const words = (en: string) => ({ en, zh: '' })
async function apply({ api }: Visitor, name: string, products: string[]) {
  await api.influencers.apply({ name: words(name), bio: words('I bake.'), products })
  const { profile } = await api.influencers.uploadPicture({
    file: toFile(await photo().resize(20).png().toBuffer()),
  })
  return profile.id
}
async function decide(influencer: string, decision: 'approve' | 'pause') {
  const { version } = await influencers.staff.influencer(open.shop.ctx(), { influencer })
  await influencers.staff.decideInfluencer(open.shop.ctx(), { influencer, decision, version, note: '' })
}
async function openCounter() {
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'tea', stock: 5 })
  await addProducts(open.shop.ctx(), { id: 'cake', stock: 5 })
}

test('a merge keeps the public profile with the likes of both; content of the other waits for approval', async () => {
  await openCounter()
  const [hidden, shown] = [await apply(own, 'Rain', ['cake']), await apply(other, 'Yu', ['tea'])]
  await decide(shown, 'approve')
  const fan = open.shop.visitor()
  await registerMember(open.shop, fan, { name: 'Fan', email: 'fan@example.com', password })
  await fan.api.influencers.like({ id: shown })
  await own.api.influencers.like({ id: shown })
  await becomeOne()
  const { profile } = await own.api.influencers.own()
  expect(profile).toMatchObject({ id: shown, state: 'DRAFT', isPublic: true, likes: 1, products: ['tea', 'cake'] })
  expect(profile?.pictures).toHaveLength(2)
  const page = await fan.api.influencers.detail({ id: shown })
  expect([page.name.en, page.products.map(({ id }) => id), page.pictures.length]).toEqual(['Yu', ['tea'], 1])
  expect(await open.shop.query('select id from influencers')).toEqual([{ id: shown }])
  expect(hidden).not.toBe(shown)
})

test('a merge keeps a paused profile paused', async () => {
  await openCounter()
  const [mine, theirs] = [await apply(own, 'Rain', []), await apply(other, 'Yu', [])]
  for (const id of [mine, theirs]) await decide(id, 'approve')
  await decide(theirs, 'pause')
  await becomeOne()
  expect((await own.api.influencers.own()).profile).toMatchObject({ id: mine, status: 'PAUSED' })
})

test('a merge keeps the only profile of the two accounts', async () => {
  await openCounter()
  const alone = await apply(other, 'Yu', ['tea'])
  await becomeOne()
  expect((await own.api.influencers.own()).profile).toMatchObject({ id: alone, state: 'PENDING', products: ['tea'] })
})

test('a merge keeps the verified contacts of both accounts, with their photos', async () => {
  await openCounter()
  const identity = { name: '林美', idType: 'CN_ID' as const, idNumber: '350203198806120148', consent: true }
  const file = toFile(await photo().resize(60).png().toBuffer())
  const ids = []
  for (const { api } of [own, other]) {
    const photos = [await api.verifiedContacts.uploadPhoto({ file }), await api.verifiedContacts.uploadPhoto({ file })]
    const { contact } = await api.verifiedContacts.create({ ...identity, photos: photos.map(({ photo }) => photo.id) })
    ids.push(contact.id)
  }
  await becomeOne()
  const { contacts } = await own.api.verifiedContacts.idNumber({})
  expect(contacts.map(({ id, photos }) => [id, photos.length])).toEqual(ids.map((id) => [id, 2]))
  const changed = await own.api.verifiedContacts.update({ id: ids[1] ?? '', name: '林小美' })
  expect(changed.contact).toMatchObject({ name: '林**', idNumber: '**************0148' })
  expect(await open.shop.query('select distinct member_id from contact_accesses')).toEqual([
    { member_id: await idOf(own) },
  ])
})

test('after a merge a group-buy counts both accounts as one participant with one limit', async () => {
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' })
  await openGroupBuy(open.shop.ctx(), { items: [groupItem({ perPerson: 3 })] })
  const orders = [
    await joinGroupBuy(open.shop.ctx(), own, { email: 'rain@example.com', phone: '416-555-1001' }),
    await joinGroupBuy(open.shop.ctx(), other, { email: 'yu@example.com', phone: '416-555-1002', quantity: 2 }),
  ]
  const campaign = () => own.api.campaigns.detail({ id: 'lychees' })
  expect((await campaign()).progress).toMatchObject({ participants: 2, pieces: 3 })
  await becomeOne()
  const { progress, mine } = await campaign()
  expect(progress).toMatchObject({ participants: 1, pieces: 3 })
  expect(mine?.orders.map(({ orderID }) => orderID)).toEqual(orders.map(({ orderID }) => orderID))
  const more = joinGroupBuy(open.shop.ctx(), own, { email: 'new@example.com', phone: '416-555-1003' })
  await expect(more).rejects.toMatchObject({ errors: [expect.objectContaining({ code: 'campaigns.limit' })] })
})

test('after a merge no closed group-buy cart keeps contact details', async () => {
  await openStore(open.shop.ctx())
  await addProducts(open.shop.ctx(), { id: 'lychee', price: 1300, stock: 0, taxClass: 'standard' })
  await openGroupBuy(open.shop.ctx())
  const typed = { email: 'typed@example.com', phone: '416-555-1001' }
  for (const visitor of [own, other]) await fillGroupCart(visitor, typed)
  await becomeOne()
  await own.api.account.remove({ password })
  expect(await open.shop.query("select id from carts where contact ->> 'email' = $1", [typed.email])).toEqual([])
})
