import type { Locale } from '#contract/languages.ts'
import type { TimelineEntry } from '#contract/orders.ts'
import * as members from '#server/members/members.ts'
import * as orders from '#server/orders/orders.ts'
import type { writeLetter } from '#server/platform/letter.tsx'
import { text } from './product.ts'

export type WrittenMail = ReturnType<typeof writeLetter>

/** A mail as the shop sends it, written about example data. */
interface ExampleMail {
  /** The message whose text is its subject, and what is special about it. */
  id: string
  write(locale: Locale): WrittenMail
}

const shop = 'Lantern Lane 灯里'
const origin = 'https://lantern-lane.example'
const name = '林美 Mei Lin'
const orderLink = `${origin}/confirmation/EXAMPLE?token=example`
const at = '2026-11-20T22:40:00.000Z'
const cad = (amount: number) => ({ amount, currency: 'CAD' })

const receiptOrder: orders.ReceiptOrder = {
  orderID: 'K7M2QX4T9WHD5RBN3VZC8FJGPA',
  pickupCode: 'K7M2',
  payAtStore: false,
  isService: false,
  paymentStatus: 'PAID_ONLINE',
  lines: [
    {
      key: 'boba',
      name: text(['Brown Sugar Boba Milk', '黑糖珍珠鲜奶']),
      optionText: text(['Large, less ice', '大杯，少冰']),
      modifiers: [{ id: 'pearls', name: text(['Extra pearls', '加珍珠']), quantity: 2, price: cad(75) }],
      note: 'No straw, please',
      quantity: 2,
      total: cad(1720),
    },
    {
      key: 'tarts',
      name: text(['Egg Tarts', '蛋挞']),
      optionText: text(['Box of six', '六个盒装']),
      modifiers: [],
      note: '',
      quantity: 1,
      total: cad(1190),
    },
  ],
  subtotal: cad(2910),
  adjustments: [
    { kind: 'discount', label: text(['Lantern week, 10% off', '花灯周九折']), amount: cad(-291) },
    { kind: 'tax', label: text(['HST 13%', 'HST 13%']), amount: cad(201), registration: '80123 4567 RT0001' },
  ],
  total: cad(2820),
  credit: cad(500),
  balance: cad(0),
  amountDue: cad(2320),
  method: 'PICKUP',
  slot: { date: '2026-11-20', time: '17:40' },
  contact: { name, phone: '+14165550152', email: 'mei@example.com' },
  address: null,
  table: null,
  comment: 'The blue umbrella is mine',
  location: {
    id: 'markham',
    name: text(['Lantern Lane Markham', '灯里万锦店']),
    address: '118 Main Street, Markham, ON L3P 1Y1',
    mapUrl: 'https://www.openstreetmap.org/#map=17/43.8655/-79.3108',
  },
}

const letterOrder = (locale: Locale): orders.LetterOrder => ({
  id: receiptOrder.orderID,
  pickupCode: receiptOrder.pickupCode,
  contact: receiptOrder.contact,
  method: 'PICKUP',
  payAtStore: false,
  paymentStatus: 'PAID_ONLINE',
  location: receiptOrder.location,
  locale,
  timeZone: 'America/Toronto',
  slot: { date: '2026-11-20', time: '17:40' },
  currency: 'CAD',
  total: 2820,
  credit: 500,
  balance: 0,
  refunded: 0,
  refunding: 0,
  coupon: { code: 'LANTERN10', label: text(['Lantern week, 10% off', '花灯周九折']) },
  campaign: null,
})

function step(
  id: string,
  entry: Partial<TimelineEntry> & Pick<TimelineEntry, 'kind'>,
  own: Partial<orders.LetterOrder> = {},
): ExampleMail {
  const whole: TimelineEntry = { at, by: 'staff', note: '', promisedAt: null, amount: null, credit: null, ...entry }
  return {
    id,
    write(locale) {
      const letter = orders.stepLetter({ ...letterOrder(locale), ...own }, whole, orderLink)
      if (!letter) throw new Error(`no letter is written about ${entry.kind}`)
      return letter
    },
  }
}

const account = (id: string, words: Parameters<typeof members.composeLetter>[0]): ExampleMail => ({
  id,
  write: (locale) => members.composeLetter(words, { locale, from: shop }),
})

const receipt = (id: string, own: Partial<orders.ReceiptOrder>): ExampleMail => ({
  id,
  write: (locale) => orders.receipt({ ...receiptOrder, ...own }, locale, orderLink),
})

const { mails } = members
const note = 'The oven was slow this afternoon. 烤箱今天下午有点慢。'

/** Every mail about orders, money and accounts, in the order in which a shopper may meet them. A new mail gets its row here. */
export const exampleMails: ExampleMail[] = [
  account('welcome', mails.welcome({ name, link: `${origin}/user/list` })),
  account('code-sign-in', mails.code({ name, code: '481 206', purpose: 'sign_in' })),
  account('code-proof', mails.code({ name, code: '481 206', purpose: 'proof' })),
  account('reset', mails.reset({ name, link: `${origin}/account/reset?token=example` })),
  account('changed', mails.changed({ link: `${origin}/account/forgot` })),
  account('merged', mails.merged({ name, email: 'mei@example.com' })),
  receipt('receipt-paid', {}),
  receipt('receipt-delivery', {
    method: 'DELIVERY',
    address: {
      country: 'CA',
      unit: '1204',
      street: '38 Grenville Street',
      district: '',
      city: 'Toronto',
      province: 'ON',
      postCode: 'M4Y 1A2',
      buzzer: '204',
      note: '',
      leaveAtDoor: false,
    },
  }),
  receipt('receipt-pay-at-store', { payAtStore: true, paymentStatus: 'NOT_PAID' }),
  receipt('receipt-membership', { isService: true, slot: null }),
  receipt('receipt-table', { method: 'EAT_IN', table: { number: '7' }, slot: null }),
  step('accepted', { kind: 'accepted', promisedAt: at, note }),
  step('delayed', { kind: 'delayed', promisedAt: at, note }),
  step('ready', { kind: 'ready' }),
  step('ready-pay-at-store', { kind: 'ready' }, { payAtStore: true }),
  step('out', { kind: 'out' }, { method: 'DELIVERY' }),
  step('reply', { kind: 'comment', note: 'We kept a box for you. 给您留了一盒。' }),
  step('cancelled', { kind: 'cancelled', by: 'shopper' }),
  step('cancelled-by-store', { kind: 'cancelled', note }),
  step(
    'campaign-failed',
    { kind: 'cancelled', by: 'shop' },
    {
      campaign: {
        fissionCampaignId: 'mangoes',
        title: text(['A crate of mangoes', '一箱芒果']),
        pickupPoint: null,
      },
    },
  ),
  step('refunded', { kind: 'refunded', amount: cad(860) }),
  step('refunded-credit', { kind: 'refunded', credit: cad(500) }),
  step('refunded-both', { kind: 'refunded', amount: cad(860), credit: cad(500) }),
  step('late-refunded', { kind: 'late_refunded', amount: cad(2320) }),
  { id: 'failed', write: (locale) => orders.failedLetter(letterOrder(locale), orderLink) },
  account('farewell', mails.farewell({ name, shop })),
]
