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

/** A history that is being played. */
export interface Play {
  world: World
  /** The orders that the shop acknowledged, with the index of their shopper. */
  orders: { id: string; by: number }[]
  /** The violations so far, such as unexpected errors. In a correct shop, no history causes any. */
  wrongs: string[]
  /** What each step did, in words. */
  told: string[]
  /** For each subject, the operations that succeeded with it, in order. */
  touched: Map<Subject, string[]>
  /** Whether a fault of the database is under way, which explains errors. */
  isStruck: boolean
  /**
   * Whether a server lost its connections to the database. A pool may notice it only with its next query, so the server
   * then answers 503 once.
   */
  hasLost: boolean
  shopper(index: number, at: ServerName): Client
  office(at: ServerName): ClientOf<StaffCalls>
  /**
   * The order that is `recent` orders before the latest. If there are too few orders, counts on from the latest again.
   */
  order(recent: number): { id: string; by: number } | undefined
  touch(operation: string, ...subjects: Subject[]): void
}

/** Restores the state with which each history begins. Returns a new play, with the cookies of the visitors. */
export async function openPlay(world: World, opening: Opening): Promise<Play> {
  await world.putBack()
  const cookies = opening.shoppers.map((kept) => new Map(kept))
  const officeCookies = new Map(opening.office)
  const open = (kept: Map<string, string> | undefined, at: ServerName) => {
    const isExplained = (status: number) =>
      play.isStruck || (at === 'B' && world.victim.isDead()) || (status === 503 && play.hasLost)
    return openBrowser(world, {
      at,
      cookies: kept ?? new Map(),
      report: (what, status) => isExplained(status) || play.wrongs.push(what),
    })
  }
  const play: Play = {
    world,
    orders: [],
    wrongs: [],
    told: [],
    touched: new Map(),
    isStruck: false,
    hasLost: false,
    shopper: (index, at) => shopperClient(open(cookies[index % people.length], at)),
    office: (at) => officeClient(open(officeCookies, at)),
    order: (recent) => play.orders.at(-1 - (recent % Math.max(1, play.orders.length))),
    touch(operation, ...subjects) {
      for (const subject of subjects) play.touched.set(subject, [...(play.touched.get(subject) ?? []), operation])
    },
  }
  return play
}
