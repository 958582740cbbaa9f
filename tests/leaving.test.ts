import { beforeAll, expect, test } from 'vitest'
import { keepShown } from '#server/members/identity.ts'
import * as members from '#server/members/members.ts'
import { placeOrder } from './buying.ts'
import { openStore, sell } from './catalogue-factory.ts'
import type { Visitor } from './harness.ts'
import { setUpShop } from './harness.ts'
import { mailedCode, mailsTo } from './mails.ts'

// Somebody leaves: everything that the shop knew is in their download, and nothing of it is left in any table.

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
  await sell(shop.ctx(), { id: 'tea', stock: 100 })
})

/** Every row of every table that holds one of these words, by table. */
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

async function order(visitor: Visitor) {
  await visitor.api.cart.add({ sku: 'tea', quantity: 1 })
  const { methods } = await visitor.api.checkout.config()
  const slot = methods[0]?.earliest
  if (!slot?.time) throw new Error('there is no free slot')
  await visitor.api.checkout.setPickupSlot({ date: slot.date, time: slot.time })
  const { name, phone, email } = canary
  await visitor.api.checkout.setContact({ name, phone, email })
  await visitor.api.checkout.setComment({ comment: canary.note })
  return placeOrder(visitor, { payAtStore: true })
}

test('an order of a guest is the member’s once the address is shown to be theirs, and not before', async () => {
  const guest = shop.visitor()
  const { orderID } = await order(guest)
  const visitor = shop.visitor()
  const { name, email, phone } = canary
  await visitor.api.account.register({ name, email, phone, password, news: true })
  const see = () => visitor.api.orders.detail({ id: orderID })
  await expect(see()).rejects.toMatchObject({ status: 404 })
  await visitor.api.account.sendProof()
  await visitor.api.account.proveEmail({ code: await mailedCode(shop, canary.email) })
  expect((await see()).orderID).toBe(orderID)
})

test('the account closes once nothing is on its way: all is in the download, and nothing is left but the books', async () => {
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
  await keepShown(await visitor.ctx(), { provider: 'alipay', names, nickname: canary.nickname })
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

  // The orders are handed over.
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
  await again.api.account.register({ name: 'New Bird', email: canary.email, password })
  expect((await again.api.account.profile()).user.name).toBe('New Bird')
})

test('the download asks for a sign-in that is not long ago', async () => {
  const visitor = shop.visitor()
  await visitor.api.account.register({ name: 'Late', email: 'late@example.com', password })
  shop.clock.advance(16 * 60_000)
  await expect(visitor.api.account.exportData()).rejects.toMatchObject({
    status: 403,
    errors: [expect.objectContaining({ code: 'account.recent_required' })],
  })
})

test('every table that knows members or sessions says what becomes of it when they leave', async () => {
  // Stores have telephone numbers too; a person is known by these.
  const known = await shop.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('member_id', 'email', 'contact', 'session_id') order by 1`,
  )
  expect(known.map(({ name }) => name).filter((name) => !(name in becomes))).toEqual([])
})
/** Deleted, emptied of the person, or kept with nothing but the number of the empty row. */
const becomes: Record<string, 'deleted' | 'emptied' | 'kept'> = {
  members: 'emptied',
  sessions: 'deleted',
  mailed_secrets: 'deleted',
  member_consents: 'deleted',
  member_addresses: 'deleted',
  member_pictures: 'deleted',
  member_identities: 'deleted',
  carts: 'emptied',
  orders: 'emptied',
  // Ten minutes of a session that set out, named by its number; and what it has shown.
  identity_handshakes: 'kept',
  proven_identities: 'deleted',
  // A visitor's number, which nothing else knows once the session is gone.
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
  // Whom to ask for at a pickup point of the shop: no shopper.
  campaign_points: 'kept',
  form_answers: 'deleted',
  referrers: 'deleted',
  referrals: 'emptied',
  referral_rewards: 'kept',
}
