import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls } from '#contract/calls.ts'
import { moreBase, pictureForms } from '#contract/constants.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import routes from '#storefront/routes.ts'
import type { AttackClient, Victim } from '#tests/attacker.ts'
import { openAttackClient, openVictim } from '#tests/attacker.ts'
import type { RunningServer } from '#tests/server.ts'
import type { HostileRequest } from './hostile-bodies.ts'
import { formsFor, pageActions, requestsFor } from './hostile-bodies.ts'
import { maxDelayDuring, medianOf, monitored } from './monitored-server.ts'

/**
 * By how many milliseconds hostile requests may make the longest delay of the event loop exceed the longest delay of an
 * idle server.
 */
const mostMs = 50
const rounds = 5
/** Calls that end the session or the account of the caller. */
const ending = new Set(['account.signOut', 'account.remove', 'account.endSessions', 'identity.merge'])

let victim: Victim
let server: RunningServer
let member: AttackClient
let guest: AttackClient
beforeAll(async () => {
  victim = await openVictim()
  server = await victim.startBeside(monitored)
  member = await openAttackClient(server)
  guest = await openAttackClient(server)
  expect((await member.signIn()).status).toBe(303)
  await member.form('/checkout/cart', { intent: 'add', sku: 'tea', quantity: '1' })
  await guest.form('/checkout/cart', { intent: 'add', sku: 'tea', quantity: '1' })
})
afterAll(async () => {
  await server.stop()
  await victim.close()
})

async function send(
  somebody: AttackClient,
  { method, path, type, body }: HostileRequest,
  more: Record<string, string> = {},
) {
  const headers = { origin: server.url, ...(type && { 'content-type': type }), ...more }
  // Ignores errors, because a server that refuses a large body early may close the connection during the upload.
  const answer = await somebody.call(method, path, body, headers).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
}

/**
 * By how many milliseconds the longest delay during `run` exceeds the longest delay of an idle server. Measures five
 * times and returns the median. Stops early once three measurements are at most `mostMs`, and returns the largest of
 * these three.
 */
async function excessOf(run: () => Promise<unknown>): Promise<number> {
  const idle = await maxDelayDuring(server, () => new Promise((resolve) => setTimeout(resolve, 300)))
  const excesses: number[] = []
  while (excesses.length < rounds) {
    excesses.push((await maxDelayDuring(server, run)) - idle)
    const within = excesses.filter((excess) => excess <= mostMs)
    if (within.length > rounds / 2) return Math.max(...within)
  }
  return medianOf(excesses)
}

/** Measures each route separately. Fails with a list of the routes that stall the server. */
async function expectNoStalls(routes: Iterable<[name: string, run: () => Promise<unknown>]>) {
  const stalls: string[] = []
  let worst = ['', 0] as [string, number]
  for (const [name, run] of routes) {
    // The first run is not measured, because it compiles code and fills caches.
    await run()
    const excess = await excessOf(run)
    if (excess > mostMs) stalls.push(`${name}: ${excess.toFixed(0)} ms`)
    if (excess > worst[1]) worst = [name, excess]
  }
  process.stdout.write(`longest delay above idle: ${worst[1].toFixed(0)} ms (${worst[0]})\n`)
  expect(stalls).toEqual([])
}

async function each(requests: HostileRequest[], somebody: AttackClient, headers?: Record<string, string>) {
  for (const request of requests) await send(somebody, request, headers)
}

const sendersOf = (access: string): { somebody: AttackClient; headers: Record<string, string> } => {
  if (access === 'staff')
    return { somebody: guest, headers: { authorization: `Bearer ${victim.shop.app.staffSecret}` } }
  return { somebody: ['member', 'referrer'].includes(access) ? member : guest, headers: {} }
}

test('the largest hostile body of each call does not stall the server', async () => {
  const calls = [...listCalls(), ...listStaffCalls()].filter(({ name }) => !ending.has(name))
  await expectNoStalls(
    calls.map((call) => {
      const { somebody, headers } = sendersOf(call.access)
      const requests = requestsFor(call)
      return [call.name, () => each(requests, somebody, headers)] as const
    }) as [string, () => Promise<unknown>][],
  )
})

test('the largest hostile form of each page does not stall the server', async () => {
  const names = fieldNames()
  const actions = pageActions(routes, pictureForms)
  expect(actions.length).toBeGreaterThan(15)
  await expectNoStalls(
    actions
      // Leaves out this page, because its action would sign the member out.
      .filter(({ path }) => path !== '/user/list')
      .map((action) => [action.path, () => each(formsFor(action, names), member)]),
  )
})

test('the largest hostile notification of each provider does not stall the server', async () => {
  const bodies = [
    `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
    `<xml>${'<a>'.repeat(21_000)}</xml>`,
    `<xml><a><![CDATA[${']'.repeat(65_000)}`,
    'a=&'.repeat(21_800),
    `sign=${'%41'.repeat(21_000)}`,
    ' '.repeat(65_000),
  ]
  await expectNoStalls(
    ['snappay', 'paypal', 'stripe', 'ott', 'citcon', 'iotpay', 'opay', 'wechatpay'].map((provider) => [
      provider,
      () =>
        each(
          ['application/json', 'text/xml', 'application/x-www-form-urlencoded'].flatMap((type) =>
            bodies.map((body) => ({
              method: 'POST',
              path: `${moreBase}/payments/${provider}/notification`,
              type,
              body,
            })),
          ),
          guest,
        ),
    ]),
  )
})

/** The names of all fields of the shop's forms. */
function fieldNames(): string[] {
  const files = readdirSync('storefront', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const found = files.flatMap((file) =>
    [...readFileSync(join('storefront', file), 'utf8').matchAll(/\bname="(\w+)"/g)].map(([, name = '']) => name),
  )
  return [...new Set(found)]
}
