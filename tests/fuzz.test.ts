import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listCalls, listSpecificationCalls } from '#contract/calls.ts'
import { moreBase, specificationBase } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { Victim } from './attacker.ts'
import { openAttackClient, openVictim } from './attacker.ts'
import type { Shape } from './fuzz-shape.ts'
import { nearlyValid } from './fuzz-shape.ts'
import { createShopper, placeOrder } from './shopper.ts'

/** Sends arbitrary input, the same in each run, to every call and form of the built server. */
let victim: Victim
beforeAll(async () => {
  victim = await openVictim()
}, 60_000)
afterAll(() => victim.close())

const plausible = [
  'tea',
  'trap',
  'markham',
  'all',
  'en',
  'zh',
  'CAD',
  'PICKUP',
  'DELIVERY',
  '2026-12-24',
  '17:30',
  '1',
  '0',
  'true',
  'mei@shop.example',
]
const nasty = [
  '',
  ' ',
  '0x10',
  '-1',
  '1e309',
  'NaN',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  'null',
  'undefined',
  '[]',
  '{}',
  '\u0000',
  '\ud800',
  '\u2028',
  '\u202e',
  '🍵'.repeat(50),
  '%',
  "'; drop table orders; --",
  '#{7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'a'.repeat(5000),
  '1999-13-45',
  '9999-12-31',
  '25:61',
  'é'.normalize('NFD'),
  '\\',
  '*:*',
  "'a' & !",
  '(((((',
]
const anything = fc.oneof(
  fc.constantFrom<unknown>(...plausible),
  fc.constantFrom<unknown>(...nasty),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer(),
  fc.double(),
)
const rounds = 120

test('no call of the specification fails or hangs on arbitrary input', async () => {
  const shopper = await openAttackClient(victim.server)
  await shopper.form('/checkout/cart', { intent: 'add', sku: 'tea', quantity: '2' })
  const member = await openAttackClient(victim.server)
  await member.signIn()
  for (const [index, call] of listSpecificationCalls().entries()) {
    if (call.name === 'account.signOut') continue
    const names = Object.keys(z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' }).properties ?? {})
    const record = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] })
    const inputs = fc.sample(fc.tuple(record, anything, fc.nat(9)), { numRuns: rounds, seed: 20_261_120 + index })
    const ask = async ([input, other, choice]: (typeof inputs)[number]) => {
      const visitor = call.access === 'member' ? member : shopper
      const inPath = (name: string) => encodeURIComponent(textOf(input[name] ?? other))
      const path = specificationBase + call.path.replace(/:(\w+)/g, (_, name) => inPath(name))
      const inQuery = Object.entries(input)
        .filter(([name]) => (call.method === 'GET' || call.query.includes(name)) && !call.path.includes(`:${name}`))
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
      const body = choice === 0 ? other : input
      const answer = await visitor.call(call.method, `${path}?${inQuery.join('&')}`, body ?? null)
      const text = await answer.text()
      if (answer.status >= 500) throw new Error(`${call.name} ${JSON.stringify(input)}: ${answer.status} ${text}`)
    }
    for (let at = 0; at < inputs.length; at += 30) await Promise.all(inputs.slice(at, at + 30).map(ask))
  }
  expect(victim.server.errors()).toBe('')
})

test('no form fails or hangs on arbitrary input', async () => {
  const shopper = await openAttackClient(victim.server)
  const forms = [
    '/checkout/cart',
    '/checkout/checkout',
    '/checkout/payment',
    '/preferences',
    '/account/login',
    '/account/signup',
    '/user/list',
    '/store/product/tea',
    '/store',
    '/home',
    '/confirmation/x',
  ]
  const names = [
    'intent',
    'sku',
    'key',
    'quantity',
    'step',
    'modifier',
    'note',
    'redirectTo',
    'target',
    'locale',
    'locationId',
    'currency',
    'email',
    'password',
    'name',
    'phone',
    'comment',
    'date',
    'time',
    'slot',
    'method',
    'id',
    'hash',
    'hashAtStore',
    'option',
    'total',
    '__proto__',
  ]
  const fields = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8, noNullPrototype: true })
  for (const [index, path] of forms.entries()) {
    const inputs = fc.sample(fields, { numRuns: 60, seed: 20_261_120 + index })
    const send = async (input: (typeof inputs)[number]) => {
      const words = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(value)]))
      const answer = await shopper.form(path, words)
      await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`${path} ${JSON.stringify(words)}: ${answer.status}`)
    }
    for (let at = 0; at < inputs.length; at += 20) await Promise.all(inputs.slice(at, at + 20).map(send))
  }
  expect(victim.server.errors()).toBe('')
})

/** Matches a message in which a value is missing. */
const unfilled = /\{\w+\}|undefined|\[object/

/** Calls that end the caller's account or session. */
const ending = new Set(['account.signOut', 'account.remove', 'account.endSessions', 'identity.merge'])

test('no call fails on nearly valid input, and each refusal has a message', async () => {
  const shopper = createShopper(victim.server.url)
  const { orderID } = await placeOrder(shopper.api, 'tea', (slots) => slots[0])
  const guest = await openAttackClient(victim.server)
  const member = await openAttackClient(victim.server)
  await member.signIn()
  const authorization = `Bearer ${victim.shop.app.staffSecret}`
  const texts = fc.constantFrom(...plausible, orderID, 'uptown', 'friends', 'SAVE', '1.50')
  for (const [index, call] of [...listCalls(), ...listStaffCalls()].entries()) {
    if (ending.has(call.name)) continue
    const visitor = ['member', 'referrer'].includes(call.access) ? member : guest
    const shape = z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' }) as Shape
    const inputs = fc.sample(nearlyValid(shape, { texts, anything }), { numRuns: 14, seed: 20_261_122 + index })
    const ask = async (given: unknown) => {
      const all = Object.entries(Object(given) as Record<string, unknown>)
      const words = Object.fromEntries(all.map(([name, value]) => [name, encodeURIComponent(textOf(value))]))
      const path = call.base + call.path.replace(/:(\w+)/g, (_, name) => words[name] ?? 'x')
      const rest = all.filter(([name]) => !call.path.includes(`:${name}`))
      const isInQuery = ([name]: [string, unknown]) => call.method === 'GET' || call.query.includes(name)
      const query = rest.filter(isInQuery).map(([name]) => `${encodeURIComponent(name)}=${words[name]}`)
      const body = Object.fromEntries(rest.filter((pair) => !isInQuery(pair)))
      const headers: Record<string, string> = call.access === 'staff' ? { authorization } : {}
      const answer = await visitor.call(call.method, `${path}?${query.join('&')}`, body, headers)
      const text = await answer.text()
      if (answer.status < 400) return
      const { error } = JSON.parse(text) as ErrorBody
      // A message may repeat what the caller sent, even the word "undefined". Removes such words before the check.
      const sent = all.map(([, value]) => textOf(value)).filter((word) => unfilled.test(word))
      const isInWords = error.errors.every(
        ({ message }) =>
          message !== '' && !unfilled.test(sent.reduce((text, word) => text.replaceAll(word, ''), message)),
      )
      if (answer.status >= 500 || !isInWords) throw new Error(`${call.name} ${JSON.stringify(given)}: ${text}`)
    }
    await Promise.all(inputs.map(ask))
  }
  expect(victim.server.errors()).toBe('')
})

test('a payment notification without a valid signature is refused', async () => {
  const bodies = fc.sample(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), { numRuns: 60, seed: 20_261_120 })
  for (const body of [...bodies, '{"data":{"out_order_no":"x-A1"},"sign":"x"}', 'x'.repeat(100_000)]) {
    const answer = await fetch(`${victim.server.url}${moreBase}/payments/snappay/notification`, {
      method: 'POST',
      body,
    })
    expect([400, 413], body.slice(0, 200)).toContain(answer.status)
  }
  expect(victim.server.errors()).toBe('')
})

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.toWellFormed().slice(0, 5000)
}
