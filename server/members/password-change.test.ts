import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessionCookie } from '#server/platform/http/visits.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailedCode, mailedToken, mailsTo } from '#tests/mails.ts'
import * as members from './members.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

let people = 0
/** Returns a person with a new email address each time, because the outbox keeps its emails between tests. */
const somebody = () => ({
  name: 'Mei Chen',
  email: `mei-${++people}@example.com`,
  password: 'three dumplings at noon',
  locale: 'en' as const,
})
const fresh = 'four lanterns over water'
const memberOf = async (visitor: Visitor) => (await visitor.ctx()).memberId
const refused = (code: string, status: number) => ({ status, errors: [expect.objectContaining({ code })] })

async function signedIn(mei = somebody()) {
  if (!(await members.findByEmail(shop.ctx(), mei.email))) await members.create(shop.ctx(), mei)
  const visitor = shop.visitor({ 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604' })
  await visitor.api.account.signIn({ email: mei.email, password: mei.password })
  return { visitor, mei }
}
async function askForLink(email: string) {
  expect(await shop.visitor().api.account.forgotPassword({ emailID: email })).toEqual({ sent: true })
  return mailedToken(shop, email)
}

describe('a forgotten password', () => {
  test('is replaced with the emailed link, which ends all sessions', async () => {
    const { visitor, mei } = await signedIn()
    const token = await askForLink(mei.email.toUpperCase())
    expect(token).toHaveLength(43)
    const other = shop.visitor()
    expect(await other.api.account.resetForgotten({ token, password: fresh })).toEqual({ changed: true })
    expect(await memberOf(visitor)).toBeNull()
    expect(await memberOf(other)).toBeNull()
    await expect(other.api.account.signIn({ email: mei.email, password: mei.password })).rejects.toMatchObject(
      refused('account.wrong_credentials', 401),
    )
    await other.api.account.signIn({ email: mei.email, password: fresh })
    expect((await other.api.account.profile()).emailVerifiedAt).not.toBeNull()
    const notice = (await mailsTo(shop, mei.email)).at(-1)
    expect(notice?.subject).toBe('Your password was changed')
  })

  test('is answered by an email in the member’s language, with text and a link to the shop’s own address', async () => {
    const mei = { ...somebody(), locale: 'zh' as const }
    await members.create(shop.ctx(), mei)
    const visitor = shop.visitor({ 'accept-language': 'en' })
    await visitor.fetch(`/api/istore/client/common3/forgotPassword?emailID=${mei.email}`)
    const [mail] = await mailsTo(shop, mei.email)
    expect(mail?.subject).toBe('设置新密码')
    expect(mail?.html).toContain('<html lang="zh-Hans">')
    expect(mail?.text).toMatch(/http:\/\/localhost:\d+\/account\/reset\?token=[\w-]{43}&lang=zh\n/)
    expect(mail?.text).not.toMatch(/undefined|\{\w+\}/)
  })

  test('emails the member’s name only to a proven address', async () => {
    const bait = 'Free phone at evil.example'
    for (const isProven of [false, true]) {
      const { email } = somebody()
      await members.create(shop.ctx(), { ...somebody(), email, name: bait, isProven })
      await askForLink(email)
      const [mail] = await mailsTo(shop, email)
      expect(mail?.to).toEqual([{ address: email, name: isProven ? bait : '' }])
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`.includes(bait)).toBe(isProven)
    }
  })

  test('is answered the same for an unknown address, and no email is sent', async () => {
    expect(await askForLink('nobody@example.com')).toBe('')
    expect(await mailsTo(shop, 'nobody@example.com')).toEqual([])
  })

  test('leaves no address in finished events', async () => {
    await askForLink('somebody-else@example.com')
    expect(await shop.query("select * from events where payload::text like '%somebody-else%'")).toEqual([])
    expect(await shop.query('select done_at from events')).toHaveLength(1)
  })

  test('sends at most three links an hour', async () => {
    const mei = somebody()
    await members.create(shop.ctx(), mei)
    for (let asked = 0; asked < 5; asked++) await askForLink(mei.email)
    expect(await mailsTo(shop, mei.email)).toHaveLength(3)
    shop.clock.advance(3_600_001)
    await askForLink(mei.email)
    expect(await mailsTo(shop, mei.email)).toHaveLength(4)
  })
})

describe('an emailed token', () => {
  test('works once, also with twenty parallel tries', async () => {
    const mei = somebody()
    await members.create(shop.ctx(), mei)
    const token = await askForLink(mei.email)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        members.resetForgotten(shop.ctx(), { token, password: `${fresh} number ${at}` }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = shop.visitor().api.account.resetForgotten({ token, password: fresh })
    await expect(again).rejects.toMatchObject(refused('account.link_invalid', 400))
  })

  test('is invalid after half an hour, or once a newer one is sent', async () => {
    const mei = somebody()
    await members.create(shop.ctx(), mei)
    const first = await askForLink(mei.email)
    const second = await askForLink(mei.email)
    const reset = (token: string) => shop.visitor().api.account.resetForgotten({ token, password: fresh })
    await expect(reset(first)).rejects.toMatchObject(refused('account.link_invalid', 400))
    shop.clock.advance(30 * 60_000 + 1)
    await expect(reset(second)).rejects.toMatchObject(refused('account.link_invalid', 400))
    await expect(reset('')).rejects.toMatchObject(refused('account.link_invalid', 400))
  })

  test('and emailed codes are invalid after a password change', async () => {
    const { visitor, mei } = await signedIn()
    const token = await askForLink(mei.email)
    await shop.visitor().api.account.sendCode({ email: mei.email })
    const code = await mailedCode(shop, mei.email)
    await visitor.api.account.changePassword({ password: mei.password, newPassword: fresh })
    const reset = (token: string) => shop.visitor().api.account.resetForgotten({ token, password: `${fresh} again` })
    await expect(reset(token)).rejects.toMatchObject(refused('account.link_invalid', 400))
    const byCode = (code: string) => shop.visitor().api.account.signInWithCode({ email: mei.email, code })
    await expect(byCode(code)).rejects.toMatchObject(refused('account.wrong_code', 422))
    await shop.visitor().api.account.sendCode({ email: mei.email })
    const later = await mailedCode(shop, mei.email)
    expect(await reset(await askForLink(mei.email))).toEqual({ changed: true })
    await expect(byCode(later)).rejects.toMatchObject(refused('account.wrong_code', 422))
    await shop.visitor().api.account.signIn({ email: mei.email, password: `${fresh} again` })
  })

  test('is not used up by a weak password', async () => {
    const mei = somebody()
    await members.create(shop.ctx(), mei)
    const token = await askForLink(mei.email)
    const reset = (password: string) => shop.visitor().api.account.resetForgotten({ token, password })
    await expect(reset('password123')).rejects.toMatchObject(refused('account.password_weak', 422))
    expect(await reset(fresh)).toEqual({ changed: true })
  })

  test('is stored only as a hash', async () => {
    const mei = somebody()
    await members.create(shop.ctx(), mei)
    const token = await askForLink(mei.email)
    const [row] = await shop.query<{ hash: string }>('select hash from mailed_secrets')
    expect(row?.hash).toMatch(/^[\w-]{43}$/)
    expect(row?.hash).not.toBe(token)
    expect(await shop.query('select payload from events')).toEqual([{ payload: {} }])
  })
})

describe('changing the password', () => {
  test('requires the old one, ends all other sessions and renews this one', async () => {
    const { visitor, mei } = await signedIn()
    const { visitor: other } = await signedIn(mei)
    const before = visitor.cookies.get(sessionCookie(false))
    const change = (password?: string) =>
      visitor.api.account.changePassword({ ...(password && { password }), newPassword: fresh })
    await expect(change('not this one')).rejects.toMatchObject(refused('account.wrong_password', 422))
    await expect(change()).rejects.toMatchObject(refused('account.wrong_password', 422))
    expect(await memberOf(other)).not.toBeNull()
    expect(await change(mei.password)).toEqual({ changed: true })
    expect(await memberOf(other)).toBeNull()
    expect(await memberOf(visitor)).not.toBeNull()
    expect(visitor.cookies.get(sessionCookie(false))).not.toBe(before)
    const thief = shop.visitor()
    thief.cookies.set(sessionCookie(false), before ?? '')
    expect(await memberOf(thief)).toBeNull()
  })

  test('also ends sessions cached in another process at once', async () => {
    const { visitor, mei } = await signedIn()
    const { visitor: other } = await signedIn(mei)
    // This call caches the session. The SQL below then ends the session as another process would, without touching this
    // cache.
    expect(await memberOf(other)).not.toBeNull()
    await shop.query('delete from sessions where id <> $1', [(await visitor.ctx()).sessionId])
    await shop.query("select pg_notify('members', $1)", [await memberOf(visitor)])
    // Without the notification, the cached session would stay valid for five seconds.
    await expect.poll(() => memberOf(other), { timeout: 4000, interval: 10 }).toBeNull()
  })

  test.each(['signIn', 'changePassword'] as const)(
    'makes the old one invalid for a parallel request: %s',
    async (how) => {
      const { visitor, mei } = await signedIn()
      const { visitor: thief } = await signedIn(mei)
      const owner = new pg.Client({ connectionString: shop.url })
      await owner.connect()
      await owner.query('begin')
      await owner.query('select 1 from members where id = $1 for update', [await memberOf(visitor)])
      const old =
        how === 'signIn'
          ? shop.visitor().api.account.signIn({ email: mei.email, password: mei.password })
          : thief.api.account.changePassword({ password: mei.password, newPassword: 'a lantern of my own' })
      const outcome = old.then(
        () => 'let in',
        ({ code }: { code: string }) => code,
      )
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      await expect.poll(async () => (await shop.query(waiting)).length).toBe(1)
      await owner.query("update members set password_hash = 'another' where id = $1", [await memberOf(visitor)])
      await owner.query('commit')
      await owner.end()
      expect(await outcome).toMatch(/^account\.wrong_/)
      expect(await shop.query('select password_hash from members')).toEqual([{ password_hash: 'another' }])
    },
  )

  test('refuses a weak new password', async () => {
    const { visitor, mei } = await signedIn()
    const change = visitor.api.account.changePassword({ password: mei.password, newPassword: 'mei chen 88' })
    await expect(change).rejects.toMatchObject(refused('account.password_weak', 422))
  })

  test('requires a signed-in member', async () => {
    const change = shop.visitor().api.account.changePassword({ newPassword: fresh })
    await expect(change).rejects.toMatchObject(refused('account.sign_in_required', 401))
  })
})
