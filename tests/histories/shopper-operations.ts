import fc from 'fast-check'
import type { Client } from '#contract/client.ts'
import type { Operation } from './operation.ts'
import { nothing, operation } from './operation.ts'
import { outcomeOf } from './people.ts'
import type { Choice, OrderCondition, Play, Subject } from './play.ts'
import { choice, describeChoice } from './play.ts'
import { coupon, groupBuy, items, password, people } from './shop.ts'
import type { ServerName } from './world.ts'

const who = fc.nat({ max: people.length - 1 })
const item = fc.constantFrom(...items)
const pieces = fc.integer({ min: 1, max: 3 })
const paymentMethod = fc.constantFrom('wallet', 'wallet', 'wallet', 'wallet', 'store', 'credit')
const group = fc.boolean()

/** Adapts the payment to the shopper. Guests have no credit, so a guest pays with the wallet instead of credit. */
const termsOf = ({ who, how, credit }: { who: number; how: string; credit: number }) =>
  who > 1 ? { how, credit } : { how: how === 'credit' ? 'wallet' : how, credit: 0 }

const nameOf = (index: number) => people[index]?.name ?? ''
const cartOf = (index: number): Subject => `cart ${nameOf(index)}`

/** Chooses a slot and fills in the contact. */
async function fillIn(api: Client, index: number, { slot, isGroup }: { slot: number; isGroup: boolean }) {
  const { name, email, phone } = people[index] ?? {}
  const contact = { name, email, phone }
  if (isGroup) {
    const fissionCampaignId = groupBuy
    const { campaign } = await api.checkout.config({ fissionCampaignId })
    const [point] = campaign?.points ?? []
    const [window] = point?.windows ?? []
    const steps = {
      ...(point && window && { setPickupSlot: { pickupPointId: point.id, date: window.date, time: window.from } }),
      setContact: contact,
    }
    return api.checkout.fillIn({ fissionCampaignId, steps })
  }
  const { methods } = await api.checkout.config()
  const slots = (methods[0]?.days ?? []).flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))
  const chosen = slots[1 + slot]
  return api.checkout.fillIn({
    steps: { setMethod: { method: 'PICKUP' }, ...(chosen && { setPickupSlot: chosen }), setContact: contact },
  })
}

/** Views the bill and places its order. Records the order if the shop acknowledged it. */
async function place(
  play: Play,
  api: Client,
  { index, how, isGroup }: { index: number; how: string; isGroup: boolean },
) {
  const campaign = isGroup && { fissionCampaignId: groupBuy }
  const payAtStore = how === 'store'
  const bill = await api.billing.view({ ...campaign, pickUpAandPayAtStore: payAtStore })
  const { orderID } =
    how === 'credit'
      ? await api.storeCredit.pay({ id: bill.id, hash: bill.hash })
      : await api.billing.place({ id: bill.id, hash: bill.hash, pickUpAandPayAtStore: payAtStore })
  if (!play.orders.some(({ id }) => id === orderID)) play.orders.push({ id: orderID, by: index })
  play.world.follow(orderID)
  return orderID
}

const startPayment = (api: Client, orderID: string, wallet: string) => {
  if (wallet === 'Alipay') return api.payments.startSnapPayAlipay({ orderID })
  return wallet === 'WeChat'
    ? api.payments.startSnapPayWeChat({ orderID })
    : api.payments.startSnapPayUnionPay({ orderID })
}

interface ShopperAction {
  name: string
  sought: OrderCondition
  order: Choice
  at: ServerName
  call(api: Client, id: string): Promise<unknown>
}

/** Chooses an order, and runs a call about it as the shopper who placed it. */
async function asShopper(play: Play, { name, sought, order, at, call }: ShopperAction) {
  const found = await play.order(sought, order)
  if (!found) return nothing
  const outcome = await outcomeOf(call(play.shopper(found.by, at), found.id))
  if (outcome === 'done') play.touch(name, `order ${found.id}`)
  return outcome
}

export const shopperOperations: Record<string, Operation> = {
  add: operation({
    weight: 6,
    about: ['cart', 'product'],
    fields: { who, item, pieces },
    describe: ({ who, item, pieces }) => `${nameOf(who)} adds ${pieces} ${item}`,
    async play(play, { at, who, item, pieces }) {
      const outcome = await outcomeOf(play.shopper(who, at).cart.add({ sku: item, quantity: pieces }))
      if (outcome === 'done') play.touch('add', cartOf(who), `product ${item}`)
      return outcome
    },
  }),
  change: operation({
    weight: 3,
    about: ['cart'],
    fields: { who, pieces: fc.nat({ max: 4 }) },
    describe: ({ who, pieces }) => `${nameOf(who)} changes the first line to ${pieces} pieces`,
    async play(play, { at, who, pieces }) {
      const api = play.shopper(who, at)
      let key: string | undefined
      const outcome = await outcomeOf(
        (async () => {
          const { lineItems } = await api.cart.view()
          key = Object.keys(lineItems)[0]
          if (key) await api.cart.change({ lineItems: { [key]: { quantity: pieces } } })
        })(),
      )
      if (outcome === 'done' && !key) return nothing
      if (outcome === 'done') play.touch('change', cartOf(who))
      return outcome
    },
  }),
  fillIn: operation({
    weight: 4,
    about: ['cart'],
    fields: { who, slot: fc.nat({ max: 1 }), isGroup: group },
    describe: ({ who, slot, isGroup }) =>
      `${nameOf(who)} fills in the details${isGroup ? ' of the group-buy' : `, slot ${slot}`}`,
    async play(play, { at, who, slot, isGroup }) {
      const outcome = await outcomeOf(fillIn(play.shopper(who, at), who, { slot, isGroup }))
      if (outcome === 'done') play.touch('fillIn', cartOf(who))
      return outcome
    },
  }),
  place: operation({
    weight: 3,
    about: ['cart', 'order'],
    fields: { who, how: paymentMethod, isGroup: group },
    describe: ({ who, how, isGroup }) =>
      `${nameOf(who)} places the order${isGroup ? ' of the group-buy' : ''}, to pay by ${how}`,
    async play(play, { at, who, how, isGroup }) {
      const api = play.shopper(who, at)
      return outcomeOf(
        place(play, api, { index: who, how, isGroup }).then((id) => play.touch('place', cartOf(who), `order ${id}`)),
      )
    },
  }),
  buy: operation({
    weight: 14,
    about: ['cart', 'order', 'product', 'coupon', 'credit'],
    fields: {
      who,
      item,
      pieces,
      slot: fc.nat({ max: 1 }),
      how: paymentMethod,
      hasCoupon: fc.boolean(),
      credit: fc.constantFrom(0, 0, 300),
    },
    describe({ who, item, pieces, slot, hasCoupon, ...wanted }) {
      const { how, credit } = termsOf({ who, ...wanted })
      const extras = `${hasCoupon ? ', with the coupon' : ''}${credit ? `, with ${credit} of credit` : ''}`
      return `${nameOf(who)} orders ${pieces} ${item} for slot ${slot}, to pay by ${how}${extras}`
    },
    async play(play, { at, who, item, pieces, slot, hasCoupon, ...wanted }) {
      const { how, credit } = termsOf({ who, ...wanted })
      const api = play.shopper(who, at)
      return outcomeOf(
        (async () => {
          await api.cart.add({ sku: item, quantity: pieces })
          await fillIn(api, who, { slot, isGroup: false })
          if (hasCoupon) await api.coupons.apply({ code: coupon }).then(() => play.touch('buy', `coupon ${coupon}`))
          if (credit)
            await api.storeCredit.apply({ amount: credit }).then(() => play.touch('buy', `credit ${nameOf(who)}`))
          const id = await place(play, api, { index: who, how, isGroup: false })
          play.touch('buy', cartOf(who), `product ${item}`, `order ${id}`)
          if (how === 'wallet') await startPayment(api, id, 'Alipay')
        })(),
      )
    },
  }),
  join: operation({
    weight: 5,
    about: ['cart', 'order', 'product'],
    fields: { who, pieces },
    describe: ({ who, pieces }) => `${nameOf(who)} joins the group-buy with ${pieces} pieces and starts to pay`,
    async play(play, { at, who, pieces }) {
      const api = play.shopper(who, at)
      return outcomeOf(
        (async () => {
          await api.campaignCart.add({ id: groupBuy, sku: 'lychee', quantity: pieces })
          await fillIn(api, who, { slot: 0, isGroup: true })
          const id = await place(play, api, { index: who, how: 'wallet', isGroup: true })
          play.touch('join', cartOf(who), 'product lychee', `order ${id}`)
          await startPayment(api, id, 'Alipay')
        })(),
      )
    },
  }),
  applyCoupon: operation({
    weight: 2,
    about: ['cart', 'coupon'],
    fields: { who, isOn: fc.boolean() },
    describe: ({ who, isOn }) => `${nameOf(who)} ${isOn ? 'applies' : 'removes'} the coupon`,
    async play(play, { at, who, isOn }) {
      const { coupons } = play.shopper(who, at)
      const outcome = await outcomeOf(isOn ? coupons.apply({ code: coupon }) : coupons.remove({}))
      if (outcome === 'done') play.touch('applyCoupon', cartOf(who), `coupon ${coupon}`)
      return outcome
    },
  }),
  applyCredit: operation({
    weight: 2,
    about: ['cart', 'credit'],
    fields: { who, amount: fc.constantFrom(0, 100, 1500, 5000) },
    describe: ({ who, amount }) => `${nameOf(who)} uses ${amount} of store credit`,
    async play(play, { at, who, amount }) {
      const outcome = await outcomeOf(play.shopper(who, at).storeCredit.apply({ amount }))
      if (outcome === 'done') play.touch('applyCredit', cartOf(who), `credit ${nameOf(who)}`)
      return outcome
    },
  }),
  startPayment: operation({
    weight: 5,
    about: ['order'],
    fields: { order: choice, wallet: fc.constantFrom('Alipay', 'UnionPay', 'WeChat') },
    describe: ({ order, wallet }) => `the shopper of ${describeChoice('unpaid', order)} opens ${wallet}`,
    play: (play, { at, order, wallet }) =>
      asShopper(play, {
        name: 'startPayment',
        sought: 'unpaid',
        order,
        at,
        call: (api, id) => startPayment(api, id, wallet),
      }),
  }),
  payBalance: operation({
    weight: 2,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `the shopper of ${describeChoice('owing', order)} starts to pay its balance`,
    play: (play, { at, order }) =>
      asShopper(play, {
        name: 'payBalance',
        sought: 'owing',
        order,
        at,
        call: (api, orderID) => api.payments.startSnapPayAlipay({ orderID, part: 'balance' }),
      }),
  }),
  poll: operation({
    weight: 4,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `the page of ${describeChoice('payable', order)} asks whether it is paid`,
    play: (play, { at, order }) =>
      asShopper(play, {
        name: 'poll',
        sought: 'payable',
        order,
        at,
        call: (api, orderID) => api.payments.checkSnapPay({ orderID }),
      }),
  }),
  cancel: operation({
    weight: 5,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `the shopper of ${describeChoice('new', order)} cancels it`,
    play: (play, { at, order }) =>
      asShopper(play, { name: 'cancel', sought: 'new', order, at, call: (api, id) => api.orders.cancelByLink({ id }) }),
  }),
  askToCancel: operation({
    weight: 2,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `the shopper of ${describeChoice('accepted', order)} asks the store to cancel it`,
    play: (play, { at, order }) =>
      asShopper(play, {
        name: 'askToCancel',
        sought: 'accepted',
        order,
        at,
        call: (api, id) => api.orders.askToCancel({ id }),
      }),
  }),
  reorder: operation({
    weight: 1,
    about: ['order'],
    fields: { order: choice },
    describe: ({ order }) => `the shopper of ${describeChoice('any', order)} orders the same again`,
    play: (play, { at, order }) =>
      asShopper(play, { name: 'reorder', sought: 'any', order, at, call: (api, id) => api.orders.reorder({ id }) }),
  }),
  signIn: operation({
    weight: 1,
    about: ['cart', 'credit'],
    fields: { who, account: fc.integer({ min: 2, max: 3 }) },
    describe: ({ who, account }) => `${nameOf(who)} signs in to the account of ${nameOf(account)}`,
    async play(play, { at, who, account }) {
      const email = people[account]?.email ?? ''
      const outcome = await outcomeOf(play.shopper(who, at).account.signIn({ email, password }))
      if (outcome === 'done') play.touch('signIn', cartOf(who), `credit ${nameOf(account)}`)
      return outcome
    },
  }),
  deleteAccount: operation({
    weight: 1,
    about: ['cart', 'credit'],
    fields: { who },
    describe: ({ who }) => `${nameOf(who)} deletes the account`,
    async play(play, { at, who }) {
      const outcome = await outcomeOf(play.shopper(who, at).account.remove({ password }))
      if (outcome === 'done') play.touch('deleteAccount', cartOf(who), `credit ${nameOf(who)}`)
      return outcome
    },
  }),
}
