import { existsSync } from 'node:fs'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { campaignDraft } from '#contract/office/campaigns.ts'
import { schedule } from '#jobs/schedule.ts'
import * as orders from '#server/orders/orders.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'
import {
  fillGroupCart,
  groupItem,
  joinGroupBuy,
  markOrderPaid,
  openGroupBuy,
  placeGroupOrder,
} from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { mailsTo } from '#tests/mails.ts'
import { registerMember } from '#tests/registration.ts'
import { createCampaign, staff } from './campaigns.ts'

// Tests of the organiser's changes to a group-buy, and of the emails to its participants.

const hour = hourMs
const asked = { campaign: 'lychees' }

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T17:00:00Z')
  await openStore(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', price: 1300, stock: 0 })
})

let people = 0
async function join(
  wanted: { quantity?: number; pickupPointId?: string; name?: string } = {},
  visitor = shop.visitor(),
) {
  people++
  const name = wanted.name ?? `Person ${people}`
  const contact = { name, email: `person${people}@shop.example`, phone: `416-555-${String(4000 + people)}` }
  const order = await joinGroupBuy(shop.ctx(), visitor, { ...contact, ...wanted })
  return { ...order, visitor, email: contact.email }
}
const run = (name: string) => schedule.find((job) => job.name === name)?.run(shop.ctx())
async function close() {
  await staff.closeCampaign(shop.ctx(), asked)
  for (let round = 0; round < 2; round++) {
    await run('settle group-buys that are over')
    await shop.workOff()
  }
}
const subjectsOf = async (email: string) => (await mailsTo(shop, email)).map(({ subject }) => subject)
const refused = (code: string) => ({ items: [{ code }] })
const stateOf = async ({ api }: Visitor) => (await api.campaigns.detail({ id: 'lychees' })).state

const draft = {
  id: 'pears',
  location: 'markham',
  title: { en: 'Pears', zh: '梨' },
  organiser: { en: 'Fang', zh: '' },
  opensAt: '2026-11-21T10:00:00-05:00',
  closesAt: '2026-11-22T10:00:00-05:00',
  goal: { kind: 'pieces', target: 5 },
  items: [{ sku: 'lychee', stock: 9, tiers: [{ from: 1, price: 900 }] }],
  points: [{ name: { en: 'Counter', zh: '' }, windows: [{ date: '2026-11-28', from: '10:00', until: '12:00' }] }],
}
const create = async (changes: object = {}) => {
  const { rehearse = false, ...input } = { ...draft, ...changes } as { rehearse?: boolean }
  return createCampaign(shop.ctx(), { ...campaignDraft.parse(input), rehearse })
}

test('the owner creates a group-buy and changes it until it opens; a rehearsal stores nothing', async () => {
  expect(await create({ rehearse: true })).toMatchObject({ id: 'pears', state: 'scheduled' })
  expect((await staff.campaigns(shop.ctx())).campaigns).toEqual([])
  await create({ points: [...draft.points, ...draft.points] })
  expect((await create({ goal: { kind: 'none' } })).goal).toEqual({ kind: 'none', target: 0, cap: null })
  expect((await shop.visitor().api.campaigns.detail({ id: 'pears' })).points).toHaveLength(1)
  await staff.openCampaign(shop.ctx(), { campaign: 'pears' })
  await expect(create()).rejects.toMatchObject(refused('campaigns.state'))
})

const [item] = draft.items
const [point] = draft.points
test.each<[string, object]>([
  ['staff.unknown', { location: 'atlantis' }],
  ['staff.unknown', { items: [{ ...item, sku: 'moon-dust' }] }],
  ['campaigns.times', { closesAt: draft.opensAt }],
  ['campaigns.times', { opensAt: '2026-11-01T10:00:00Z', closesAt: '2026-11-02T10:00:00Z' }],
  ['campaigns.goal', { goal: { kind: 'pieces' } }],
  ['campaigns.goal', { goal: { kind: 'pieces', target: 5, cap: 4 } }],
  ['campaigns.goal', { goal: { kind: 'pieces', target: 10 } }],
  ['campaigns.goal', { goal: { kind: 'participants', target: 10 } }],
  ['campaigns.goal', { goal: { kind: 'amount', target: 8101 } }],
  ['campaigns.prices', { items: [{ ...item, tiers: [{ from: 2, price: 900 }] }] }],
  ['campaigns.twice', { items: [item, item] }],
  ['campaigns.windows', { points: [{ ...point, windows: [{ date: '2026-11-21', from: '10:00', until: '12:00' }] }] }],
  ['checkout.method_unavailable', { points: [{ ...point, method: 'DELIVERY' }] }],
])('an invalid group-buy is refused with %s, and nothing is stored', async (code, changes) => {
  await expect(create(changes)).rejects.toMatchObject(refused(code))
  expect((await staff.campaigns(shop.ctx())).campaigns).toEqual([])
})

test('a membership cannot be sold in a group-buy', async () => {
  await addProducts(shop.ctx(), { id: 'pass', type: 'MEMBERSHIP', stock: null })
  await expect(create({ items: [{ ...item, sku: 'pass' }] })).rejects.toMatchObject({
    items: [{ code: 'campaigns.membership', field: 'items', details: { name: { en: 'pass', zh: 'pass' } } }],
  })
  expect((await staff.campaigns(shop.ctx())).campaigns).toEqual([])
})

test('a group-buy needs hand-over times that leave the last buyer the goods’ lead time', async () => {
  await addProducts(shop.ctx(), { id: 'lychee', leadMinutes: 7 * 1440 })
  await expect(create()).rejects.toMatchObject({
    items: [
      { code: 'campaigns.windows', details: { message: 'checkout.lead_handout', lead: { en: '7 days', zh: '7 天' } } },
    ],
  })
  await addProducts(shop.ctx(), { id: 'lychee', leadMinutes: 5 * 1440 })
  expect(await create()).toMatchObject({ id: 'pears' })
})

test('two windows of one point cannot begin at the same time', async () => {
  const [window] = draft.points[0]?.windows ?? []
  const windows = [window, { ...window, until: '13:00' }]
  for (const rehearse of [true, false])
    await expect(create({ points: [{ ...point, windows }], rehearse })).rejects.toMatchObject({
      items: [{ code: 'campaigns.windows', field: 'points', details: { message: 'campaigns.windows_twice' } }],
    })
})

test('each stage of a group-buy is emailed once, and at hand-out the orders become ready', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  const { visitor, email, orderID } = await join()
  const stage = (stage: 'ordered' | 'arrived' | 'handing_out' | 'done') =>
    staff.stageCampaign(shop.ctx(), { ...asked, stage })
  await expect(stage('ordered')).rejects.toMatchObject(refused('campaigns.state'))
  await close()
  expect(await stateOf(visitor)).toBe('succeeded')
  for (const name of ['ordered', 'arrived', 'handing_out'] as const) {
    expect((await stage(name)).state).toBe(name)
    expect((await stage(name)).state).toBe(name)
    await shop.workOff()
    expect(await stateOf(visitor)).toBe(name)
  }
  expect((await visitor.api.orders.detail({ id: orderID })).fulfilmentStatus).toBe('READY')
  const letters = await mailsTo(shop, email)
  const of = (words: string) => letters.filter(({ subject }) => subject?.includes(words))
  expect(
    [of('the goods are ordered'), of('has arrived'), of('is ready · pickup code')].map(({ length }) => length),
  ).toEqual([1, 1, 1])
  expect(of('is ready · pickup code')[0]?.text).toContain('Markham Plaza, 1 Main Street')
  await expect(stage('arrived')).rejects.toMatchObject(refused('campaigns.state'))
  await orders.staff.handOver(shop.ctx(), { order: orderID, note: '' })
  expect((await stage('done')).state).toBe('done')
})

test('an email to one buyer that fails is repeated alone, and the others get theirs once', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  const orderIds = [await join(), await join(), await join()].map(({ orderID }) => orderID)
  await close()
  const fileOf = (id = '') => `${shop.app.config.DATA_DIR}/outbox/order-${id}-campaign-ordered.eml`
  // A folder with the name of the email's file makes the write fail.
  await mkdir(fileOf(orderIds[1]))
  await staff.stageCampaign(shop.ctx(), { ...asked, stage: 'ordered' })
  await shop.workOff()
  for (const id of [orderIds[0], orderIds[2]]) await rm(fileOf(id))
  await rmdir(fileOf(orderIds[1]))
  shop.clock.advance(hour)
  await shop.workOff()
  expect(orderIds.map((id) => existsSync(fileOf(id)))).toEqual([false, true, false])
  shop.errors.length = 0
})

test('a group-buy that missed its goal has no stages', async () => {
  await openGroupBuy(shop.ctx(), { goal: 5 })
  await join()
  await close()
  await expect(staff.stageCampaign(shop.ctx(), { ...asked, stage: 'arrived' })).rejects.toMatchObject(
    refused('campaigns.state'),
  )
})

test('staff extend a group-buy once, and participants learn that they can still cancel', async () => {
  await openGroupBuy(shop.ctx())
  const { email, visitor, orderID } = await join()
  const extend = (until: string) => staff.extendCampaign(shop.ctx(), { ...asked, until })
  await expect(extend('2026-11-20T18:00:00.000Z')).rejects.toMatchObject(refused('campaigns.earlier'))
  const tomorrow = '2026-11-21T19:00:00.000Z'
  expect((await extend(tomorrow)).closesAt).toBe(tomorrow)
  expect((await extend(tomorrow)).closesAt).toBe(tomorrow)
  await expect(extend('2026-11-22T19:00:00.000Z')).rejects.toMatchObject(refused('campaigns.extended'))
  await shop.workOff()
  const [letter] = (await mailsTo(shop, email)).filter(({ subject }) => subject === '“Lychee box” closes later')
  expect(letter?.text).toContain('cancel your order until Saturday, November 21 at 2\u00a0p.m.')
  shop.clock.advance(3 * hour)
  expect(await stateOf(visitor)).toBe('open')
  expect((await visitor.api.orders.detail({ id: orderID })).cancellation.isAllowed).toBe(true)
})

test('a group-buy is not extended past its pickup windows and the lead time of its goods', async () => {
  await openGroupBuy(shop.ctx())
  await addProducts(shop.ctx(), { id: 'lychee', leadMinutes: 2 * 1440 })
  const extend = (until: string) => staff.extendCampaign(shop.ctx(), { ...asked, until })
  // The first window begins on 28 November at 15:00 UTC.
  await expect(extend('2026-11-28T15:00:01.000Z')).rejects.toMatchObject({
    items: [{ code: 'campaigns.windows', field: 'until', details: { date: '2026-11-28', from: '10:00' } }],
  })
  await expect(extend('2026-11-26T15:00:01.000Z')).rejects.toMatchObject({
    items: [{ code: 'campaigns.windows', details: { message: 'checkout.lead_handout', lead: { en: '2 days' } } }],
  })
  expect((await extend('2026-11-26T15:00:00.000Z')).closesAt).toBe('2026-11-26T15:00:00.000Z')
})

test('a participant leaves an open group-buy even after the store has accepted the order', async () => {
  await openGroupBuy(shop.ctx())
  const visitor = shop.visitor()
  await registerMember(shop, visitor, { name: 'Mei', email: 'mei@shop.example', password: 'a long enough password' })
  const { orderID: id } = await join({}, visitor)
  const { visitor: late, orderID: lateId } = await join()
  for (const order of [id, lateId]) await orders.staff.accept(shop.ctx(), { order, note: '' })
  await staff.extendCampaign(shop.ctx(), { ...asked, until: '2026-11-21T19:00:00.000Z' })
  await orders.staff.prepare(shop.ctx(), { order: id, note: '' })
  const { cancellation } = await visitor.api.orders.detail({ id })
  expect(cancellation).toMatchObject({ isAllowed: true, until: '2026-11-21T19:00:00.000Z', canAsk: false })
  expect((await visitor.api.orders.cancel({ id })).status).toBe('CANCELLED')
  expect((await visitor.api.campaigns.detail({ id: 'lychees' })).progress.participants).toBe(1)
  await staff.closeCampaign(shop.ctx(), asked)
  const { cancellation: ended } = await late.api.orders.detail({ id: lateId })
  expect(ended).toMatchObject({ isAllowed: false, reason: 'accepted', canAsk: true })
})

test('staff lower a goal but never raise it, and the group-buy succeeds by the lower goal', async () => {
  await openGroupBuy(shop.ctx(), { goal: 5 })
  const { email, visitor } = await join()
  const goal = (goal: number) => staff.lowerGoal(shop.ctx(), { ...asked, goal })
  await expect(goal(6)).rejects.toMatchObject(refused('campaigns.higher'))
  expect((await goal(2)).state).toBe('open')
  expect((await goal(1)).state).toBe('reached')
  await shop.workOff()
  const letters = (await mailsTo(shop, email)).filter(({ subject }) => subject?.includes('needs fewer now'))
  expect(letters.map(({ text }) => text?.includes('it is going ahead'))).toEqual(expect.arrayContaining([true]))
  await close()
  expect(await stateOf(visitor)).toBe('succeeded')
})

test.each([
  { kind: 'pieces', target: 9 },
  { kind: 'participants', target: 9 },
  { kind: 'amount', target: 8100 },
])('a group-buy may need all its stock for a goal of $target $kind', async (goal) => {
  expect(await create({ goal })).toMatchObject({ goal })
})

test('staff lower the goal of a sold-out group-buy to what it reached, and it succeeds', async () => {
  await openGroupBuy(shop.ctx(), { goalKind: 'pieces', goal: 4, items: [groupItem({ stock: 3 })] })
  const { email, visitor } = await join({ quantity: 3 })
  expect(await stateOf(visitor)).toBe('full')
  const goal = (goal: number) => staff.lowerGoal(shop.ctx(), { ...asked, goal })
  expect(await goal(3)).toMatchObject({ state: 'full', goal: { target: 3 } })
  expect(await subjectsOf(email)).toContainEqual(expect.stringContaining('needs fewer now'))
  await expect(goal(2)).rejects.toMatchObject(refused('campaigns.state'))
  await close()
  expect(await stateOf(visitor)).toBe('succeeded')
})

test('staff who delay an order by minutes count from its pickup window', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  const { orderID: order } = await join()
  // The window begins at 10:00 in Toronto.
  const { promisedAt } = await orders.staff.delay(shop.ctx(), { order, note: '', byMinutes: 30 })
  expect(promisedAt).toBe('2026-11-28T15:30:00.000Z')
})

test('the hand-out list begins with the earliest window, whoever ordered first', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  await join({ pickupPointId: 'lychees-p2' })
  await join()
  const { windows } = await orders.staff.handOut(shop.ctx(), asked)
  expect(windows.map(({ from }) => from)).toEqual(['10:00', '14:00'])
})

test('the hand-out list groups each person’s orders by point and window', async () => {
  await openGroupBuy(shop.ctx(), { goal: 1 })
  const mei = await join({ quantity: 2, name: '王美' })
  await mei.visitor.api.campaignCart.add({ id: 'lychees', sku: 'lychee' })
  await markOrderPaid(shop.ctx(), (await placeGroupOrder(mei.visitor)).orderID)
  const other = await join({ pickupPointId: 'lychees-p2' })
  const waits = shop.visitor()
  await fillGroupCart(waits, { email: 'waits@shop.example', phone: '416-555-3999' })
  await placeGroupOrder(waits)
  await close()
  await orders.staff.ready(shop.ctx(), { order: other.orderID, note: '' })
  await orders.staff.handOver(shop.ctx(), { order: other.orderID, note: '' })
  const { totals, windows } = await orders.staff.handOut(shop.ctx(), asked)
  expect(totals).toMatchObject([{ sku: 'lychee', quantity: 4 }])
  expect(windows).toMatchObject([
    {
      place: { en: 'Markham Plaza' },
      from: '10:00',
      pieces: 3,
      people: [{ name: '王美', items: [{ quantity: 3 }], orders: [{ code: mei.pickupCode }, {}], isGone: false }],
    },
    { place: { en: 'Bayview' }, from: '14:00', pieces: 1, people: [{ isGone: true }] },
  ])
  await expect(orders.staff.handOut(shop.ctx(), { campaign: 'x' })).rejects.toMatchObject(refused('staff.unknown'))
})

test('a participant can hide their name before and after joining, and still sees their own entry', async () => {
  await openGroupBuy(shop.ctx(), { items: [groupItem()] })
  const visitor = shop.visitor()
  await visitor.api.campaignCart.add({ id: 'lychees', sku: 'lychee' })
  const hide = (isHidden: boolean) => visitor.api.campaignCart.hideName({ id: 'lychees', isHidden })
  const named = async (of: Visitor) => {
    const { joined } = await of.api.campaigns.joined({ fissionCampaignId: 'lychees' })
    return joined.map(({ name, isOwn }) => [name, isOwn])
  }
  await hide(true)
  expect((await visitor.api.checkout.config({ fissionCampaignId: 'lychees' })).campaign?.isHidden).toBe(true)
  await join({ name: '王美' }, visitor)
  expect(await named(shop.visitor())).toEqual([['', false]])
  expect(await named(visitor)).toEqual([['', true]])
  expect((await visitor.api.campaigns.detail({ id: 'lychees' })).mine?.isHidden).toBe(true)
  await join({ name: '王美' }, visitor)
  expect(await named(shop.visitor())).toEqual([
    ['', false],
    ['', false],
  ])
  await shop.visitor().api.campaignCart.hideName({ id: 'lychees', isHidden: false })
  expect(await named(shop.visitor())).toHaveLength(2)
  expect((await named(shop.visitor()))[0]).toEqual(['', false])
  await hide(false)
  expect(await named(shop.visitor())).toEqual([
    ['王**', false],
    ['王**', false],
  ])
})

test('the receipt says whether the group-buy is certain, when it closes and where to pick up', async () => {
  await openGroupBuy(shop.ctx(), { goal: 2 })
  const first = await join()
  const second = await join()
  await shop.workOff()
  const receiptOf = async (email: string) =>
    (await mailsTo(shop, email)).find(({ subject }) => subject?.startsWith('You are in'))
  expect(await subjectsOf(first.email)).toContain(`You are in: “Lychee box” · order ${first.orderNumber}`)
  const certain = await receiptOf(second.email)
  expect(certain?.text).toContain(
    'it is going ahead, and $11.30 is paid. It closes on Friday, November 20 at 2\u00a0p.m.',
  )
  expect(certain?.text).toMatch(/Where: Markham Plaza, 1 Main Street/)
  expect(certain?.text).toMatch(/10\u00a0a\.m\.–12\u00a0p\.m\./)
  await openGroupBuy(shop.ctx(), { id: 'more', goal: 5 })
  const third = shop.visitor()
  await joinGroupBuy(shop.ctx(), third, { id: 'more', email: 'third@shop.example' })
  await shop.workOff()
  const open = await receiptOf('third@shop.example')
  expect(open?.text).toContain('It is not certain yet: it closes on Friday, November 20 at 2\u00a0p.m.')
  expect(open?.text).not.toContain('we are on it')
})
