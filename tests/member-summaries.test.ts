import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventHandlers } from '#jobs/events.ts'
import { createApi, introduce } from '#server/api.ts'
import * as members from '#server/members/members.ts'
import * as membership from '#server/membership/membership.ts'
import { openApp } from '#server/platform/app.ts'
import { followChanges } from '#server/platform/cache-invalidation.ts'
import type { App } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { signedInCookie } from '#server/platform/http/visits.ts'
import { bindPages } from '#server/platform/pages/pages.ts'
import type { Visitor } from './harness.ts'
import { setUpShop } from './harness.ts'
import { photo, toFile } from './pictures.ts'
import { registerMember } from './registration.ts'

// Two processes of one shop, each with caches of pages and member summaries. After a member's data changes, neither
// process may show the old data.
const shop = setUpShop()
const password = 'a long enough sentence'
let there: ReturnType<typeof createApi>
let close: () => Promise<void>
let questions = 0
beforeAll(async () => {
  const app = await openApp(shop.app.config, eventHandlers)
  there = createApi(app)
  close = () => app.database.close()
  await keepPages(shop.app, shop.api)
  await keepPages(app, there)
})
afterEach(() => shop.clock.set(new Date()))
afterAll(() => close())

/**
 * Gives a process a page cache and a cache of member summaries, as each process of a real shop has. The cached pages
 * contain the visitor's data. `questions` counts how often the two processes read a member.
 */
async function keepPages(app: App, api: ReturnType<typeof createApi>) {
  const { pages, members } = bindPages(
    app,
    api.http,
    async (_, visit) => {
      const { appContent: _content, ...visitor } = await api.clientFor(visit).shell.appInfo()
      const words = `<script>told(${JSON.stringify(JSON.stringify(visitor))})</script>`
      return new Response(words, { headers: { 'Content-Type': 'text/html' } })
    },
    async (ctx) => {
      questions++
      return introduce(ctx)
    },
  )
  await followChanges(app, [api.http.responseCache, pages], members)
}

let people = 0
let member: Visitor
let id: string
let email: string
beforeEach(async () => {
  member = shop.visitor()
  email = `known-${++people}@example.com`
  const { userID } = await registerMember(shop, member, { name: 'Before', email, password })
  id = userID
  await membership.putTier(shop.ctx(), tier('Lantern'))
  // Reads twice, to fill all caches.
  for (const _ of [1, 2]) for (const where of [shop.api, there]) expect(await told(where)).toMatchObject({ userID: id })
})
const tier = (en: string) => ({ id: 'lantern', name: { en, zh: '灯友' }, rank: 1, memberPrices: true, plans: [] })
const give = () => membership.grantMonths(shop.ctx(), { memberId: id, tierId: 'lantern', months: 1, note: '' })

/** The visitor data in the home page that the process `where` renders for these cookies. */
async function told(where: typeof there, { cookies } = member) {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await where.fetch(new Request('http://localhost/home', { headers: { host: 'localhost', cookie } }))
  const [, data = ''] = /told\("(.*)"\)/.exec(await answer.text()) ?? []
  return JSON.parse(JSON.parse(`"${data}"`))
}

async function showBoth(seen: object, of = member) {
  expect(await told(shop.api, of)).toMatchObject(seen)
  // Without the notification, the other process would show the change only after five seconds. The timeout is shorter,
  // so that the test notices a missing notification.
  await expect.poll(() => told(there, of), { interval: 5, timeout: 4000 }).toMatchObject(seen)
}

test('each process reads a member once and then caches it', async () => {
  const before = questions
  for (const _ of [1, 2, 3]) for (const where of [shop.api, there]) await told(where)
  expect(questions).toBe(before)
})

test.each<[what: string, change: () => Promise<unknown>, seen: object]>([
  ['a name', () => member.api.account.update({ name: 'After' }), { user: { name: 'After' } }],
  ['a number', () => member.api.account.update({ phone: '416 555 0123' }), { user: { phone: '+14165550123' } }],
  ['a language', () => member.api.shell.changeLocale({ locale: 'zh' }), { user: { locale: 'zh' } }],
  [
    'a picture',
    async () => member.api.account.uploadPicture({ file: toFile(await photo().jpeg().toBuffer()) }),
    { user: { profileImage: expect.stringContaining('/image/') } },
  ],
  ['a group', () => members.setReferrerGroup(shop.ctx(), id, 'friends'), { referrerUserGroup: 'friends' }],
  ['a membership', give, { membership: 'Lantern', memberPrices: true }],
])('a change to %s of a member shows at once in both processes', async (_, change, seen) => {
  await change()
  await showBoth(seen)
})

test('a renamed and an ended membership show at once in both processes', async () => {
  await give()
  await showBoth({ membership: 'Lantern' })
  await membership.putTier(shop.ctx(), tier('Moon'))
  await showBoth({ membership: 'Moon' })
  await membership.endMembership(shop.ctx(), { email, note: '' })
  await showBoth({ membership: null, memberPrices: false })
})

test('a membership is shown only until its end', async () => {
  await shop.query(
    `insert into memberships (member_id, tier_id, "from", until) values ($1, 'lantern', now(), now() + interval '3 seconds')`,
    [id],
  )
  shop.app.onMemberChange(id)
  expect(await told(shop.api)).toMatchObject({ membership: 'Lantern' })
  shop.clock.advance(3000)
  expect(await told(shop.api)).toMatchObject({ membership: null })
})

test('a sign-in in another browser shows at once in both processes', async () => {
  const elsewhere = shop.visitor()
  const { lastLoginDate } = await elsewhere.api.account.signIn({ email, password })
  await showBoth({ lastLoginDate })
})

test.each<[how: string, end: () => Promise<unknown>]>([
  ['by signing out', () => member.api.account.signOut({})],
  [
    'from another browser',
    async () => {
      const elsewhere = shop.visitor()
      await elsewhere.api.account.signIn({ email, password })
      await elsewhere.api.account.endSessions({})
    },
  ],
  ['with a new password', () => member.api.account.changePassword({ password, newPassword: 'another long sentence' })],
  ['with the account', () => member.api.account.remove({ password })],
])('a session that was ended %s shows no member at once in both processes', async (_, end) => {
  const { cookies } = member
  const before = { ...member, cookies: new Map(cookies) }
  await end()
  before.cookies.set(signedInCookie, '1')
  await showBoth({ user: null, userID: null }, before)
})

test('an expired session shows no member, even if the member is cached', async () => {
  await shop.query(`update sessions set expires_at = now() + interval '3 seconds' where member_id = $1`, [id])
  shop.app.onMemberChange(id)
  shop.clock.advance(2000)
  expect(await told(shop.api)).toMatchObject({ userID: id })
  shop.clock.advance(1000)
  expect(await told(shop.api)).toMatchObject({ userID: null })
})

test('a rolled-back change and a value read before a commit are not cached', async () => {
  await transact(shop.ctx(), async (ctx) => {
    await members.setReferrerGroup(ctx, id, 'friends')
    expect(await told(there)).toMatchObject({ referrerUserGroup: null })
    throw new Error('something else went wrong')
  }).catch(() => {})
  await showBoth({ referrerUserGroup: null })
  await transact(shop.ctx(), async (ctx) => {
    await members.setReferrerGroup(ctx, id, 'friends')
    shop.app.onMemberChange(id)
    expect(await told(shop.api)).toMatchObject({ referrerUserGroup: null })
  })
  await showBoth({ referrerUserGroup: 'friends' })
})

test('without the listening connection members are read each time', async () => {
  await shop.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening' and datname = current_database()`,
  )
  await expect
    .poll(
      async () => {
        const before = questions
        await told(there)
        return questions - before
      },
      { interval: 5 },
    )
    .toBe(1)
  await shop.query(`update members set name = 'Unheard' where id = $1`, [id])
  expect(await told(there)).toMatchObject({ user: { name: 'Unheard' } })
})
