import fc from 'fast-check'
import type { ClientOf } from '#contract/client.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import type { Operation } from './operation.ts'
import { done, nothing, operation } from './operation.ts'
import { outcomeOf } from './people.ts'
import type { Play } from './play.ts'
import { coupon, groupBuy, items, people } from './shop.ts'
import type { ServerName } from './world.ts'

type Office = ClientOf<StaffCalls>

const order = fc.nat({ max: 2 })
const item = fc.constantFrom(...items)
const which = (recent: number) => (recent === 0 ? 'the latest order' : `the order ${recent} before the latest`)
/**
 * The number of a submission key. There are only six, so that some changes are sent twice, and some keys are used for
 * two different changes.
 */
const submission = fc.nat({ max: 5 })
const toUuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const location = 'markham'

/** An operation of staff whose only field is an order. */
function orderStep(
  name: string,
  words: string,
  weight: number,
  call: (office: Office, order: string) => Promise<unknown>,
) {
  return operation({
    weight,
    about: ['order'],
    fields: { order },
    tell: ({ order }) => `staff ${words} ${which(order)}`,
    play: (play, { at, order }) => withOrder(play, { name, recent: order, at }, call),
  })
}

async function withOrder(
  play: Play,
  { name, recent, at }: { name: string; recent: number; at: ServerName },
  call: (office: Office, order: string) => Promise<unknown>,
) {
  const found = play.order(recent)
  if (!found) return nothing
  const outcome = await outcomeOf(call(play.office(at), found.id))
  if (outcome === done) play.touch(name, `order ${found.id}`)
  return outcome
}

export const staffOperations: Record<string, Operation> = {
  accept: orderStep('accept', 'accept', 3, ({ staff }, order) => staff.accept({ order })),
  ready: orderStep('ready', 'mark as ready', 2, ({ staff }, order) => staff.ready({ order })),
  handOver: orderStep('handOver', 'hand over', 4, ({ staff }, order) => staff.handOver({ order })),
  noShow: orderStep('noShow', 'mark as not picked up', 2, ({ staff }, order) => staff.noShow({ order })),
  grantCancel: orderStep('grantCancel', 'grant the cancel request of', 2, ({ staff }, order) =>
    staff.grantCancel({ order }),
  ),
  declineCancel: orderStep('declineCancel', 'decline the cancel request of', 1, ({ staff }, order) =>
    staff.declineCancel({ order }),
  ),
  refundAll: orderStep('refundAll', 'refund all of', 3, ({ staff }, order) => staff.refund({ order })),
  staffCancel: operation({
    weight: 4,
    about: ['order'],
    fields: { order, keepStock: fc.boolean() },
    tell: ({ order, keepStock }) => `staff cancel ${which(order)}${keepStock ? ', without its goods' : ''}`,
    play: (play, { at, order, keepStock }) =>
      withOrder(play, { name: 'staffCancel', recent: order, at }, ({ staff }, order) =>
        staff.cancel({ order, keepStock }),
      ),
  }),
  refundAmount: operation({
    weight: 3,
    about: ['order'],
    fields: { order, amount: fc.constantFrom(1, 100, 450, 1000) },
    tell: ({ order, amount }) => `staff refund ${amount} of ${which(order)}`,
    play: (play, { at, order, amount }) =>
      withOrder(play, { name: 'refundAmount', recent: order, at }, ({ staff }, order) =>
        staff.refund({ order, amount }),
      ),
  }),
  refundPieces: operation({
    weight: 3,
    about: ['order'],
    fields: { order, pieces: fc.integer({ min: 1, max: 3 }) },
    tell: ({ order, pieces }) => `staff refund ${pieces} pieces of ${which(order)}`,
    play: (play, { at, order, pieces }) =>
      withOrder(play, { name: 'refundPieces', recent: order, at }, ({ staff }, order) =>
        staff.refund({ order, line: 1, pieces }),
      ),
  }),
  review: operation({
    weight: 3,
    about: ['order'],
    fields: { decision: fc.constantFrom('refund', 'honour', 'dismiss') },
    tell: ({ decision }) => `staff decide about the oldest stuck payment: ${decision}`,
    async play(play, { at, decision }) {
      const { staff } = play.office(at)
      const [payment] = await play.world.query<{ reference: string; order_id: string }>(
        `select reference, order_id from payment_attempts
         where state in ('late_paid', 'mismatch') and resolved_at is null order by started_at limit 1`,
      )
      if (!payment) return nothing
      const outcome = await outcomeOf(staff.review({ reference: payment.reference, decision }))
      if (outcome === done) play.touch('review', `order ${payment.order_id}`)
      return outcome
    },
  }),
  receiveStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.integer({ min: 1, max: 3 }), submission },
    tell: ({ item, pieces, submission }) => `staff receive ${pieces} ${item} (form ${submission})`,
    play: (play, { at, item, pieces, submission }) =>
      withStock(play, { name: 'receiveStock', item, at }, ({ staff }) =>
        staff.receiveStock({ location, submission: toUuid(submission), lines: [{ code: item, quantity: pieces }] }),
      ),
  }),
  countStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.nat({ max: 4 }), submission },
    tell: ({ item, pieces, submission }) => `staff count ${pieces} ${item} (form ${submission})`,
    play: (play, { at, item, pieces, submission }) =>
      withStock(play, { name: 'countStock', item, at }, ({ staff }) =>
        staff.countStock({ location, submission: toUuid(submission), lines: [{ code: item, quantity: pieces }] }),
      ),
  }),
  wasteStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.integer({ min: 1, max: 3 }), submission },
    tell: ({ item, pieces, submission }) => `staff throw away ${pieces} ${item} (form ${submission})`,
    play: (play, { at, item, pieces, submission }) =>
      withStock(play, { name: 'wasteStock', item, at }, ({ staff }) =>
        staff.wasteStock({
          location,
          submission: toUuid(submission),
          reason: 'damaged',
          lines: [{ code: item, quantity: pieces }],
        }),
      ),
  }),
  stockOut: operation({
    weight: 1,
    about: ['product'],
    fields: { item },
    tell: ({ item }) => `staff take out all ${item} that nobody holds`,
    play: (play, { at, item }) =>
      withStock(play, { name: 'stockOut', item, at }, ({ staff }) => staff.stockOut({ sku: item })),
  }),
  markSoldOut: operation({
    weight: 2,
    about: ['product'],
    fields: { item, isOn: fc.boolean() },
    tell: ({ item, isOn }) => `staff ${isOn ? 'mark' : 'no longer mark'} ${item} as sold out`,
    play: (play, { at, item, isOn }) =>
      withStock(play, { name: 'markSoldOut', item, at }, ({ staff }) =>
        isOn
          ? staff.markSoldOut({ location, kind: 'variant', id: item })
          : staff.backOnSale({ location, kind: 'variant', id: item }),
      ),
  }),
  giveCredit: operation({
    weight: 2,
    about: ['credit'],
    fields: { who: fc.integer({ min: 2, max: 3 }), amount: fc.constantFrom(100, 2000) },
    tell: ({ who, amount }) => `staff give ${people[who]?.name} ${amount} of store credit`,
    async play(play, { at, who, amount }) {
      const { name = '', email = '' } = people[who] ?? {}
      const outcome = await outcomeOf(play.office(at).staff.giveCredit({ email, amount }))
      if (outcome === done) play.touch('giveCredit', `credit ${name}`)
      return outcome
    },
  }),
  stopCoupon: operation({
    weight: 1,
    about: ['coupon'],
    fields: {},
    tell: () => 'staff stop the coupon',
    async play(play, { at }) {
      const outcome = await outcomeOf(play.office(at).staff.stopCoupon({ coupon }))
      if (outcome === done) play.touch('stopCoupon', `coupon ${coupon}`)
      return outcome
    },
  }),
  endGroupBuy: operation({
    weight: 2,
    about: ['product'],
    fields: { isCancelled: fc.boolean() },
    tell: ({ isCancelled }) => `staff ${isCancelled ? 'cancel' : 'close'} the group-buy`,
    async play(play, { at, isCancelled }) {
      const { staff } = play.office(at)
      const end = isCancelled ? staff.cancelCampaign : staff.closeCampaign
      const outcome = await outcomeOf(end({ campaign: groupBuy }))
      if (outcome === done) play.touch('endGroupBuy', 'product lychee')
      return outcome
    },
  }),
}

async function withStock(
  play: Play,
  { name, item, at }: { name: string; item: string; at: ServerName },
  call: (office: Office) => Promise<unknown>,
) {
  const outcome = await outcomeOf(call(play.office(at)))
  if (outcome === done) play.touch(name, `product ${item}`)
  return outcome
}
