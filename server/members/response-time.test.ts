import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailCode } from './codes.ts'
import * as members from './members.ts'
import { mailResetLink } from './password-change.ts'

const shop = setUpShop()
let visitor: Visitor
beforeAll(async () => {
  visitor = shop.visitor()
  for (let at = 0; at < people; at++)
    await members.create(shop.ctx(), { name: 'Mei Chen', email: known(at), password: 'three dumplings at noon' })
})

/**
 * The test uses this many addresses with an account, and as many without one. With so many addresses, none reaches its
 * limit of three emails an hour.
 */
const people = 24
/** Addresses of equal length: they differ only in whether they have an account. */
const known = (at: number) => `mei-${String(at % people).padStart(3, '0')}@example.com`
const unknown = (at: number) => `eve-${String(at % people).padStart(3, '0')}@example.com`
/**
 * The highest allowed ratio of response times. Noise alone stays far below this ratio. If a call makes one more query
 * or hash for one kind of address, the ratio is far above it.
 */
const most = 1.35

/**
 * The median response time for addresses with an account, divided by the median for addresses without one. Each round
 * measures one address of each kind, in alternating order.
 */
async function ratioOf(ask: (email: string) => Promise<unknown>, rounds = 2 * people): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const turn = async (who: 'known' | 'unknown', at: number) => {
    const before = performance.now()
    await ask(who === 'known' ? known(at) : unknown(at))
    times[who].push(performance.now() - before)
  }
  for (let at = 0; at < rounds; at++) {
    const order = at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) await turn(who, at)
  }
  return medianOf(times.known) / medianOf(times.unknown)
}
const medianOf = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

/**
 * The calls that must not reveal whether an address has an account. Addresses with and without an account get the same
 * response, even if it is a refusal.
 */
const calls: [name: string, ask: (email: string) => Promise<unknown>][] = [
  ['a link for a new password', (email) => visitor.api.account.forgotPassword({ emailID: email })],
  ['a code to sign in with', (email) => visitor.api.account.sendCode({ email })],
  [
    'a registration',
    (email) => visitor.api.account.register({ name: 'Mei', email, password: 'three dumplings at noon' }),
  ],
  ['a wrong password', (email) => visitor.api.account.signIn({ email, password: 'wrong wrong' })],
]
/**
 * The lowest ratio of up to three measurements; a ratio below 1 counts as its inverse. Takes the lowest, because a busy
 * machine adds noise only to some measurements, but an additional query or hash slows all of them. Advances the clock
 * by more than an hour between measurements, to reset the limits of emails.
 */
async function calmestRatio(ask: (email: string) => Promise<unknown>, rounds?: number): Promise<number> {
  let calmest = Number.POSITIVE_INFINITY
  for (let measured = 0; measured < 3 && calmest >= most; measured++) {
    if (measured > 0) shop.clock.advance(3_700_000)
    const ratio = await ratioOf(ask, rounds)
    calmest = Math.min(calmest, Math.max(ratio, 1 / ratio))
  }
  return calmest
}

test.each(calls)('the response time of %s does not reveal whether an address has an account', async (_, ask) => {
  expect(await calmestRatio((email) => ask(email).catch(() => undefined))).toBeLessThan(most)
})

test('the response time of a wrong code does not reveal whether a code was sent', async () => {
  for (let at = 0; at < people; at++) await mailCode(shop.ctx(), { email: known(at), purpose: 'sign_in' })
  const ask = (email: string) => visitor.api.account.signInWithCode({ email, code: '000000' }).catch(() => undefined)
  const before = performance.now()
  expect(await calmestRatio(ask, 8)).toBeLessThan(most)
  // Each refused call takes about 250 ms, however fast the database is. The measurement makes at least 16 refused
  // calls.
  expect(performance.now() - before).toBeGreaterThan(16 * 240)
})

test('the same measurement detects an email written before the answer', async () => {
  expect(await calmestRatio((email) => mailResetLink(shop.ctx(), { email }))).toBeGreaterThan(most)
})
