import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import type { Simulator } from '#simulators/frame/simulator.ts'
import { startOtt } from '#simulators/ott.ts'
import type { RunningServer } from '#tests/server.ts'
import type { FaultShop } from './fault-shop.ts'
import { fillCheckout, openFaultShop } from './fault-shop.ts'
import type { Step, Wire } from './wires.ts'
import { openDatabaseWire, openProviderWire } from './wires.ts'

// Kills the worker (SIGKILL) that refunds the late payment of a failed order, between writing, claiming, sending and
// recording the refund. Another worker continues, and the provider refunds only once.

const account = { merchantId: 'ON00000001', signKey: 'A8B5FE540E38A5A9' }
let shop: FaultShop
let ott: Simulator
let web: RunningServer
let api: Client
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  ott = await startOtt({ port: 0, ...account })
  web = await shop.start({ ROLE: 'web', ...ottEnv(ott.url) })
  // Starts a worker for the registration, because only a worker sends the emailed code.
  const mailer = await shop.start({ ROLE: 'worker', ...ottEnv(ott.url) })
  api = await shop.member(() => web.url)
  await mailer.kill()
})
afterAll(async () => {
  await shop.close()
  await ott.close()
})

const ottEnv = (url: string) => ({
  OTT_URL: url,
  OTT_MERCHANT_ID: account.merchantId,
  OTT_SHOP_ID: '1',
  OTT_OPERATOR_ID: '0000000001',
  OTT_SIGN_KEY: account.signKey,
})

const providers = {
  snappay: { url: () => shop.simulator.url, start: (orderID: string) => api.payments.startSnapPayAlipay({ orderID }) },
  ott: { url: () => ott.url, start: (orderID: string) => api.payments.startOtt({ orderID }) },
}
type Name = keyof typeof providers

/** The moments at which the worker dies. Each function creates a new predicate that accepts the step of its moment. */
const moments: Record<string, () => (step: Step) => boolean> = {
  'while it records the late payment': () => (step) =>
    isStep(step, 'database', 'before', /^insert into "refund_states"/),
  'before it claims the refund': () => (step) => isStep(step, 'database', 'before', /^update "refunds"/),
  'before the refund reaches the provider': () => (step) => isStep(step, 'provider', 'before', /refund/i),
  'after the provider refunded and before it answers': () => (step) => isStep(step, 'provider', 'after', /refund/i),
  'before it records the answer': () => {
    let isSent = false
    return (step) => {
      isSent ||= isStep(step, 'provider', 'after', /refund/i)
      return isSent && isStep(step, 'database', 'before', /^insert into "refund_states"/)
    }
  },
}

function isStep(
  { to, moment, text }: Step,
  wantedTo: Step['to'],
  wantedMoment: Step['moment'],
  pattern: RegExp,
): boolean {
  return to === wantedTo && moment === wantedMoment && pattern.test(text)
}

/**
 * Starts a worker whose outgoing connections pass through proxies. Kills the worker at the first step that `kills`
 * accepts.
 */
async function startVictim(kills: (step: Step) => boolean) {
  let server: RunningServer | undefined
  let isDead = false
  const watch = (step: Step) => {
    if (isDead || !kills(step)) return isDead
    isDead = true
    server?.process.kill('SIGKILL')
    return true
  }
  const { port } = new URL(shop.env.DATABASE_URL)
  const wires: Wire[] = [
    await openDatabaseWire(Number(port), watch),
    await openProviderWire(shop.simulator.url, watch),
    await openProviderWire(ott.url, watch),
  ]
  const at = (index: number) => `http://127.0.0.1:${wires[index]?.port}`
  server = await shop.start({
    ROLE: 'worker',
    DATABASE_URL: shop.env.DATABASE_URL.replace(`:${port}/`, `:${wires[0]?.port}/`),
    SNAPPAY_URL: at(1),
    ...ottEnv(at(2)),
  })
  return { isDead: () => isDead, close: () => Promise.all(wires.map((wire) => wire.close())) }
}

const stateOf = async (table: string, column: string, id: string) =>
  (
    await shop.db.query(
      `select ${column} as value from ${table} where ${table === 'orders' ? 'id' : 'order_id'} = $1`,
      [id],
    )
  ).rows[0]?.value
const waiting = { timeout: 60_000, interval: 200 }

const cases = Object.keys(moments).flatMap((moment) =>
  (Object.keys(providers) as Name[]).map((name) => [moment, name] as const),
)

test.each(cases)(
  'after a worker is killed %s at %s the money is refunded once',
  async (moment, name) => {
    const { url, start } = providers[name]
    const victim = await startVictim(moments[moment]?.() ?? (() => false))
    const bill = await fillCheckout(api)
    const { orderID } = await api.billing.place({ id: bill.id, hash: bill.hash })
    const reference = `${orderID}-A1`
    await start(orderID)
    await shop.db.query("update orders set expires_at = now() - interval '1 minute' where id = $1", [orderID])
    await expect.poll(() => stateOf('orders', 'status', orderID), waiting).toBe('FAILED')
    const paid = await fetch(`${url()}/control/${reference}`, { method: 'POST', body: '{"action":"pay"}' })
    const { amount } = (await paid.json()) as { amount: number }
    shop.received.set(reference, amount)
    await expect.poll(() => victim.isDead(), waiting).toBe(true)
    await victim.close()
    const heir = await shop.start({ ROLE: 'worker', ...ottEnv(ott.url) })
    try {
      const refundState = async () => {
        await shop.makeDue()
        // Ends the claim of the dead worker, which would last two minutes.
        await shop.db.query('update payment_attempts set check_at = now() where check_at > now()')
        return stateOf('refunds', 'state', orderID)
      }
      await expect.poll(refundState, waiting).toBe('refunded')
      const control = await fetch(`${url()}/control/${reference}`)
      const { refunds } = (await control.json()) as { refunds: [string, number][] }
      expect(refunds).toEqual([[`${orderID}-R1`, amount]])
      await expect.poll(shop.unhandled, waiting).toBe(0)
      await shop.sound()
    } finally {
      await heir.kill()
    }
  },
  180_000,
)
