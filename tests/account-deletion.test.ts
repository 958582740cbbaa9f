import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { schedule } from '#jobs/schedule.ts'
import { storeProvenIdentity } from '#server/members/identity.ts'
import * as members from '#server/members/members.ts'
import { eraseFinished } from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import { groupItem, joinGroupBuy, openGroupBuy } from './group-buys.ts'
import type { Visitor } from './harness.ts'
import { setUpShop } from './harness.ts'
import { mailsTo } from './mails.ts'
import { fillCart, placeOrder } from './purchases.ts'
import { registerMember } from './registration.ts'

// Tests account deletion. Before the deletion, the export contains all personal data of the member. After the deletion,
// no table contains any of this data.

const canary = {
  name: 'Canary Yellowfeather',
  email: 'canary@birdcage.example',
  phone: '+14165550199',
  note: 'canary-note',
  street: '77 Canary Lane',
  nickname: '金丝雀',
}
const password = 'three dumplings at noon'
const shop = setUpShop()
beforeAll(async () => {
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'tea', stock: 100 })
})

/** The tables with rows that contain one of these texts, as `table: text`. Ignores case. */
async function findEverywhere(words: string[]) {
  const tables = await shop.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'events'",
  )
  const found: string[] = []
  for (const { name } of [...tables, { name: 'events' }])
    for (const word of words) {
      const [{ count } = { count: 0 }] = await shop.query<{ count: number }>(
        `select count(*)::int from "${name}" row where strpos(lower(row::text), lower($1)) > 0`,
        [word],
      )
      if (count > 0) found.push(`${name}: ${word}`)
    }
  return found
}

async function order(visitor: Visitor, { name, phone, email, note } = canary) {
  await visitor.api.cart.add({ sku: 'tea', quantity: 1 })
  const { methods } = await visitor.api.checkout.config()
  const slot = methods[0]?.earliest
  if (!slot?.time) throw new Error('there is no free slot')
  await visitor.api.checkout.setPickupSlot({ date: slot.date, time: slot.time })
  await visitor.api.checkout.setContact({ name, phone, email })
  await visitor.api.checkout.setComment({ comment: note })
  return placeOrder(visitor, { payAtStore: true })
}

test('a guest’s order joins the account of its email address only after the address is verified', async () => {
  const { orderID } = await order(shop.visitor())
  const visitor = shop.visitor()
  const see = () => visitor.api.orders.detail({ id: orderID })
  const { name, email, phone } = canary
  const unproven = await members.create(shop.ctx(), { name, email, phone, password })
  await visitor.api.account.signIn({ email, password })
  await expect(see()).rejects.toMatchObject({ status: 404 })
  expect(JSON.stringify(await visitor.api.account.exportData())).not.toContain(canary.note)
  await shop.query('delete from members where id = $1', [unproven])

  const owner = shop.visitor()
  await registerMember(shop, owner, { name, email, phone, password, news: true })
  expect((await owner.api.orders.detail({ id: orderID })).orderID).toBe(orderID)
})

/** All orders, each with its cart. */
const records = () =>
  shop.query(
    'select to_jsonb(o) as order, to_jsonb(c) as cart from orders o join carts c on c.id = o.cart_id order by o.id',
  )

test('deleting an account with an unverified address changes no orders or carts of others', async () => {
  const victim = { name: 'Vera Dove', email: 'vera@dovecote.example', phone: '+14165550177' }
  const guest = shop.visitor()
  await order(guest, { ...canary, ...victim, note: 'no nuts' })
  await guest.api.cart.add({ sku: 'tea', quantity: 1 })
  await guest.api.checkout.setContact(victim)
  const friend = shop.visitor()
  await registerMember(shop, friend, { name: 'Friend', email: 'friend@dovecote.example', password })
  await order(friend, { ...canary, ...victim, note: 'no nuts' })
  const before = [await records(), await shop.query('select * from carts order by id')]

  const eve = shop.visitor()
  await members.create(shop.ctx(), { name: 'Eve', email: victim.email, phone: victim.phone, password })
  await eve.api.account.signIn({ email: victim.email, password })
  expect(JSON.stringify(await eve.api.account.exportData())).not.toContain('Vera')
  expect(await eve.api.account.remove({ password })).toEqual({ removed: true })
  expect([await records(), await shop.query('select * from carts order by id')]).toEqual(before)
})

test('deleting an account with a verified address erases its guest orders, open ones after their end', async () => {
  const vera = { name: 'Vera Dove', email: 'vera@dovecote.example', phone: '+14165550177' }
  const owner = shop.visitor()
  await registerMember(shop, owner, { ...vera, password })
  // Marks all earlier orders with this email address as picked up yesterday, so that of these orders only
  // the guest order below is open.
  await shop.query(
    "update orders set slot_starts_at = now() - interval '1 day', fulfilment_status = 'PICKED_UP' where contact ->> 'email' = $1",
    [vera.email],
  )
  const { orderID } = await order(shop.visitor(), { ...canary, ...vera, note: 'no nuts' })
  const friends = () =>
    shop.query("select o.contact from orders o join members m on m.id = o.member_id where m.name = 'Friend'")
  const ofFriend = await friends()
  await owner.api.account.remove({ password })
  const contact = async () =>
    (await shop.query<{ contact: object }>('select contact from orders where id = $1', [orderID]))[0]?.contact
  const kept = { name: vera.name, phone: vera.phone, email: vera.email }
  expect(await contact()).toMatchObject(kept)
  await eraseFinished(shop.ctx())
  expect(await contact()).toMatchObject(kept)
  expect(
    await shop.query("select 1 from orders where member_id is null and contact ->> 'email' = $1 and id <> $2", [
      vera.email,
      orderID,
    ]),
  ).toEqual([])

  await shop.query("update orders set fulfilment_status = 'PICKED_UP' where id = $1", [orderID])
  await eraseFinished(shop.ctx())
  expect(await contact()).toEqual({ name: '—', phone: '', email: '' })
  expect(
    await shop.query(
      'select 1 from carts c join orders o on o.cart_id = c.id where o.id = $1 and c.contact is not null',
      [orderID],
    ),
  ).toEqual([])
  expect(await friends()).toEqual(ofFriend)
})

test('an account without open orders can be deleted; the export has all its data, and no table keeps any', async () => {
  const visitor = shop.visitor()
  await visitor.api.account.signIn({ email: canary.email, password })
  const { orderID } = await order(visitor)
  await visitor.api.orders.comment({ id: orderID, comment: `${canary.note} again` })
  const id = (await visitor.ctx()).memberId ?? ''
  const address = {
    country: 'CA' as const,
    province: 'ON',
    city: 'Toronto',
    street: canary.street,
    postCode: 'M5T 1L4',
  }
  await visitor.api.account.updateAddresses({ id, type: 'DELIVERY', put: { address } })
  const names = [{ app: '', subject: 'union-of-canary' }]
  await members.linkIdentity(shop.ctx(), id, { provider: 'wechat', names, nickname: canary.nickname })
  await storeProvenIdentity(await visitor.ctx(), { provider: 'alipay', names, nickname: canary.nickname })
  await visitor.api.cart.add({ sku: 'tea', quantity: 2 })
  const sums = await shop.query('select total, currency from orders order by id')

  const all = JSON.stringify(await visitor.api.account.exportData())
  for (const word of Object.values(canary)) expect(all).toContain(word)
  expect(all).not.toMatch(/argon2|passwordHash|tokenHash/)

  await expect(visitor.api.account.remove({ password: 'not this one' })).rejects.toMatchObject({ status: 422 })
  await expect(visitor.api.account.remove({ password })).rejects.toMatchObject({
    errors: [expect.objectContaining({ code: 'account.orders_open' })],
  })
  expect(await findEverywhere([canary.email])).not.toEqual([])

  // Marks all orders as picked up.
  await shop.query("update orders set slot_starts_at = now() - interval '1 day', fulfilment_status = 'PICKED_UP'")
  expect(await visitor.api.account.remove({ password })).toEqual({ removed: true })
  expect((await visitor.ctx()).memberId).toBeNull()
  const farewell = (await mailsTo(shop, canary.email)).at(-1)
  expect(farewell?.subject).toBe('Your account is closed')
  expect(await findEverywhere(Object.values(canary))).toEqual([])
  expect(await shop.query('select total, currency from orders order by id')).toEqual(sums)
  await expect(shop.visitor().api.account.signIn({ email: canary.email, password })).rejects.toMatchObject({
    status: 401,
  })
  const again = shop.visitor()
  await registerMember(shop, again, { name: 'New Bird', email: canary.email, password })
  expect((await again.api.account.profile()).user.name).toBe('New Bird')
})

const contactOf = async (id: string) =>
  (await shop.query<{ contact: object }>('select contact from orders where id = $1', [id]))[0]?.contact
const erased = { name: '—', phone: '', email: '' }
const isRefused = { errors: [expect.objectContaining({ code: 'account.orders_open' })] }

test('group-buy orders stay open until the hand-over, and the guest’s order keeps its contact until then', async () => {
  const jay = { name: 'Jay Finch', email: 'jay@dovecote.example', phone: '+14165550166' }
  const owner = shop.visitor()
  await registerMember(shop, owner, { ...jay, password })
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
  const date = new Date(shop.app.now().getTime() + 10 * dayMs).toISOString().slice(0, 10)
  const windows = [{ date, from: '10:00', until: '12:00' }]
  const points = [{ name: { en: 'Plaza', zh: '广场' }, address: '1 Main Street', windows }]
  await openGroupBuy(shop.ctx(), { goal: 1, points })
  const { orderID: own } = await joinGroupBuy(shop.ctx(), owner, jay)
  const { orderID: guests } = await joinGroupBuy(shop.ctx(), shop.visitor(), jay)

  shop.clock.advance(4 * dayMs)
  await expect(owner.api.account.remove({ password })).rejects.toMatchObject(isRefused)
  await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
  await shop.workOff()
  await schedule.find(({ name }) => name === 'settle group-buys that are over')?.run(shop.ctx())
  expect(await shop.query('select outcome, settled_at is not null as settled from campaigns')).toEqual([
    { outcome: 'succeeded', settled: true },
  ])
  await expect(owner.api.account.remove({ password })).rejects.toMatchObject(isRefused)

  const handOver = async (id: string) => {
    await orders.ready(shop.ctx(), { id })
    await orders.handOver(shop.ctx(), { id })
  }
  await handOver(own)
  expect(await owner.api.account.remove({ password })).toEqual({ removed: true })
  await eraseFinished(shop.ctx())
  expect([await contactOf(own), await contactOf(guests)]).toEqual([erased, expect.objectContaining(jay)])
  await handOver(guests)
  await eraseFinished(shop.ctx())
  expect(await contactOf(guests)).toEqual(erased)
  shop.clock.advance(-4 * dayMs)
})

test('a group-buy order that is handed over early stays open until the group-buy is settled', async () => {
  const owner = shop.visitor()
  await registerMember(shop, owner, { name: 'Kit Finch', email: 'kit@dovecote.example', password })
  await openGroupBuy(shop.ctx(), { id: 'pears', goal: 1, items: [groupItem({ sku: 'lychee' })] })
  await shop.query("update campaign_windows set date = date + 3650 where point_id like 'pears%'")
  const { orderID: id } = await joinGroupBuy(shop.ctx(), owner, { id: 'pears', email: 'kit@dovecote.example' })
  await orders.ready(shop.ctx(), { id })
  await orders.handOver(shop.ctx(), { id })
  await expect(owner.api.account.remove({ password })).rejects.toMatchObject(isRefused)
})

test.each([
  ['its store promised a later time', "promised_at = now() + interval '1 day'"],
  ['the store accepted a late payment, so that it has no place in its slot', 'slot_starts_at = null'],
])('an order stays open if %s', async (_, change) => {
  const owner = shop.visitor()
  const email = `${change.slice(0, 3)}@dovecote.example`
  await registerMember(shop, owner, { name: 'Lou Finch', email, password })
  const { orderID } = await order(owner, { ...canary, email })
  const past = "slot_starts_at = slot_starts_at - interval '5 days', placed_at = placed_at - interval '5 days'"
  await shop.query(`update orders set ${past} where id = $1`, [orderID])
  await shop.query(`update orders set ${change} where id = $1`, [orderID])
  await expect(owner.api.account.remove({ password })).rejects.toMatchObject(isRefused)
})

test('the last email of an account is in the language that the member saved', async () => {
  const email = 'linnet@birdcage.example'
  await members.create(shop.ctx(), { name: 'Linnet', email, password, locale: 'zh' })
  const visitor = shop.visitor()
  await visitor.api.shell.changeLocale({ locale: 'en' })
  await visitor.api.account.signIn({ email, password })
  await visitor.api.account.remove({ password })
  const farewell = (await mailsTo(shop, email)).at(-1)
  expect(farewell?.subject).toBe('您的账户已注销')
  expect(farewell?.text).toContain('最后一封邮件')
})

test('deleting an account erases contacts in guest carts, except carts being paid and of other members', async () => {
  const wren = { name: 'Wren Lark', email: 'wren@dovecote.example', phone: '+14165550188' }
  const owner = shop.visitor()
  await registerMember(shop, owner, { ...wren, password })
  const friend = shop.visitor()
  await registerMember(shop, friend, { name: 'Robin', email: 'robin@dovecote.example', password })
  const carts = [shop.visitor(), friend, shop.visitor()] as const
  for (const visitor of carts) {
    await fillCart(visitor, 'tea')
    await visitor.api.checkout.setContact(wren)
  }
  await placeOrder(carts[2])
  await owner.api.account.remove({ password })
  const contacts = await Promise.all(carts.map(async ({ api }) => (await api.checkout.config()).chosen.contact))
  expect(contacts).toMatchObject([null, wren, wren])
})

test('the data export requires a recent sign-in', async () => {
  const visitor = shop.visitor()
  await registerMember(shop, visitor, { name: 'Late', email: 'late@example.com', password })
  shop.clock.advance(16 * 60_000)
  await expect(visitor.api.account.exportData()).rejects.toMatchObject({
    status: 403,
    errors: [expect.objectContaining({ code: 'account.recent_required' })],
  })
})

test('each table with members or sessions has a deletion rule here', async () => {
  // Each of these columns refers to a person. `phone` is not among them, because stores have a phone number too.
  const known = await shop.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('member_id', 'email', 'contact', 'session_id') order by 1`,
  )
  expect(known.map(({ name }) => name).filter((name) => !(name in becomes))).toEqual([])
})
/** For each table, what happens to a deleted member's rows: they are deleted, lose all personal data, or stay. */
const becomes: Record<string, 'deleted' | 'emptied' | 'kept'> = {
  members: 'emptied',
  sessions: 'deleted',
  // Staff are not members, so the deletion of a member does not affect them.
  staff_people: 'kept',
  staff_invitations: 'kept',
  mailed_secrets: 'deleted',
  // Registrations stay, because their address is not verified and may belong to a stranger. The shop deletes them after
  // an hour.
  registrations: 'kept',
  // The email addresses for which guests requested a code. They stay, because the shop deletes them after 25 hours.
  address_codes: 'kept',
  // Stores only the id of a session, for five minutes.
  stock_refusals: 'kept',
  member_consents: 'deleted',
  member_addresses: 'deleted',
  member_pictures: 'deleted',
  member_identities: 'deleted',
  carts: 'emptied',
  orders: 'emptied',
  // Stores only the id of a session, for ten minutes. The identity that the session proved is in `proven_identities`.
  identity_handshakes: 'kept',
  proven_identities: 'deleted',
  // Stores only the id of a session. Once the session is deleted, the id refers to nothing.
  table_guests: 'kept',
  credit_grants: 'kept',
  credit_uses: 'kept',
  credit_entries: 'kept',
  memberships: 'deleted',
  membership_grants: 'deleted',
  membership_coupons: 'deleted',
  influencers: 'deleted',
  influencer_likes: 'deleted',
  verified_contacts: 'deleted',
  contact_photos: 'deleted',
  contact_accesses: 'emptied',
  campaign_joins: 'emptied',
  // Contacts of the shop's pickup points, not of shoppers.
  campaign_points: 'kept',
  form_answers: 'deleted',
  referrers: 'deleted',
  referrals: 'emptied',
  referral_rewards: 'kept',
}
