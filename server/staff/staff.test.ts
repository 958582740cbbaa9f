import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { guessLimit } from '#contract/office/people.ts'
import type { Role } from '#contract/rights.ts'
import * as locations from '#server/locations/locations.ts'
import { systemContext } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import type { Office } from '#tests/office.ts'
import { codeIn, openColleague, openOffice, openOwner, staffPassword } from '#tests/office.ts'
import { firstOwnerLink, ownerLink } from './staff.ts'

const shop = setUpShop({ DEMO: 'false' })
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  await locations.put(shop.ctx(), { ...locations.firstLocation, id: 'markham' })
})

const email = 'owner@shop.test'
const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.code : String(failure))
const refusal = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

/** The code that an authenticator app shows at the shop's time. */
const codeAt = (secret: string, stepsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: shop.app.now().getTime() + stepsLater * 30_000,
  })

async function useAuthenticator(office: Office) {
  const { secret } = await office.people.newAuthenticator()
  const { recoveryCodes } = await office.people.useAuthenticator({ code: codeAt(secret) })
  return { secret, recoveryCodes }
}

/** Runs `work` while an open transaction with the SQL `change` locks rows. Commits once `work` waits for these rows. */
async function runBeside(change: string, work: () => Promise<unknown>): Promise<string> {
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query(`begin; ${change}`)
  const answer = refusal(work())
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%staff_people%' and datname = current_database()`
  await expect.poll(async () => (await shop.query(waiting)).length, { timeout: 10_000 }).toBe(1)
  await client.query('commit')
  await client.end()
  return answer
}

describe('the order emails of a shop', () => {
  const orderEmails = async () =>
    (await locations.all(shop.ctx())).map(({ orderEmail, orderEmailLocale }) => [orderEmail, orderEmailLocale])
  const openOther = async (address: string) => {
    const code = codeIn((await ownerLink(systemContext(shop.app))).address)
    const office = openOffice(shop)
    await office.people.start({ code, name: 'Wen', email: address, password: staffPassword, locale: 'zh' })
  }

  it('go to the first owner, from stores without an address, in the owner’s language', async () => {
    const [first] = await locations.all(shop.ctx())
    if (first) await locations.put(shop.ctx(), { ...first, orderEmail: 'kitchen@shop.test' })
    await openOther('wen@shop.test')
    expect(await orderEmails()).toEqual([
      ['kitchen@shop.test', 'en'],
      ['wen@shop.test', 'zh'],
    ])
  })

  it('do not change when another owner joins', async () => {
    const owner = await openOwner(shop, email)
    for (const { id } of await locations.all(shop.ctx())) await owner.staff.writeOrderEmail({ location: id, email: '' })
    await openOther('wen@shop.test')
    expect(await orderEmails()).toEqual([
      ['', 'en'],
      ['', 'en'],
    ])
  })
})

describe('a start link', () => {
  it('makes an owner once', async () => {
    const code = codeIn((await ownerLink(systemContext(shop.app))).address)
    const office = openOffice(shop)
    expect(await office.people.status()).toMatchObject({ hasOwner: false, me: null })
    const typed = { code, name: 'Mei', email: 'Mei@Shop.test', password: staffPassword, locale: 'zh' } as const
    const { me } = await office.people.start(typed)
    expect(me).toMatchObject({ name: 'Mei', email: 'mei@shop.test', locale: 'zh', rights: { 'shop.write': 'all' } })
    expect(await office.people.status()).toMatchObject({ hasOwner: true, me: { name: 'Mei' } })
    expect(await refusal(openOffice(shop).people.start({ ...typed, email }))).toBe('staff.link_invalid')
  })

  it('ends after 24 hours', async () => {
    const code = codeIn((await ownerLink(systemContext(shop.app))).address)
    shop.clock.advance(24 * hourMs + 1000)
    expect(await refusal(openOffice(shop).people.invitation({ code }))).toBe('staff.link_invalid')
  })

  it('makes one owner from two requests at once', async () => {
    const code = codeIn((await ownerLink(systemContext(shop.app))).address)
    const starts = ['one@shop.test', 'two@shop.test'].map((email) =>
      refusal(openOffice(shop).people.start({ code, name: 'Mei', email, password: staffPassword, locale: 'en' })),
    )
    expect((await Promise.all(starts)).sort()).toEqual(['done', 'staff.link_invalid'])
  })

  it('is made at the start of a shop only while the shop has no owner', async () => {
    expect(await firstOwnerLink(systemContext(shop.app))).toMatch(/^http:\/\/localhost:\d+\/office\/start#[\w-]{43}$/)
    await openOwner(shop)
    expect(await firstOwnerLink(systemContext(shop.app))).toBeNull()
  })

  it('ends the links of earlier starts, but not a link that an owner made', async () => {
    const [earlier = '', later = ''] = [await firstOwnerLink(shop.ctx()), await firstOwnerLink(shop.ctx())]
    const start = (address: string, email: string) =>
      openOffice(shop).people.start({
        code: codeIn(address),
        name: 'Mei',
        email,
        password: staffPassword,
        locale: 'en',
      })
    expect(await refusal(start(later ?? '', email))).toBe('done')
    expect(await refusal(start(earlier ?? '', 'stranger@shop.test'))).toBe('staff.link_invalid')
    const owner = openOffice(shop)
    await owner.people.signIn({ email, password: staffPassword })
    const { address } = await owner.people.ownerLink()
    await openOwner(shop, 'partner@shop.test')
    expect(await refusal(start(address, 'second@shop.test'))).toBe('done')
  })

  it('refuses a weak password and keeps the link', async () => {
    const code = codeIn((await ownerLink(systemContext(shop.app))).address)
    const typed = { code, name: 'Mei', email, locale: 'en' } as const
    expect(await refusal(openOffice(shop).people.start({ ...typed, password: 'password1' }))).toBe(
      'account.password_weak',
    )
    expect(await refusal(openOffice(shop).people.start({ ...typed, password: staffPassword }))).toBe('done')
  })
})

describe('a sign-in', () => {
  it('answers the same for an unknown address and a wrong password', async () => {
    await openOwner(shop)
    const office = openOffice(shop)
    const wrong = [
      { email, password: 'wrong password' },
      { email: 'nobody@shop.test', password: staffPassword },
    ]
    for (const typed of wrong) expect(await refusal(office.people.signIn(typed))).toBe('staff.wrong_credentials')
    expect((await office.people.signIn({ email, password: staffPassword })).me?.name).toBe('Mei')
    // A Chinese keyboard may write wide letters.
    const wide = email.toUpperCase().replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    expect((await office.people.signIn({ email: ` ${wide}`, password: staffPassword })).me?.name).toBe('Mei')
  })

  it('asks for a code of the authenticator app, which works once', async () => {
    const { secret } = await useAuthenticator(await openOwner(shop))
    shop.clock.advance(60_000)
    const office = openOffice(shop)
    expect(await office.people.signIn({ email, password: staffPassword })).toEqual({ me: null })
    expect(await refusal(office.people.sessions())).toBe('staff.sign_in_required')
    expect(await refusal(office.people.second({ code: '000000' }))).toBe('staff.wrong_code')
    const code = codeAt(secret)
    expect((await office.people.second({ code })).me?.hasSecondStep).toBe(true)
    const other = openOffice(shop)
    await other.people.signIn({ email, password: staffPassword })
    expect(await refusal(other.people.second({ code }))).toBe('staff.wrong_code')
  })

  it('accepts each recovery code once, and logs it', async () => {
    const owner = await openOwner(shop)
    const { recoveryCodes } = await useAuthenticator(owner)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const answers: string[] = []
    for (const typed of [code.toUpperCase().replace('-', ' '), code]) {
      const office = openOffice(shop)
      await office.people.signIn({ email, password: staffPassword })
      answers.push(await refusal(office.people.second({ code: typed })))
    }
    expect(answers).toEqual(['done', 'staff.wrong_code'])
    const { entries } = await owner.people.log({})
    const used = entries.filter(({ call }) => call === 'people.useRecoveryCode')
    expect(used.map(({ before, after }) => [before, after])).toEqual([[{ left: 10 }, { left: 9 }]])
  })

  it('with the old password is refused if the password changes meanwhile', async () => {
    const owner = await openOwner(shop)
    const another = await hashPassword('another password')
    const change = `update staff_people set password_hash = '${another}'; delete from staff_sessions`
    const office = openOffice(shop)
    expect(await runBeside(change, () => office.people.signIn({ email, password: staffPassword }))).toBe(
      'staff.wrong_credentials',
    )
    for (const one of [owner, office]) expect(await refusal(one.people.sessions())).toBe('staff.sign_in_required')
  })

  it('is refused at the second step if all sessions end meanwhile', async () => {
    const { secret } = await useAuthenticator(await openOwner(shop))
    shop.clock.advance(60_000)
    const office = openOffice(shop)
    await office.people.signIn({ email, password: staffPassword })
    const change = "update staff_people set password_hash = 'another'; delete from staff_sessions"
    expect(await runBeside(change, () => office.people.second({ code: codeAt(secret) }))).toBe('staff.sign_in_required')
  })

  it('waits ten minutes for the second step', async () => {
    const { secret } = await useAuthenticator(await openOwner(shop))
    const office = openOffice(shop)
    await office.people.signIn({ email, password: staffPassword })
    shop.clock.advance(10 * 60_000 + 1000)
    expect(await refusal(office.people.second({ code: codeAt(secret) }))).toBe('staff.sign_in_required')
  })

  it('opens nothing of the shop, and a member nothing of the office', async () => {
    const office = await openOwner(shop)
    const answer = await office.visitor.fetch('/api/istore/client/common3/appInfoInit')
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('sid='))).toBe(true)
    expect(await refusal(openOffice(shop).people.sessions())).toBe('staff.sign_in_required')
  })
})

describe('a person who needs a second step', () => {
  it('can put it off for seven days, and then use only the own account', async () => {
    const office = await openOwner(shop)
    expect((await office.people.status()).me?.secondStepDue).not.toBeNull()
    shop.clock.advance(7 * dayMs + 1000)
    await office.people.signIn({ email, password: staffPassword })
    expect(await refusal(office.people.people())).toBe('staff.second_step_required')
    await useAuthenticator(office)
    expect(await refusal(office.people.people())).toBe('done')
    expect((await office.people.status()).me?.secondStepDue).toBeNull()
  })

  it('is also a cashier, who may refund money, but not the kitchen', async () => {
    const owner = await openOwner(shop)
    const cashier = await openColleague(shop, owner, 'cashier@shop.test', [{ role: 'cashier', location: 'markham' }])
    const kitchen = await openColleague(shop, owner, 'kitchen@shop.test', [{ role: 'kitchen', location: 'markham' }])
    expect((await cashier.people.status()).me?.secondStepDue).not.toBeNull()
    expect((await kitchen.people.status()).me?.secondStepDue).toBeNull()
    shop.clock.advance(7 * dayMs + 1000)
    const list = async (office: Office, address: string) => {
      await office.people.signIn({ email: address, password: staffPassword })
      return refusal(office.staff.orders({}))
    }
    expect(await list(cashier, 'cashier@shop.test')).toBe('staff.second_step_required')
    expect(await list(kitchen, 'kitchen@shop.test')).toBe('done')
  })

  it('gets seven days from the first role that needs it, and no more with another such role', async () => {
    const owner = await openOwner(shop)
    const { secret } = await useAuthenticator(owner)
    const wait = async (ms: number) => {
      shop.clock.advance(ms)
      await owner.people.signIn({ email, password: staffPassword })
      await owner.people.second({ code: codeAt(secret) })
    }
    const address = 'lan@shop.test'
    const office = await openColleague(shop, owner, address, [{ role: 'kitchen', location: 'markham' }])
    const give = async (role: Role) => {
      const { people } = await owner.people.people()
      const { id: person = '', version = 0 } = people.find(({ email }) => email === address) ?? {}
      await owner.people.writePerson({ person, version, roles: [{ role, location: 'markham' }], isStopped: false })
    }
    const orders = async () => {
      await office.people.signIn({ email: address, password: staffPassword })
      return refusal(office.staff.orders({}))
    }
    await give('packer')
    await wait(8 * dayMs)
    await give('cashier')
    expect(await orders()).toBe('done')
    await wait(6 * dayMs)
    await give('manager')
    expect(await orders()).toBe('done')
    shop.clock.advance(dayMs + 1000)
    expect(await orders()).toBe('staff.second_step_required')
  })
})

describe('a session', () => {
  it('ends after twelve idle hours, and after fourteen days', async () => {
    const office = await openOwner(shop)
    for (let hours = 0; hours < 14 * 24; hours += 11) {
      expect(await refusal(office.people.sessions())).toBe('done')
      shop.clock.advance(11 * hourMs)
    }
    expect(await refusal(office.people.sessions())).toBe('staff.sign_in_required')
    await office.people.signIn({ email, password: staffPassword })
    shop.clock.advance(12 * hourMs + 1000)
    expect(await refusal(office.people.sessions())).toBe('staff.sign_in_required')
  })

  it('ends on another device', async () => {
    const office = await openOwner(shop)
    const other = openOffice(shop, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/1' })
    await other.people.signIn({ email, password: staffPassword })
    const { sessions } = await office.people.sessions()
    expect(sessions.map(({ device, isThisOne }) => [device, isThisOne])).toContainEqual(['Safari · iPhone', false])
    await office.people.endSession({ session: 'others' })
    expect(await refusal(other.people.sessions())).toBe('staff.sign_in_required')
    expect(await refusal(office.people.sessions())).toBe('done')
  })

  it('ends with the sign-out', async () => {
    const office = await openOwner(shop)
    const cookies = new Map(office.visitor.cookies)
    await office.people.signOut()
    for (const [name, value] of cookies) office.visitor.cookies.set(name, value)
    expect(await refusal(office.people.sessions())).toBe('staff.sign_in_required')
  })

  it("refuses changes without its token, with a shopper's token, and from another site", async () => {
    const office = await openOwner(shop)
    const token = office.visitor.cookies.get('office-xsrf') ?? ''
    const post = (headers: Record<string, string>) =>
      office.visitor.fetch('/api/office/me', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'Mallory', locale: 'en' }),
      })
    const other = await openOwner(shop, 'other@shop.test')
    const foreign = other.visitor.cookies.get('office-xsrf') ?? ''
    expect((await post({})).status).toBe(403)
    expect((await post({ 'x-xsrf-token': foreign })).status).toBe(403)
    expect((await post({ 'x-xsrf-token': token, origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post({ 'x-xsrf-token': token, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post({ 'x-xsrf-token': token })).status).toBe(200)
  })
})

describe('a sensitive call', () => {
  it('requires a confirmation of the last ten minutes', async () => {
    const office = await openOwner(shop)
    shop.clock.advance(11 * 60_000)
    expect(await refusal(office.people.ownerLink())).toBe('staff.confirm_required')
    expect(await refusal(office.people.confirm({ secret: 'wrong' }))).toBe('staff.wrong_code')
    await office.people.confirm({ secret: staffPassword })
    expect(await refusal(office.people.ownerLink())).toBe('done')
  })

  it('accepts only a code from a person with a second step', async () => {
    const office = await openOwner(shop)
    const { secret } = await useAuthenticator(office)
    shop.clock.advance(11 * 60_000)
    expect(await refusal(office.people.confirm({ secret: staffPassword }))).toBe('staff.wrong_code')
    await office.people.confirm({ secret: codeAt(secret) })
    expect(await refusal(office.people.ownerLink())).toBe('done')
  })
})

describe('staff of the shop', () => {
  const at = (role: Role, location: string | null) => [{ role, location }]
  const idOf = async (office: Office) => (await office.people.status()).me?.id ?? ''

  it('see people of their stores and give only rights that they have', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    await openColleague(shop, owner, 'cashier@shop.test', at('cashier', 'markham'))
    await openColleague(shop, owner, 'other@shop.test', at('cashier', locations.firstLocation.id))
    const { people } = await manager.people.people()
    expect(people.map(({ email }) => email)).toEqual(['manager@shop.test', 'cashier@shop.test'])
    const invite = (role: Role, location: string | null) =>
      refusal(manager.people.invite({ email: `${role}@new.test`, roles: at(role, location) }))
    expect(await invite('cashier', 'markham')).toBe('done')
    expect(await invite('cashier', locations.firstLocation.id)).toBe('staff.no_right')
    expect(await invite('cashier', null)).toBe('staff.no_right')
    expect(await invite('owner', 'markham')).toBe('staff.no_right')
    expect(await refusal(owner.people.invite({ email: 'a@new.test', roles: at('cashier', 'nowhere') }))).toBe(
      'not_found',
    )
  })

  it('cannot join with an invitation that was withdrawn, and a manager withdraws those of their store', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    const { code } = await manager.people.invite({ email: 'friend@shop.test', roles: at('cashier', 'markham') })
    await owner.people.invite({ email: 'other@shop.test', roles: at('cashier', locations.firstLocation.id) })
    const idOfInvitation = async (email: string) =>
      (await owner.people.people()).invitations.find((one) => one.email === email)?.id ?? ''
    const other = await idOfInvitation('other@shop.test')
    expect(await refusal(manager.people.withdraw({ invitation: other }))).toBe('not_found')
    const invitation = await idOfInvitation('friend@shop.test')
    expect((await manager.people.withdraw({ invitation })).invitations).toEqual([])
    expect(await refusal(manager.people.withdraw({ invitation }))).toBe('not_found')
    const typed = { code, name: 'Friend', email: 'friend@shop.test', password: staffPassword, locale: 'en' } as const
    expect(await refusal(openOffice(shop).people.join(typed))).toBe('staff.link_invalid')
    expect((await owner.people.people()).invitations.map(({ id }) => id)).toEqual([other])
  })

  it('withdraw no invitation that also gives a role in a store of others', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    const roles = [...at('cashier', 'markham'), ...at('cashier', locations.firstLocation.id)]
    const { invitations } = await owner.people.invite({ email: 'friend@shop.test', roles })
    const invitation = invitations[0]?.id ?? ''
    expect(await refusal(manager.people.withdraw({ invitation }))).toBe('staff.no_right')
    expect((await owner.people.people()).invitations).toHaveLength(1)
    expect((await owner.people.withdraw({ invitation })).invitations).toEqual([])
  })

  it('lose their session at once when they are stopped', async () => {
    const owner = await openOwner(shop)
    const cashier = await openColleague(shop, owner, 'cashier@shop.test', at('cashier', 'markham'))
    const person = await idOf(cashier)
    const { people } = await owner.people.people()
    const { version = 0 } = people.find(({ id }) => id === person) ?? {}
    await owner.people.writePerson({ person, version, roles: at('cashier', 'markham'), isStopped: true })
    expect(await refusal(cashier.people.sessions())).toBe('staff.sign_in_required')
    expect(await refusal(cashier.people.signIn({ email: 'cashier@shop.test', password: staffPassword }))).toBe(
      'staff.wrong_credentials',
    )
    const stale = { person, version, roles: at('kitchen', 'markham'), isStopped: false }
    expect(await refusal(owner.people.writePerson(stale))).toBe('staff.stale')
  })

  it('cannot be joined with an invitation of a person whose roles changed', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    const { code } = await manager.people.invite({ email: 'friend@shop.test', roles: at('manager', 'markham') })
    const person = await idOf(manager)
    await owner.people.writePerson({ person, version: 1, roles: at('cashier', 'markham'), isStopped: false })
    const typed = { code, name: 'Friend', email: 'friend@shop.test', password: staffPassword, locale: 'en' } as const
    expect(await refusal(openOffice(shop).people.join(typed))).toBe('staff.link_invalid')
  })

  it('get back in with a new invitation for their address, without their second step and sessions', async () => {
    const owner = await openOwner(shop)
    const cashier = await openColleague(shop, owner, 'cashier@shop.test', at('cashier', 'markham'))
    await useAuthenticator(cashier)
    const { code } = await owner.people.invite({ email: 'cashier@shop.test', roles: at('cashier', 'markham') })
    const typed = {
      code,
      name: 'Ana',
      email: 'cashier@shop.test',
      password: 'another-lantern-9',
      locale: 'en',
    } as const
    const { me } = await openOffice(shop).people.join(typed)
    expect(me).toMatchObject({ name: 'Ana', hasSecondStep: false })
    expect((await owner.people.people()).people).toHaveLength(2)
    expect(me?.roles).toEqual(at('cashier', 'markham'))
    expect(await refusal(cashier.people.sessions())).toBe('staff.sign_in_required')
    const signIn = (password: string) => refusal(openOffice(shop).people.signIn({ email: typed.email, password }))
    expect([await signIn(staffPassword), await signIn(typed.password)]).toEqual(['staff.wrong_credentials', 'done'])
  })

  it('join with the newest invitation for a store, which ends the earlier ones for it', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    const elsewhere = at('cashier', locations.firstLocation.id)
    const friend = 'friend@shop.test'
    const other = await owner.people.invite({ email: friend, roles: elsewhere })
    const both = await owner.people.invite({ email: friend, roles: [...elsewhere, ...at('kitchen', 'markham')] })
    const first = await manager.people.invite({ email: friend, roles: at('cashier', 'markham') })
    const second = await manager.people.invite({ email: friend, roles: at('cashier', 'markham') })
    const isValid = async ({ code }: { code: string }) =>
      (await refusal(openOffice(shop).people.invitation({ code }))) === 'done'
    expect(await isValid(other)).toBe(false)
    // The owner's invitation also grants a role in another store, so the manager's invitations must not end it.
    expect(await isValid(both)).toBe(true)
    expect([await isValid(first), await isValid(second)]).toEqual([false, true])
    const typed = { name: 'Friend', email: friend, password: staffPassword, locale: 'en' } as const
    const office = openOffice(shop)
    await office.people.join({ ...typed, code: second.code })
    const third = await owner.people.invite({ email: friend, roles: at('cashier', 'markham') })
    await office.people.changePassword({ password: 'another-lantern-9' })
    expect([await isValid(both), await isValid(third)]).toEqual([false, false])
  })

  it('end all links for their address when one gives them a new password', async () => {
    const owner = await openOwner(shop)
    await openColleague(shop, owner, 'ana@shop.test', at('cashier', 'markham'))
    const one = await owner.people.invite({ email: 'ana@shop.test', roles: at('cashier', 'markham') })
    const other = await owner.people.invite({
      email: 'ana@shop.test',
      roles: at('cashier', locations.firstLocation.id),
    })
    const typed = { name: 'Ana', email: 'ana@shop.test', password: 'another-lantern-9', locale: 'en' } as const
    await openOffice(shop).people.join({ ...typed, code: one.code })
    expect(await refusal(openOffice(shop).people.join({ ...typed, code: other.code }))).toBe('staff.link_invalid')
  })

  it('cannot take over the account of somebody else with an invitation', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', 'markham'))
    const invite = (email: string) => manager.people.invite({ email, roles: at('cashier', 'markham') })
    expect(await refusal(invite(email))).toBe('staff.no_right')
    const { code } = await invite('friend@shop.test')
    const typed = { code, name: 'Friend', email, password: staffPassword, locale: 'en' } as const
    expect(await refusal(openOffice(shop).people.join(typed))).toBe('staff.email_taken')
    // The invited person joins as an owner before they use the manager's invitation. Joining ends that invitation.
    const later = await invite('later@shop.test')
    await openOwner(shop, 'later@shop.test')
    const taken = { ...typed, code: later.code, email: 'later@shop.test' }
    expect(await refusal(openOffice(shop).people.join(taken))).toBe('staff.link_invalid')
  })

  it('get back in as an owner with a link of the shop’s computer', async () => {
    const owner = await openOwner(shop)
    await useAuthenticator(owner)
    const again = await openOwner(shop)
    expect((await again.people.status()).me).toMatchObject({ email, hasSecondStep: false })
    expect(await refusal(owner.people.sessions())).toBe('staff.sign_in_required')
    expect((await again.people.people()).people).toHaveLength(1)
  })

  it('make owner links only as owners, who lose theirs with the role', async () => {
    const owner = await openOwner(shop)
    const manager = await openColleague(shop, owner, 'manager@shop.test', at('manager', null))
    expect(await refusal(manager.people.ownerLink())).toBe('staff.no_right')
    const second = await openOwner(shop, 'second@shop.test')
    const { address } = await second.people.ownerLink()
    const person = await idOf(second)
    await owner.people.writePerson({ person, version: 1, roles: at('manager', null), isStopped: false })
    const typed = { code: codeIn(address), name: 'X', email: 'x@shop.test', password: staffPassword } as const
    expect(await refusal(openOffice(shop).people.start({ ...typed, locale: 'en' }))).toBe('staff.link_invalid')
  })

  it('cannot come back with an earlier link after they were stopped', async () => {
    const owner = await openOwner(shop)
    const ana = await openColleague(shop, owner, 'ana@shop.test', at('manager', null))
    const { code } = await owner.people.invite({ email: 'Ana@shop.test', roles: at('manager', null) })
    const person = await idOf(ana)
    await owner.people.writePerson({ person, version: 1, roles: at('cashier', 'markham'), isStopped: true })
    const typed = { code, name: 'Ana', email: 'ana@shop.test', password: staffPassword, locale: 'en' } as const
    expect(await refusal(openOffice(shop).people.join(typed))).toBe('staff.link_invalid')
  })

  it('keep an owner when two owners stop each other at once', async () => {
    const [one, other] = [await openOwner(shop), await openOwner(shop, 'second@shop.test')]
    const ids = [await idOf(one), await idOf(other)]
    const stop = (office: Office, person = '') =>
      refusal(office.people.writePerson({ person, version: 1, roles: at('owner', null), isStopped: true }))
    const answers = await Promise.all([stop(one, ids[1]), stop(other, ids[0])])
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect((await openOffice(shop).people.status()).hasOwner).toBe(true)
  })

  it('are told by email when the way into their account changes', async () => {
    const email = 'told@shop.test'
    const owner = await openOwner(shop, email)
    await useAuthenticator(owner)
    await owner.people.setPin({ pin: '2846' })
    await owner.people.changePassword({ password: 'another-lantern-9' })
    await openOwner(shop, email)
    const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([
      'New authenticator app for the back office',
      'Your PIN was changed',
      'Your access to the back office was renewed by a link',
      'Your password for the back office was changed',
    ])
  })

  it('keep at least one owner', async () => {
    const owner = await openOwner(shop)
    const person = await idOf(owner)
    const write = (roles: ReturnType<typeof at>, isStopped: boolean) =>
      refusal(owner.people.writePerson({ person, version: 1, roles, isStopped }))
    expect(await write(at('owner', null), true)).toBe('staff.last_owner')
    expect(await write(at('manager', null), false)).toBe('staff.last_owner')
    await openOwner(shop, 'second@shop.test')
    expect(await write(at('manager', null), false)).toBe('done')
  })

  it('are named in the log with what they changed', async () => {
    const owner = await openOwner(shop)
    await owner.people.invite({ email: 'cashier@shop.test', roles: at('cashier', 'markham') })
    await owner.people.writeMe({ name: 'Mei Lin', locale: 'zh' })
    const { entries } = await owner.people.log({})
    expect(entries.map(({ call, who, subject, before, after }) => ({ call, who, subject, before, after }))).toEqual([
      {
        call: 'people.writeMe',
        who: 'Mei',
        subject: await idOf(owner),
        before: { name: 'Mei', locale: 'en' },
        after: { name: 'Mei Lin', locale: 'zh' },
      },
      {
        call: 'people.invite',
        who: 'Mei',
        subject: 'cashier@shop.test',
        before: null,
        after: { email: 'cashier@shop.test', roles: at('cashier', 'markham') },
      },
      {
        call: 'people.start',
        who: 'Mei',
        subject: await idOf(owner),
        before: null,
        after: { name: 'Mei', roles: at('owner', null) },
      },
    ])
  })

  it('of the address for order emails need a confirmation, and the log has both addresses', async () => {
    const owner = await openOwner(shop)
    await locations.openFirst(shop.ctx())
    const location = locations.firstLocation.id
    await owner.staff.writeOrderEmail({ location, email: 'orders@shop.test' })
    await owner.staff.writeOrderEmail({ location, email: 'other@home.test' })
    const [line] = (await owner.people.log({})).entries
    expect(line).toMatchObject({
      call: 'staff.writeOrderEmail',
      subject: location,
      before: { email: 'orders@shop.test' },
      after: { email: 'other@home.test' },
    })
    shop.clock.advance(11 * 60_000)
    const change = owner.staff.writeOrderEmail({ location, email: 'orders@shop.test' })
    expect(await refusal(change)).toBe('staff.confirm_required')
  })

  it('of a shopper are in the log with the shopper’s id, but without an address', async () => {
    const owner = await openOwner(shop)
    expect(await refusal(owner.staff.endMembership({ email: 'shopper@home.test' }))).toBe('staff.unknown')
    await shop.query("insert into members (id, email, name) values ('m1', 'shopper@home.test', 'Kim')")
    await owner.staff.giveCredit({ email: 'shopper@home.test', amount: 500 })
    await owner.staff.endMembership({ email: 'shopper@home.test' })
    const [ended, given] = (await owner.people.log({})).entries
    expect(given).toMatchObject({ call: 'staff.giveCredit', subject: 'm1', after: { amount: 500 } })
    expect(ended).toMatchObject({ call: 'staff.endMembership', subject: 'm1' })
    expect(JSON.stringify([ended, given])).not.toContain('shopper@home.test')
  })

  it('leave no line in the log for a call that fails', async () => {
    const owner = await openOwner(shop)
    expect(await refusal(owner.staff.pause({ location: 'nowhere', minutes: 5 }))).toBe('staff.unknown')
    expect((await owner.people.log({})).entries.map(({ call }) => call)).toEqual(['people.start'])
  })
})

describe('strangers who guess', () => {
  const guarded = setUpShop({ DEMO: 'false', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' })

  it('in the same network keep nobody out of a known browser or a counter device', async () => {
    const network = { 'x-forwarded-for': '192.0.2.7' }
    await locations.openFirst(guarded.ctx())
    const owner = await openOwner(guarded, 'first@shop.test')
    const known = openOffice(guarded, network)
    const signInto = (office: Office) =>
      refusal(office.people.signIn({ email: 'first@shop.test', password: staffPassword }))
    expect(await signInto(known)).toBe('done')
    const location = locations.firstLocation.id
    const ana = await openColleague(guarded, owner, 'ana@shop.test', [{ role: 'cashier', location }])
    await ana.people.setPin({ pin: '2580' })
    const { code } = await owner.devices.add({ location, name: 'Counter', screens: ['orders'] })
    const tablet = openOffice(guarded, network)
    const { people } = await tablet.devices.enrol({ code })
    const stranger = openOffice(guarded, network)
    for (let n = 0; n < guessLimit.points; n++) {
      await refusal(stranger.people.signIn({ email: `a${n}@shop.test`, password: 'not the password' }))
      await refusal(stranger.devices.choose({ person: 'nobody' }))
    }
    expect(await signInto(stranger)).toBe('request.too_many')
    expect(await signInto(known)).toBe('done')
    const person = people.find(({ name }) => name === 'ana')?.id ?? ''
    expect(await refusal(tablet.devices.choose({ person }))).toBe('done')
    expect(await refusal(tablet.people.confirm({ secret: '2580' }))).toBe('done')
  })

  it('cannot keep a person out of a browser that was signed in before', async () => {
    const owner = await openOwner(guarded)
    const guesses = Array.from({ length: limits.secretTriesOfAll + 1 }, (_, at) => {
      const stranger = openOffice(guarded, { 'x-forwarded-for': `198.51.${Math.floor(at / 200)}.${at % 200}` })
      return refusal(stranger.people.signIn({ email, password: 'not the password' }))
    })
    expect((await Promise.all(guesses)).at(-1)).toMatch(/wrong_credentials|too_many/)
    const elsewhere = openOffice(guarded, { 'x-forwarded-for': '203.0.113.9' })
    expect(await refusal(elsewhere.people.signIn({ email, password: staffPassword }))).toBe('request.too_many')
    expect(await refusal(owner.people.signIn({ email, password: staffPassword }))).toBe('done')
  })

  it('cannot fill the table of challenges', async () => {
    const guess = () => refusal(openOffice(guarded).people.passkeyOptions())
    const answers: string[] = []
    while (answers.length < 130) answers.push(await guess())
    expect([answers[100], answers.at(-1)]).toEqual(['done', 'request.too_many'])
  })
})

describe('a sign-in from a device that was not used before', () => {
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' }
  const signInWith = async (headers: Record<string, string>) =>
    openOffice(shop, headers).people.signIn({ email, password: staffPassword })

  it('is told by email once, in the language of the person, and the first sign-in is not', async () => {
    const owner = await openOwner(shop)
    await owner.people.writeMe({ name: '陈美', locale: 'zh' })
    expect(await mailsTo(shop, email)).toEqual([])
    await signInWith(iPhone)
    const [mail, ...others] = await mailsTo(shop, email)
    expect(mail?.subject).toContain('新设备登录')
    expect(mail?.text).toContain('/office/me')
    expect(others).toEqual([])
    await signInWith(iPhone)
    await signInWith({})
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })
})
