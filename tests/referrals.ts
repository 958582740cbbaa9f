import type { Order } from '#contract/orders.ts'
import type { StoredReferral } from '#contract/referral.ts'
import * as credit from '#server/credit/credit.ts'
import { clearMemos } from '#server/platform/memo.ts'
import type { GroupInput } from '#server/referral/referral.ts'
import * as referral from '#server/referral/referral.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import type { TestShop, Visitor } from './harness.ts'
import { fillCheckout, sampleContact } from './purchases.ts'
import { registerMember } from './registration.ts'

/**
 * A referral group: the referrer gets ten dollars and the friend gets five dollars. The rewards are due two weeks after
 * payment or hand-over, whichever is later.
 */
export const friendsGroup: GroupInput = {
  id: 'friends',
  name: { en: 'Friends', zh: '好友' },
  text: { en: 'Tell friends', zh: '告诉朋友' },
  referrer: { as: 'credit', reward: { amount: 1000 } },
  friend: { as: 'credit', reward: { amount: 500 }, days: 90 },
  returnDays: 14,
}

let numbers = 0

/** Fills the shop with tea for $20.00 and with `friendsGroup`, changed by `group`. */
export async function openReferralShop(shop: TestShop, group: Partial<GroupInput> = {}): Promise<void> {
  await openStore(shop.ctx())
  await shop.query('update locations set slot_capacity = 10000')
  clearMemos(shop.app)
  await addProducts(shop.ctx(), { id: 'tea', price: 2000, stock: 1000 })
  await referral.put(shop.ctx(), { ...friendsGroup, ...group })
}

/** Registers a new member. `held` is the referral that the member's browser has stored. */
export async function register(
  shop: TestShop,
  held: StoredReferral = {},
  changes: { email?: string; phone?: string } = {},
  visitor = shop.visitor(),
) {
  const email = changes.email ?? `friend${++numbers}@shop.example`
  const { userID } = await registerMember(shop, visitor, {
    name: `Friend ${numbers}`,
    email,
    password: 'three dumplings at noon',
    ...changes,
    ...held,
  })
  return { ...visitor, id: userID, email }
}
export type RegisteredMember = Awaited<ReturnType<typeof register>>

/** Registers a member who joins a group. `held` in the result is what a browser stores after the member's link. */
export async function referrer(shop: TestShop, group = 'friends', changes: { email?: string; phone?: string } = {}) {
  const member = await register(shop, {}, changes)
  await member.api.referral.joinGroup({ id: group })
  const { myID } = await member.api.shell.appInfo()
  return { ...member, held: { referId: myID ?? '' } }
}

/** Buys tea and pays at once with newly granted credit. */
export async function buy(
  shop: TestShop,
  friend: RegisteredMember,
  held: StoredReferral = {},
  quantity = 1,
): Promise<Order> {
  const bill = await fill(friend, quantity)
  const gift = { money: bill.total, reason: 'gift', key: `gift ${++numbers}` } as const
  await credit.grant(shop.ctx(), { memberId: friend.id, ...gift })
  const { id, hash } = await friend.api.billing.view()
  return friend.api.storeCredit.pay({ id, hash, ...held })
}

/** Orders tea as the visitor, to be paid at the store. */
export async function order(visitor: Visitor, held: StoredReferral = {}, contact: Partial<typeof sampleContact> = {}) {
  const bill = await fill(visitor, 1, contact, true)
  return visitor.api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: true, ...held })
}

async function fill({ api }: Visitor, quantity: number, contact: Partial<typeof sampleContact> = {}, atStore = false) {
  await api.cart.add({ sku: 'tea', quantity })
  await fillCheckout({ api } as Visitor)
  const uniqueContact = {
    phone: `416-555-${String(1000 + ++numbers).padStart(4, '0')}`,
    email: `buyer${numbers}@shop.example`,
  }
  await api.checkout.setContact({ ...sampleContact, ...uniqueContact, ...contact })
  return api.billing.view({ pickUpAandPayAtStore: atStore })
}
