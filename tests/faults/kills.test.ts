import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Client } from '#contract/client.ts'
import type { RunningServer } from '#tests/server.ts'
import type { FaultShop } from './fault-shop.ts'
import { fillCheckout, openFaultShop, retry } from './fault-shop.ts'
import type { Step, Wire } from './wires.ts'
import { openDatabaseWire, openProviderWire } from './wires.ts'

// Kills one server (SIGKILL) at every step from the bill to the settled order. The steps are: before a writing
// statement reaches the database, after its commit but before the response, and before and after each provider call.
// The shopper then continues at the other server, as behind a load balancer.

let shop: FaultShop
let survivor: RunningServer
let api: Client
let address: string
beforeAll(async () => {
  const postgres = inject('postgresUrl')
  shop = await openFaultShop((database) => postgres.replace(/postgres$/, database))
  survivor = await shop.start()
  address = survivor.url
  api = await shop.member(() => address)
})
afterAll(() => shop.close())

/** A server whose outgoing connections all pass through proxies that can be cut. */
interface Victim {
  server: RunningServer
  wires: Wire[]
  /** Begins to record steps, and kills the server at step `killAt`. Returns the list to which each step is added. */
  arm(killAt: number): string[]
  isDead(): boolean
}

async function startVictim(): Promise<Victim> {
  let server: RunningServer | undefined
  let isArmed = false
  let isDead = false
  let left = 0
  let steps: string[] = []
  const watch = (step: Step) => {
    if (!isArmed || isDead || !isPoint(step)) return isDead
    steps.push(`${step.moment} ${step.to}: ${step.text.slice(0, 70)}`)
    if (left-- > 0) return false
    isDead = true
    server?.process.kill('SIGKILL')
    return true
  }
  const { port } = new URL(shop.env.DATABASE_URL)
  const wires = [
    await openDatabaseWire(Number(port), watch),
    await openProviderWire(shop.simulator.url, watch),
  ] as const
  server = await shop.start({
    ROLE: 'web',
    DATABASE_URL: shop.env.DATABASE_URL.replace(`:${port}/`, `:${wires[0].port}/`),
    SNAPPAY_URL: `http://127.0.0.1:${wires[1].port}`,
  })
  return {
    server,
    wires: [...wires],
    arm(killAt) {
      isArmed = true
      left = killAt
      steps = []
      return steps
    },
    isDead: () => isDead,
  }
}

/**
 * Whether the server may be killed at this step: at a provider call, before a write, or after a commit. A kill
 * elsewhere in a transaction would only undo the transaction.
 */
function isPoint({ to, moment, text, isKept }: Step): boolean {
  const writes = /^\s*(insert|update|delete|with|commit)\b/i.test(text)
  return to === 'provider' || (writes && (moment === 'before' || isKept))
}

const toSurvivor = () => {
  address = survivor.url
}

type Path = 'the return page' | 'a notification' | 'paying its rest'

/**
 * Pays an order's deposit at the server `survivor`, then its balance at the server `victim`. Once the victim is dead,
 * continues at the survivor. Returns the victim's steps.
 */
async function buyRest(victim: Victim, killAt: number): Promise<string[]> {
  toSurvivor()
  const bill = await fillCheckout(api, 100, 'cake')
  const { orderID } = await api.billing.place({ id: bill.id, hash: bill.hash })
  await api.payments.startSnapPayAlipay({ orderID })
  await shop.control(`${orderID}-A1`, { action: 'pay' })
  await retry(async () => {
    const { balanceStatus } = await api.payments.checkSnapPay({ orderID })
    if (balanceStatus !== 'DUE') throw new Error('its deposit is not paid yet')
  })
  address = victim.server.url
  const steps = victim.arm(killAt)
  await retry(async () => {
    const { paymentUrl } = await api.payments.startSnapPayAlipay({ orderID, part: 'balance' })
    if (!paymentUrl) throw new Error('there is no page to pay at yet')
  }, toSurvivor)
  const [reference] = await payable(orderID)
  if (!reference) throw new Error('there is nothing to pay')
  await shop.control(reference, { action: 'never' })
  await shop.control(reference, { action: 'pay' })
  await retry(async () => {
    const { balanceStatus } = await api.payments.checkSnapPay({ orderID })
    if (balanceStatus !== 'PAID') throw new Error('its rest is not paid yet')
  }, toSurvivor)
  return steps
}

/**
 * Buys at the server `victim`. Once the victim is dead, continues at the server `survivor`. Returns the victim's steps.
 */
async function buy(victim: Victim, killAt: number, path: Path): Promise<string[]> {
  if (path === 'paying its rest') return buyRest(victim, killAt)
  toSurvivor()
  const bill = await fillCheckout(api)
  address = victim.server.url
  const steps = path === 'the return page' ? victim.arm(killAt) : []
  const { orderID } = await retry(() => api.billing.place({ id: bill.id, hash: bill.hash }), toSurvivor)
  await retry(async () => {
    const { paymentUrl } = await api.payments.startSnapPayAlipay({ orderID })
    if (!paymentUrl) throw new Error('there is no page to pay at yet')
  }, toSurvivor)
  const [reference] = await payable(orderID)
  if (!reference) throw new Error('there is nothing to pay')
  const told = path === 'a notification' ? victim.arm(killAt) : steps
  if (path === 'the return page') await shop.control(reference, { action: 'never' })
  await shop.control(reference, { action: 'pay' })
  if (path === 'a notification') toSurvivor()
  await retry(async () => {
    const { paymentStatus } = await api.payments.checkSnapPay({ orderID })
    if (paymentStatus !== 'PAID_ONLINE') throw new Error('it is not paid yet')
  }, toSurvivor)
  return told
}

async function payable(orderID: string): Promise<string[]> {
  const { rows } = await shop.db.query(
    "select reference from payment_attempts where order_id = $1 and state = 'pending'",
    [orderID],
  )
  return rows.map(({ reference }) => reference)
}

async function retire({ server, wires, isDead }: Victim) {
  if (!isDead()) await server.kill()
  for (const wire of wires) await wire.close()
}

test.each<Path>(['the return page', 'a notification', 'paying its rest'])(
  'an order settled by %s is placed once and paid once, at whichever step a server is killed',
  async (path) => {
    const first = await startVictim()
    const rehearsal = await buy(first, Number.POSITIVE_INFINITY, path)
    await retire(first)
    expect(rehearsal.length).toBeGreaterThan(path === 'paying its rest' ? 5 : 10)
    let next = startVictim()
    for (const [killAt, step] of rehearsal.entries()) {
      const victim = await next
      if (killAt + 1 < rehearsal.length) next = startVictim()
      await buy(victim, killAt, path)
      expect(victim.isDead(), `killed ${step}`).toBe(true)
      await expect.poll(shop.unhandled, { interval: 50 }).toBe(0)
      await shop.sound()
      await retire(victim)
    }
  },
  300_000,
)
