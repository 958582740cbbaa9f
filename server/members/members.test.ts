import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { countAttempt } from '#server/platform/http/attempts.ts'
import { delayAfter } from '#server/platform/http/throttle.ts'
import { sessionCookie } from '#server/platform/http/visits.ts'
import type { TestShop, Visitor } from '#tests/harness.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { registerMember } from '#tests/registration.ts'
import * as members from './members.ts'

const shop = setUpShop({ MAIL_FROM: 'Lantern Lane <hello@shop.test>' })
const events: TestShop['app']['events'] = {}
beforeAll(async () => {
  Object.assign(events, shop.app.events)
})
beforeEach(async () => {
  await shop.reset()
  shop.app.events = events
})

const sid = sessionCookie(false)
const mei = { name: 'Mei Chen', email: 'mei@example.com', password: 'three dumplings at noon' }
const create = (own: Partial<members.NewMember> = {}) => members.create(shop.ctx(), { ...mei, ...own })
const signIn = (visitor: Visitor, own: Partial<typeof mei> = {}) => {
  const { email, password } = { ...mei, ...own }
  return visitor.api.account.signIn({ email, password })
}
const refusal = (code: string, status: number, field?: string) => ({
  status,
  errors: [expect.objectContaining(field ? { code, field } : { code })],
})
/** Creates a guest session for the visitor, as adding goods to the cart does. */
const guestSession = async (visitor: Visitor) => {
  await visitor.api.shell.appInfo({})
  return (await visitor.ctx()).ensureSession()
}
const memberOf = async (visitor: Visitor) => (await visitor.ctx()).memberId

describe('signing in', () => {
  test('answers the member, and later requests belong to them', async () => {
    const id = await create({ phone: '416-555-0123', locale: 'zh' })
    const visitor = shop.visitor()
    const signedIn = await signIn(visitor)
    expect(signedIn).toEqual({
      user: { name: 'Mei Chen', email: 'mei@example.com', phone: '+14165550123', locale: 'zh', profileImage: null },
      userID: id,
      lastLoginDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      mergedLines: 0,
    })
    expect(await memberOf(visitor)).toBe(id)
    expect((await members.current(await visitor.ctx()))?.lastLoginAt?.toISOString()).toBe(signedIn.lastLoginDate)
  })

  test.each(['MEI@Example.com', ' mei@example.com ', 'mei@example.com'])('accepts the address as %j', async (email) => {
    await create()
    expect((await signIn(shop.visitor(), { email })).user.email).toBe('mei@example.com')
  })

  test('is refused with the same answer for a wrong password and an unknown address', async () => {
    await create()
    const answers: { status: number; errors: unknown }[] = []
    for (const wrong of [{ password: 'four dumplings at noon' }, { email: 'nobody@example.com' }]) {
      const visitor = shop.visitor()
      const failed = await signIn(visitor, wrong).catch((error) => error)
      answers.push({ status: failed.status, errors: failed.errors })
      expect(await memberOf(visitor)).toBeNull()
    }
    expect(answers[0]).toEqual({
      status: 401,
      errors: [{ code: 'account.wrong_credentials', message: 'Email and password do not match.' }],
    })
    expect(answers[1]).toEqual(answers[0])
  })

  test('does the same work for an unknown address', async () => {
    await create()
    const workOf = async (email: string) => {
      const before = process.cpuUsage()
      await expect(members.signIn(shop.ctx(), { email, password: 'wrong wrong' })).rejects.toThrow()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 12; round++) {
      known.push(await workOf(mei.email))
      unknown.push(await workOf('nobody@example.com'))
    }
    // Compares the minima, because other work on the machine can only make a measurement higher.
    const ratio = Math.min(...known) / Math.min(...unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('uses the member’s saved language, unless the visitor chose another in this browser', async () => {
    await create({ locale: 'zh' })
    const languageOf = async (visitor: Visitor) => (await visitor.ctx()).locale
    const visitor = shop.visitor({ 'accept-language': 'en' })
    expect(await languageOf(visitor)).toBe('en')
    await signIn(visitor)
    expect(await languageOf(visitor)).toBe('zh')
    const chosen = shop.visitor({ 'accept-language': 'zh' })
    await chosen.api.shell.changeLocale({ locale: 'en' })
    await signIn(chosen)
    expect(await languageOf(chosen)).toBe('en')
  })

  test('starts a new session and ends the earlier one', async () => {
    await create()
    const visitor = shop.visitor()
    await guestSession(visitor)
    const before = visitor.cookies.get(sid)
    await signIn(visitor)
    const first = visitor.cookies.get(sid)
    expect(first).not.toBe(before)
    await signIn(visitor)
    const second = visitor.cookies.get(sid)
    expect(second).not.toBe(first)
    const thief = shop.visitor()
    for (const old of [before, first]) {
      thief.cookies.set(sid, old ?? '')
      expect(await memberOf(thief)).toBeNull()
    }
    expect(await shop.query('select count(*)::int from sessions')).toEqual([{ count: 1 }])
  })

  test('does not sign in a session that an attacker planted', async () => {
    await create()
    const planted = shop.visitor()
    await guestSession(planted)
    const victim = shop.visitor()
    for (const [name, value] of planted.cookies) victim.cookies.set(name, value)
    await signIn(victim)
    expect(await memberOf(victim)).not.toBeNull()
    expect(await memberOf(planted)).toBeNull()
  })

  test('signs in no other visitor', async () => {
    await create()
    await signIn(shop.visitor())
    expect(await members.current(await shop.visitor().ctx())).toBeNull()
  })

  test('publishes the guest session, and answers the number of merged lines', async () => {
    const told: unknown[] = []
    shop.app.events = {
      'member.signed_in': {
        within: [
          async (ctx, payload) => {
            told.push({ ...payload, seenMember: ctx.memberId, seenSession: ctx.sessionId })
            return 3
          },
        ],
      },
    }
    const memberId = await create()
    const visitor = shop.visitor()
    const guestSessionId = await guestSession(visitor)
    const ctx = await visitor.ctx()
    const { mergedLines } = await members.signIn(ctx, mei)
    expect(mergedLines).toBe(3)
    expect(told).toEqual([
      {
        memberId,
        guestSessionId,
        previousSessionId: guestSessionId,
        sessionId: ctx.sessionId,
        seenMember: memberId,
        seenSession: ctx.sessionId,
      },
    ])
    told.length = 0
    await members.signIn(ctx, mei)
    expect(told).toMatchObject([{ guestSessionId: null }])
  })

  test('changes nothing if a listener fails', async () => {
    shop.app.events = { 'member.signed_in': { within: [() => Promise.reject(new Error('the cart broke'))] } }
    const id = await create()
    const visitor = shop.visitor()
    await expect(signIn(visitor)).rejects.toMatchObject({ status: 500 })
    expect(await memberOf(visitor)).toBeNull()
    expect((await members.find(shop.ctx(), id))?.lastLoginAt).toBeNull()
    expect(await shop.query('select * from sessions where member_id is not null')).toEqual([])
  })
})

describe('tries to guess a password', () => {
  const strict = {} as TestShop
  beforeAll(async () => {
    Object.assign(strict, await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }))
  })
  afterAll(() => strict.close())
  beforeEach(async () => {
    await strict.reset()
    await members.create(strict.ctx(), mei)
  })
  const from = (network: number) => strict.visitor({ 'x-forwarded-for': `203.0.113.${network}` })
  const guess = (visitor: Visitor) =>
    signIn(visitor, { password: 'wrong wrong' }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  const verified = async () =>
    (
      await strict.query<{ n: number }>(
        "select coalesce(sum(count), 0)::int n from attempts where name = 'account.signIn'",
      )
    )[0]?.n

  test('are delayed longer and longer after five', () => {
    expect([0, 4, 5, 6, 7, 9, 10, 50].map((tries) => delayAfter(tries))).toEqual([
      0, 0, 250, 500, 1000, 4000, 8000, 8000,
    ])
  })

  test('are counted before the password is checked, so parallel tries get no extra guesses', async () => {
    const narrow = await openTestShop({ RATE_LIMIT_FACTOR: '0.25' })
    try {
      await members.create(narrow.ctx(), mei)
      const wrong = { email: mei.email, password: 'wrong wrong' }
      // The limit for all unknown devices together allows exactly this many attempts, so it refuses none of them. Every
      // refusal therefore results from the limit for a single network.
      const most = limits.secretTriesOfAll / 4
      const tries = await Promise.allSettled(Array.from({ length: most }, () => members.signIn(narrow.ctx(), wrong)))
      const codes = tries.map((tried) => tried.status === 'rejected' && tried.reason.message)
      expect(codes.filter((code) => code === 'account.wrong_credentials')).toHaveLength(limits.secretTries / 4)
      expect(codes.filter((code) => code === 'request.too_many')).toHaveLength(most - limits.secretTries / 4)
    } finally {
      await narrow.close()
    }
  })

  test('do not block a device that was signed in before', async () => {
    const own = from(1)
    await signIn(own)
    await own.api.account.signOut({})
    const network = { name: 'account.password', subject: `${mei.email} network 203.0.113.1` }
    for (let n = 0; n < limits.secretTries; n++) await countAttempt(strict.app, network, 900)
    expect(await guess(from(1))).toBe(429)
    expect((await signIn(own)).user.email).toBe(mei.email)
  })

  test('have a limit over all networks, and a known device still signs in', async () => {
    const own = from(200)
    await signIn(own)
    const everybody = { name: 'account.password', subject: `${mei.email} strangers` }
    for (let n = 0; n < limits.secretTriesOfAll; n++) await countAttempt(strict.app, everybody, 900)
    expect(await guess(from(101))).toBe(429)
    expect((await signIn(own)).user.email).toBe(mei.email)
  })

  test('of a network do not include successful sign-ins', async () => {
    for (let n = 0; n < 25; n++) await signIn(from(7))
    expect(await verified()).toBe(0)
    expect(await guess(from(7))).toBe(401)
    expect(await verified()).toBe(1)
  })

  /** Signs the visitor in to a new account, because attempts are counted per account. */
  const arrive = async (visitor: Visitor, at: string) => {
    await members.create(strict.ctx(), { ...mei, email: `member-${at}@example.com` })
    await signIn(visitor, { email: `member-${at}@example.com` })
    return visitor.api.account
  }
  const password = 'wrong wrong'
  const code = '000000'
  const guesses: [string, number, (visitor: Visitor, at: string) => Promise<unknown>][] = [
    ['passwords', 20, ({ api }, at) => api.account.signIn({ email: `nobody-${at}@example.com`, password })],
    ['mailed codes', 20, ({ api }, at) => api.account.signInWithCode({ email: `no-${at}@example.com`, code })],
    ['codes of registrations', 20, ({ api }, at) => api.account.confirmRegistration({ registration: at, code })],
    [
      'passwords to change',
      20,
      async (visitor, at) =>
        (await arrive(visitor, at)).changePassword({ password, newPassword: 'persimmon lantern oolong' }),
    ],
    ['codes that prove an address', 20, async (visitor, at) => (await arrive(visitor, at)).proveEmail({ code })],
    ['passwords that delete an account', 10, async (visitor, at) => (await arrive(visitor, at)).remove({ password })],
  ]
  test.each(guesses)('are counted over all processes: %s', async (what, most, guess) => {
    const beside = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1', DATABASE_URL: strict.url })
    try {
      // Each case uses a different network, because refusals of the previous case are cached for a moment.
      const network = guesses.findIndex(([name]) => name === what)
      const headers = { 'x-forwarded-for': `203.0.${network}.9` }
      const statuses: number[] = []
      for (let n = 0; n <= most / 2; n++)
        for (const shop of [strict, beside])
          statuses.push(
            await guess(shop.visitor(headers), `${n}-${shop === beside}`).then(
              () => 200,
              ({ status }: { status: number }) => status,
            ),
          )
      expect(statuses).toEqual([...Array(most).fill(statuses[0]), 429, 429])
      expect([401, 422]).toContain(statuses[0])
    } finally {
      await beside.close()
    }
  })
})

describe('eighty parallel sign-ins', () => {
  test('are answered up to the queue limit, the others get 429, and later sign-ins succeed', async () => {
    await create()
    const rush = Array.from({ length: 80 }, (_, at) => {
      const visitor = shop.visitor()
      return signIn(visitor, { email: `nobody-${at}@example.com` }).catch(({ status }: { status: number }) => status)
    })
    const answers = await Promise.all(rush)
    const count = (status: number) => answers.filter((answer) => answer === status).length
    expect(count(429)).toBeGreaterThan(0)
    expect(count(401)).toBeGreaterThanOrEqual(52)
    expect(count(401) + count(429)).toBe(80)
    expect((await signIn(shop.visitor())).user.email).toBe(mei.email)
  })
})

describe('registering', () => {
  test('creates an account and signs in, in the visitor’s language', async () => {
    const visitor = shop.visitor({ 'accept-language': 'zh-CN,zh;q=0.9' })
    const registered = await registerMember(shop, visitor, { ...mei, email: 'Mei@Example.com', phone: '13800138000' })
    expect(registered.user).toEqual({
      name: 'Mei Chen',
      email: 'mei@example.com',
      phone: '+8613800138000',
      locale: 'zh',
      profileImage: null,
    })
    expect(await memberOf(visitor)).toBe(registered.userID)
    expect((await signIn(shop.visitor())).userID).toBe(registered.userID)
  })

  test.each([
    ['a common password', { password: 'password123' }, refusal('account.password_weak', 422, 'password')],
    [
      'their own address as password',
      { password: 'mei@example.com' },
      refusal('account.password_weak', 422, 'password'),
    ],
    [
      'the name of the shop as password',
      { password: 'lantern lane 1' },
      refusal('account.password_weak', 422, 'password'),
    ],
    ['a short password', { password: 'short' }, refusal('input.invalid', 400, 'password')],
    ['an invalid address', { email: 'mei' }, refusal('input.invalid', 400, 'email')],
    ['an invalid phone number', { phone: '12' }, refusal('input.invalid', 400, 'phone')],
    ['no name', { name: '  ' }, refusal('input.invalid', 400, 'name')],
  ])('refuses %s', async (_, own, expected) => {
    await expect(registerMember(shop, shop.visitor(), { ...mei, ...own })).rejects.toMatchObject(expected)
    expect(await shop.query('select * from members')).toEqual([])
  })

  test('stores the password only as an argon2id hash', async () => {
    await create()
    const [row] = await shop.query<{ password_hash: string }>('select password_hash from members')
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('signing out', () => {
  test('ends the session, also for its old cookie', async () => {
    await create()
    const visitor = shop.visitor()
    await signIn(visitor)
    const old = visitor.cookies.get(sid) ?? ''
    expect(await visitor.api.account.signOut({})).toEqual({ signedOut: true })
    expect(await memberOf(visitor)).toBeNull()
    visitor.cookies.set(sid, old)
    expect(await memberOf(visitor)).toBeNull()
  })

  test('without a session does nothing', async () => {
    expect(await shop.visitor().api.account.signOut({})).toEqual({ signedOut: true })
  })

  test('on one device leaves the others signed in', async () => {
    await create()
    const [phone, desktop] = [shop.visitor(), shop.visitor()]
    await signIn(phone)
    await signIn(desktop)
    await phone.api.account.signOut({})
    expect(await memberOf(desktop)).not.toBeNull()
  })
})

test('a member record never contains the password hash', async () => {
  const id = await create()
  expect(await members.find(shop.ctx(), id)).not.toHaveProperty('passwordHash')
  expect(await members.find(shop.ctx(), 'nobody')).toBeNull()
})
