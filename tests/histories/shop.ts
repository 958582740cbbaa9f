import { hourMs } from '#contract/durations.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import * as locations from '#server/locations/locations.ts'
import { systemContext } from '#server/platform/context.ts'
import { handleDueEvents } from '#server/platform/queue.ts'
import { ownerLink } from '#server/staff/staff.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import { openGroupBuy } from '#tests/group-buys.ts'
import { codeAfter } from '#tests/mails.ts'
import { officeClient, openBrowser, shopperClient } from './people.ts'
import type { World } from './world.ts'

export const password = 'a long enough password'
/** A coupon that can be used twice. */
export const coupon = 'TEA'
export const groupBuy = 'lychees'

/** The products. Each has little stock, so that shoppers compete for it. The cake needs a deposit. */
export const items = ['tea', 'bun', 'cake'] as const
export type Item = (typeof items)[number]

/** The shoppers of each history. The last two are members, and begin signed in. */
export const people = [
  { name: 'Ann', email: 'ann@shop.example', phone: '416 555 0101' },
  { name: 'Bob', email: 'bob@shop.example', phone: '416 555 0102' },
  { name: 'Mei', email: 'mei@shop.example', phone: '416 555 0103' },
  { name: 'Daniel', email: 'daniel@shop.example', phone: '416 555 0104' },
]

type Cookies = [string, string][]

/** The cookies at the beginning of each history. */
export interface Opening {
  shoppers: Cookies[]
  office: Cookies
}

/**
 * Fills the shop with the data that each history begins with, and stores it for `restoreSnapshot`. Returns the cookies
 * of the visitors.
 */
export async function seedShop(world: World): Promise<Opening> {
  const ctx = systemContext(world.app)
  await openStore(ctx)
  const store = await locations.find(ctx, 'markham')
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '00:00', to: '23:59' }))
  if (!store) throw new Error('the store is missing')
  await locations.put(ctx, { ...store, hours, slotCapacity: 2 })
  await addProducts(
    ctx,
    { id: 'tea', price: 450, stock: 5, taxClass: 'standard' },
    { id: 'bun', price: 315, stock: 3 },
    { id: 'cake', price: 4800, stock: 3, prepayment: { percent: 40 } },
    { id: 'lychee', price: 1200, stock: 0 },
  )
  const name = { en: 'Half a dollar off', zh: '立减五毛' }
  await coupons.put(ctx, { code: coupon, name, reward: { kind: 'amount', amount: 50 }, maxUses: 2 })
  await openGroupBuy(ctx, {
    id: groupBuy,
    goalKind: 'pieces',
    goal: 4,
    opensAt: new Date(world.now().getTime() - hourMs),
    closesAt: new Date(world.now().getTime() + 4 * hourMs),
    items: [
      {
        sku: 'lychee',
        stock: 6,
        tiers: [
          { from: 1, price: 1000 },
          { from: 4, price: 800 },
        ],
      },
    ],
    points: [
      {
        name: { en: 'Markham Plaza', zh: '万锦广场' },
        address: '1 Main Street',
        windows: [{ date: '2026-12-05', from: '10:00', until: '12:00', capacity: 3 }],
      },
    ],
  })
  const shoppers = await Promise.all(people.map(() => openShopper(world)))
  for (const [n, person] of people.entries()) if (n > 1) await register(world, person, shoppers[n])
  const office = await openOwner(world)
  while ((await handleDueEvents(world.app)) > 0) {}
  await world.saveSnapshot()
  return {
    shoppers: shoppers.map(({ browser }) => [...browser.cookies]),
    office: [...office.cookies],
  }
}

const throwError = (what: string) => {
  throw new Error(what)
}

type Shopper = Awaited<ReturnType<typeof openShopper>>

/** A shopper who has a session. */
async function openShopper(world: World) {
  const browser = openBrowser(world, { at: 'A', cookies: new Map(), report: throwError })
  const api = shopperClient(browser)
  const { lineItems } = await api.cart.add({ sku: 'tea', quantity: 1 })
  await api.cart.remove({ keys: Object.keys(lineItems) })
  return { browser, api }
}

async function register(world: World, person: (typeof people)[number], shopper: Shopper | undefined) {
  if (!shopper) return
  const { app } = world
  const [{ registration }, code] = await codeAfter(world.folder, person.email, async () => {
    const started = await shopper.api.account.register({ ...person, password })
    await handleDueEvents(app)
    return started
  })
  const { userID } = await shopper.api.account.confirmRegistration({ registration, code })
  await credit.grant(systemContext(app), {
    memberId: userID,
    money: { amount: 1500, currency: 'CAD' },
    reason: 'gift',
    key: person.email,
  })
}

async function openOwner(world: World) {
  const browser = openBrowser(world, { at: 'A', cookies: new Map(), report: throwError })
  const { address } = await ownerLink(systemContext(world.app))
  const code = new URL(address).hash.slice(1)
  await officeClient(browser).people.start({
    code,
    name: 'Owner',
    email: 'owner@shop.example',
    password: 'plum-boat-lantern-7',
    locale: 'en',
  })
  return browser
}
