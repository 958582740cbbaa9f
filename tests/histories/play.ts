import fc from 'fast-check'
import type { Client, ClientOf } from '#contract/client.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { officeClient, openBrowser, shopperClient } from './people.ts'
import type { Opening } from './shop.ts'
import { people } from './shop.ts'
import type { ServerName, World } from './world.ts'

/** One step of a history, as plain data: what is done, at which server, and the values of its operation. */
export interface Step {
  do: string
  at: ServerName
  [field: string]: unknown
}

/** Something that a step touched, such as `order x2…` or `product tea`. */
export type Subject = `${SubjectKind} ${string}`
export type SubjectKind = 'order' | 'product' | 'cart' | 'coupon' | 'credit'

/** SQL conditions that select the orders for an operation. `o` is the table of orders. */
const conditions = {
  unpaid: "o.status = 'INTERIM'",
  payable: `exists (select from payment_attempts p where p.order_id = o.id and p.state = 'pending')`,
  paid: "o.status = 'NEW' and o.payment_status = 'PAID_ONLINE' and o.total > o.refunded + o.refunding",
  collected: `o.fulfilment_status in ('PICKED_UP', 'DELIVERED', 'SERVED') and (o.pay_at_store or o.balance > 0)`,
  owing: "o.status = 'NEW' and o.balance > o.balance_paid",
  new: "o.status = 'NEW' and o.fulfilment_status = 'PLACED'",
  accepted: "o.status = 'NEW' and o.fulfilment_status in ('ACCEPTED', 'PREPARING', 'READY')",
  ready: "o.status = 'NEW' and o.fulfilment_status = 'READY'",
  asked: "o.cancel_request = 'ASKED'",
  any: 'true',
}
export type OrderCondition = keyof typeof conditions
const conditionTexts: Record<OrderCondition, string> = {
  unpaid: 'unpaid order',
  payable: 'order with an open payment',
  paid: 'paid order',
  collected: 'order that was paid at the hand-over',
  owing: 'order with a balance',
  new: 'new order',
  accepted: 'accepted order',
  ready: 'ready order',
  asked: 'order with a cancel request',
  any: 'order',
}

/** Selects an order for a step. `recent` counts back from the latest matching order: 0 is the latest. */
export interface Choice {
  recent: number
  /** Whether the step takes any order, even an order in a state that the operation refuses. */
  isAny: boolean
}

/** Generates choices. Most of them select the latest order in the sought state. */
export const choice: fc.Arbitrary<Choice> = fc.record({
  recent: fc.constantFrom(0, 0, 0, 1, 2),
  isAny: fc.constantFrom(false, false, false, false, true),
})

/** Describes the chosen order, such as "the latest paid order". */
export function describeChoice(sought: OrderCondition, { recent, isAny }: Choice): string {
  const conditionText = conditionTexts[isAny ? 'any' : sought]
  return recent === 0 ? `the latest ${conditionText}` : `the ${conditionText} ${recent} before the latest`
}

/** A history that is being played. */
export interface Play {
  world: World
  /** The orders that the shop acknowledged, with the index of their shopper. */
  orders: { id: string; by: number }[]
  /** The violations so far, such as unexpected errors. In a correct shop, no history causes a violation. */
  violations: string[]
  /** What each step did, in words. */
  log: string[]
  /** For each subject, the operations that succeeded with it, in order. */
  touched: Map<Subject, string[]>
  /** The outcome of each played operation, in order. */
  outcomes: { name: string; outcome: string }[]
  /** Whether a fault of the database is under way, which explains errors. */
  isStruck: boolean
  /**
   * Whether a server lost its connections to the database. A pool may notice the loss only at its next query. The
   * server then responds once with 503.
   */
  hasLost: boolean
  shopper(index: number, at: ServerName): Client
  office(at: ServerName): ClientOf<StaffCalls>
  /**
   * Selects one of the acknowledged orders in the sought state. Selects from all acknowledged orders if `choice.isAny`
   * is set or if no order is in the sought state. Takes `choice.recent` modulo the number of these orders. Returns
   * undefined if there is no acknowledged order.
   */
  order(sought: OrderCondition, choice: Choice): Promise<{ id: string; by: number } | undefined>
  touch(operation: string, ...subjects: Subject[]): void
}

/** Restores the state in which each history begins. Returns a new play with the cookies in `opening`. */
export async function openPlay(world: World, opening: Opening): Promise<Play> {
  await world.restoreSnapshot()
  const cookies = opening.shoppers.map((stored) => new Map(stored))
  const officeCookies = new Map(opening.office)
  const open = (storedCookies: Map<string, string> | undefined, at: ServerName) => {
    const isExplained = (status: number) =>
      play.isStruck || (at === 'B' && world.victim.isDead()) || (status === 503 && play.hasLost)
    return openBrowser(world, {
      at,
      cookies: storedCookies ?? new Map(),
      report: (what, status) => isExplained(status) || play.violations.push(what),
    })
  }
  const play: Play = {
    world,
    orders: [],
    violations: [],
    log: [],
    touched: new Map(),
    outcomes: [],
    isStruck: false,
    hasLost: false,
    shopper: (index, at) => shopperClient(open(cookies[index % people.length], at)),
    office: (at) => officeClient(open(officeCookies, at)),
    async order(sought, { recent, isAny }) {
      const ids = play.orders.map(({ id }) => id)
      const matchingRows = await world.query<{ id: string }>(
        `select id from orders o where id = any($1) and ${conditions[isAny ? 'any' : sought]}`,
        [ids],
      )
      const matching = play.orders.filter(({ id }) => matchingRows.some((row) => row.id === id))
      const chosen = matching.length > 0 ? matching : play.orders
      return chosen.at(-1 - (recent % Math.max(1, chosen.length)))
    },
    touch(operation, ...subjects) {
      for (const subject of subjects) play.touched.set(subject, [...(play.touched.get(subject) ?? []), operation])
    },
  }
  return play
}
