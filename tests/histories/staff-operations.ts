import fc from 'fast-check'
import type { ClientOf } from '#contract/client.ts'
import { shareAtStore } from '#contract/ledger.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import type { Operation } from './operation.ts'
import { done, nothing, operation } from './operation.ts'
import { outcomeOf } from './people.ts'
import type { Choice, OrderCondition, Play } from './play.ts'
import { choice, describeChoice } from './play.ts'
import { coupon, groupBuy, items, people } from './shop.ts'
import type { ServerName } from './world.ts'

type Office = ClientOf<StaffCalls>

const item = fc.constantFrom(...items)
/**
 * The number of a submission key. There are only six keys, so that some changes are sent twice, and some keys are used
 * for two different changes.
 */
const submission = fc.nat({ max: 5 })
const toUuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const location = 'markham'

/** An operation of staff whose only field is an order. */
function orderStep(
  name: string,
  sought: OrderCondition,
  { words, weight }: { words: string; weight: number },
  call: (office: Office, order: string) => Promise<unknown>,
) {
  return operation({
    weight,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `staff ${words} ${describeChoice(sought, order)}`,
    play: (play, { at, order }) => withOrder(play, { name, sought, order, at }, call),
  })
}

async function withOrder(
  play: Play,
  { name, sought, order, at }: { name: string; sought: OrderCondition; order: Choice; at: ServerName },
  call: (office: Office, order: string) => Promise<unknown>,
) {
  const found = await play.order(sought, order)
  if (!found) return nothing
  const outcome = await outcomeOf(call(play.office(at), found.id))
  if (outcome === done) play.touch(name, `order ${found.id}`)
  return outcome
}

export const staffOperations: Record<string, Operation> = {
  accept: orderStep('accept', 'new', { words: 'accept', weight: 3 }, ({ staff }, order) => staff.accept({ order })),
  ready: orderStep('ready', 'accepted', { words: 'mark as ready', weight: 2 }, ({ staff }, order) =>
    staff.ready({ order }),
  ),
  handOver: orderStep('handOver', 'accepted', { words: 'hand over', weight: 4 }, ({ staff }, order) =>
    staff.handOver({ order }),
  ),
  noShow: orderStep('noShow', 'ready', { words: 'mark as not picked up', weight: 2 }, ({ staff }, order) =>
    staff.noShow({ order }),
  ),
  grantCancel: orderStep(
    'grantCancel',
    'asked',
    { words: 'grant the cancel request of', weight: 2 },
    ({ staff }, order) => staff.grantCancel({ order }),
  ),
  declineCancel: orderStep(
    'declineCancel',
    'asked',
    { words: 'decline the cancel request of', weight: 1 },
    ({ staff }, order) => staff.declineCancel({ order }),
  ),
  refundAll: orderStep('refundAll', 'paid', { words: 'refund all of', weight: 3 }, ({ staff }, order) =>
    staff.refund({ order }),
  ),
  staffCancel: operation({
    weight: 4,
    about: ['order'],
    fields: { order: choice, keepStock: fc.boolean() },
    describe: ({ order, keepStock }) =>
      `staff cancel ${describeChoice('new', order)}${keepStock ? ', without its goods' : ''}`,
    play: (play, { at, order, keepStock }) =>
      withOrder(play, { name: 'staffCancel', sought: 'new', order, at }, ({ staff }, order) =>
        staff.cancel({ order, keepStock }),
      ),
  }),
  refundAmount: operation({
    weight: 3,
    about: ['order'],
    fields: { order: choice, amount: fc.constantFrom(1, 100, 450, 1000) },
    describe: ({ order, amount }) => `staff refund ${amount} of ${describeChoice('paid', order)}`,
    play: (play, { at, order, amount }) =>
      withOrder(play, { name: 'refundAmount', sought: 'paid', order, at }, ({ staff }, order) =>
        staff.refund({ order, amount }),
      ),
  }),
  giveBack: operation({
    weight: 3,
    about: ['order'],
    fields: {
      order: choice,
      amount: fc.constantFrom(undefined, 1, 450),
      isWrong: fc.nat({ max: 9 }).map((n) => n === 0),
    },
    describe: ({ order, amount, isWrong }) =>
      `staff give back ${amount ?? 'all'} of ${describeChoice('collected', order)}${isWrong ? ', less a cent' : ''}`,
    play: (play, { at, order, amount, isWrong }) =>
      withOrder(play, { name: 'giveBack', sought: 'collected', order, at }, async ({ staff }, order) => {
        const atStore = shareAtStore(await staff.order({ order }), amount)
        await staff.refund({ order, amount, givenBack: Math.max(0, atStore - Number(isWrong)) })
      }),
  }),
  refundPieces: operation({
    weight: 3,
    about: ['order'],
    fields: { order: choice, pieces: fc.integer({ min: 1, max: 3 }) },
    describe: ({ order, pieces }) => `staff refund ${pieces} pieces of ${describeChoice('paid', order)}`,
    play: (play, { at, order, pieces }) =>
      withOrder(play, { name: 'refundPieces', sought: 'paid', order, at }, ({ staff }, order) =>
        staff.refund({ order, line: 1, pieces }),
      ),
  }),
  review: operation({
    weight: 3,
    about: ['order'],
    fields: { nth: fc.constantFrom(0, 0, 1), decision: fc.constantFrom('refund', 'honour', 'dismiss') },
    describe: ({ nth, decision }) => `staff decide about the ${nth ? 'second' : 'first'} stuck payment: ${decision}`,
    async play(play, { at, nth, decision }) {
      const { staff } = play.office(at)
      let payment: { reference: string; orderId: string | null } | undefined
      const outcome = await outcomeOf(
        (async () => {
          const { stuck } = await staff.stuck()
          payment = stuck[nth % Math.max(1, stuck.length)]
          if (payment) await staff.review({ reference: payment.reference, decision })
        })(),
      )
      if (outcome === done && !payment) return nothing
      if (outcome === done) play.touch('review', `order ${payment?.orderId}`)
      return outcome
    },
  }),
  receiveStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.integer({ min: 1, max: 3 }), submission },
    describe: ({ item, pieces, submission }) => `staff receive ${pieces} ${item} (form ${submission})`,
    play: (play, { at, item, pieces, submission }) =>
      withStock(play, { name: 'receiveStock', item, at }, ({ staff }) =>
        staff.receiveStock({ location, submission: toUuid(submission), lines: [{ code: item, quantity: pieces }] }),
      ),
  }),
  countStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.nat({ max: 4 }), submission },
    describe: ({ item, pieces, submission }) => `staff count ${pieces} ${item} (form ${submission})`,
    play: (play, { at, item, pieces, submission }) =>
      withStock(play, { name: 'countStock', item, at }, ({ staff }) =>
        staff.countStock({ location, submission: toUuid(submission), lines: [{ code: item, quantity: pieces }] }),
      ),
  }),
  wasteStock: operation({
    weight: 2,
    about: ['product'],
    fields: { item, pieces: fc.integer({ min: 1, max: 3 }), submission },
    describe: ({ item, pieces, submission }) => `staff throw away ${pieces} ${item} (form ${submission})`,
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
    describe: ({ item }) => `staff take out all ${item} that nobody holds`,
    play: (play, { at, item }) =>
      withStock(play, { name: 'stockOut', item, at }, ({ staff }) => staff.stockOut({ sku: item })),
  }),
  markSoldOut: operation({
    weight: 2,
    about: ['product'],
    fields: { item, isOn: fc.boolean() },
    describe: ({ item, isOn }) => `staff ${isOn ? 'mark' : 'no longer mark'} ${item} as sold out`,
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
    describe: ({ who, amount }) => `staff give ${people[who]?.name} ${amount} of store credit`,
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
    describe: () => 'staff stop the coupon',
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
    describe: ({ isCancelled }) => `staff ${isCancelled ? 'cancel' : 'close'} the group-buy`,
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
