import type { Part } from '#contract/checkout.ts'
import type { Locale } from '#contract/languages.ts'
import type { Ledger } from '#contract/ledger.ts'
import type { TimelineEntry } from '#contract/orders.ts'
import { auditEmail } from '#server/audit/audit.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { formEmail, formReceipt } from '#server/content/form-emails.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import * as influencers from '#server/influencers/influencers.ts'
import * as members from '#server/members/members.ts'
import * as membership from '#server/membership/membership.ts'
import * as orders from '#server/orders/orders.ts'
import { dateText, moneyText } from '#server/platform/bilingual.ts'
import type { renderEmail } from '#server/platform/mail/email.tsx'
import type { MailKind } from '#server/platform/mail/mail-kinds.ts'
import * as referral from '#server/referral/referral.ts'
import { deviceEmail, pinEmail } from '#server/staff/emails.ts'
import { text } from './product.ts'

export type RenderedMail = ReturnType<typeof renderEmail>

/** An email as the shop sends it, with example data. */
interface ExampleMail {
  kind: MailKind
  /** The name of the example. It is the email's kind, or another name if this kind has several examples. */
  id: string
  write(locale: Locale): RenderedMail
}

const shop = 'Lantern Lane 灯里'
const origin = 'https://lantern-lane.example'
const from = { name: shop, mark: `${origin}/icon-192.png`, isLogo: false, pictureBase: origin }
const name = '林美 Mei Lin'
const orderID = 'k7m2qx4t5whd5rbn3vzc4fjgpa'
const orderLink = `${origin}/confirmation/${orderID}?token=example`
const at = '2026-11-20T22:40:00.000Z'
const cad = (amount: number) => ({ amount, currency: 'CAD' })

const partOf = (key: string, amount: number, tax: number): Part => ({
  kind: 'line',
  key,
  quantity: 1,
  amount,
  discount: 0,
  deposit: 0,
  taxes: [tax],
  total: amount + tax,
})

const receiptOrder: orders.ReceiptOrder = {
  orderNumber: 'MK-1120-037',
  pickupCode: 'K7M2QX',
  payAtStore: false,
  isService: false,
  paymentStatus: 'PAID_ONLINE',
  lines: [
    {
      key: 'boba',
      name: text(['Brown Sugar Boba Milk', '黑糖珍珠鲜奶']),
      image: { src: '/media/boba', widths: [160, 320], width: 320, height: 320, alt: text(['', '']) },
      optionText: text(['Large, less ice', '大杯，少冰']),
      modifiers: [{ id: 'pearls', name: text(['Extra pearls', '加珍珠']), quantity: 2, price: cad(75) }],
      note: 'No straw, please',
      quantity: 2,
      total: cad(1720),
    },
    {
      key: 'tarts',
      name: text(['Egg Tarts', '蛋挞']),
      image: null,
      optionText: text(['Box of six', '六个盒装']),
      modifiers: [],
      note: '',
      quantity: 1,
      total: cad(1190),
    },
  ],
  subtotal: cad(2910),
  adjustments: [
    {
      kind: 'discount',
      label: text(['Lantern week, 10% off', '花灯周九折']),
      code: 'LANTERN10',
      amount: cad(-291),
    },
    { kind: 'tax', label: text(['HST 13%', 'HST 13%']), amount: cad(201), registration: '80123 4567 RT0001' },
  ],
  total: cad(2820),
  credit: cad(500),
  balance: cad(0),
  amountDue: cad(2320),
  method: 'PICKUP',
  slot: { date: '2026-11-20', time: '17:40' },
  placedAt: '2026-11-20T21:05:00Z',
  paidAt: '2026-11-20T21:06:00Z',
  timeZone: 'America/Toronto',
  paymentOption: 'snappay_wechat',
  parts: [partOf('boba', 1548, 201), partOf('tarts', 1071, 0)],
  contact: { name, phone: '+14165550152', email: 'mei@example.com' },
  isEmailProven: true,
  sender: from,
  address: null,
  table: null,
  campaign: null,
  comment: 'The blue umbrella is mine',
  location: {
    id: 'markham',
    name: text(['Lantern Lane Markham', '灯里万锦店']),
    address: '168 Main Street Unionville, Markham, ON L3R 2G9',
    mapUrl: 'https://www.openstreetmap.org/#map=17/43.8655/-79.3108',
    phone: '+19055550168',
    seller: { name: 'Lantern Lane Foods Inc.', registration: '80123 4567 RT0001' },
  },
}

const delivered: Pick<orders.EmailOrder, 'method' | 'address'> = {
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
}

const shipped: Partial<orders.EmailOrder> = {
  ...delivered,
  method: 'SHIPPING',
  arrival: { from: '2026-12-04', to: '2026-12-11' },
  tracking: { carrier: 'Canada Post', number: '7023 2101 4471 8827' },
}

const emailOrder = (locale: Locale): orders.EmailOrder => ({
  cancelRequest: 'NONE',
  status: 'NEW',
  fulfilmentStatus: 'ACCEPTED',
  number: receiptOrder.orderNumber,
  pickupCode: receiptOrder.pickupCode,
  contact: receiptOrder.contact,
  isEmailProven: true,
  sender: from,
  method: 'PICKUP',
  address: null,
  arrival: null,
  tracking: null,
  payAtStore: false,
  paymentStatus: 'PAID_ONLINE',
  location: receiptOrder.location,
  locale,
  timeZone: 'America/Toronto',
  slot: { date: '2026-11-20', time: '17:40' },
  currency: 'CAD',
  adjustments: receiptOrder.adjustments,
  total: 2820,
  credit: 500,
  balance: 0,
  balancePaid: 0,
  coupon: { code: 'LANTERN10', label: text(['Lantern week, 10% off', '花灯周九折']) },
  campaign: null,
})

const unpaid: Ledger = {
  payments: [],
  refunds: [],
  atStore: cad(0),
  atStoreReturned: cad(0),
  credit: cad(0),
  creditReturned: cad(0),
  isTried: true,
  isOpen: false,
  isEnded: true,
}

/** The ledger of the example order after its payment. */
const paid: Ledger = {
  ...unpaid,
  payments: [{ amount: cad(2320), use: 'counted' }],
  credit: cad(500),
  isEnded: false,
}
const refundsOf = (amount: number, use: 'counted' | 'unwanted', state: 'sent' | 'underway') => ({
  refunds: [{ amount: cad(amount), use, state }],
})
const late: Ledger = { ...unpaid, payments: [{ amount: cad(2320), use: 'unwanted' }] }

/** The ledger of the example order just after a timeline entry. */
function ledgerAfter({ kind, amount, credit }: TimelineEntry): Ledger {
  if (kind === 'late_refunding') return { ...late, ...refundsOf(2320, 'unwanted', 'underway') }
  if (kind === 'late_refunded') return { ...late, ...refundsOf(2320, 'unwanted', 'sent') }
  if (kind !== 'refunded') return { ...paid, isEnded: kind === 'cancelled' }
  return { ...paid, ...(amount && refundsOf(amount.amount, 'counted', 'sent')), creditReturned: credit ?? cad(0) }
}

type StepEntry = Parameters<typeof orders.stepEmail>[1]

function step(
  kind: MailKind,
  entry: Partial<StepEntry> & Pick<StepEntry, 'kind'>,
  changes: Partial<orders.EmailOrder> = {},
  id: string = kind,
): ExampleMail {
  const emptyEntry = { note: '', promisedAt: null, amount: null, credit: null, taxes: null }
  const fullEntry: StepEntry = { at, by: 'staff', ...emptyEntry, ...entry }
  return {
    kind,
    id,
    write(locale) {
      const email = orders.stepEmail({ ...emailOrder(locale), ...changes }, fullEntry, {
        link: orderLink,
        ledger: ledgerAfter(fullEntry),
      })
      if (!email) throw new Error(`no letter is written about ${entry.kind}`)
      return email
    },
  }
}

const toMember = (
  kind: MailKind,
  texts: (say: members.Translate) => members.EmailContent,
  id: string = kind,
): ExampleMail => ({
  kind,
  id,
  write: (locale) => members.composeLetter(kind, texts, { locale, from, origin }),
})

type ReceiptExtras = Parameters<typeof orders.receipt> extends [unknown, unknown, ...infer Rest] ? Rest : never
const receipt = (id: string, changes: Partial<orders.ReceiptOrder>, ...extras: ReceiptExtras): ExampleMail => ({
  kind: 'order-receipt',
  id,
  write: (locale) => orders.receipt({ ...receiptOrder, ...changes }, { locale, link: orderLink }, ...extras),
})

const reminder = (
  id: string,
  changes: Partial<orders.EmailOrder>,
  when = { date: '2026-11-20', time: '17:40' },
): ExampleMail => ({
  kind: 'order-near',
  id,
  write: (locale) => orders.reminderEmail({ ...emailOrder(locale), ...changes }, when, orderLink),
})

const transfer = (kind: 'order-transfer' | 'order-transfer_due'): ExampleMail => ({
  kind,
  id: kind,
  write: (locale) =>
    orders.transferEmail(
      emailOrder(locale),
      {
        email: 'pay@lantern-lane.example',
        recipient: 'Lantern Lane Foods Inc.',
        amount: cad(2320),
        until: new Date('2026-11-21T22:40:00.000Z'),
        isDue: kind === 'order-transfer_due',
      },
      orderLink,
    ),
})

const note = 'The oven was slow this afternoon. 烤箱今天下午有点慢。'
const reason = 'The second photo is too dark to read. 第二张照片太暗，看不清。'
const soon = dateText('2026-11-27', at)
const nextYear = dateText('2027-11-20', at)
const tier = text(['Lantern Plus', '灯里会员'])
const monthly = text(['$5 off, every month', '每月立减 $5'])
const link = `${origin}/user`
const code = 'M7QKX2T9WHD'

const mangoes = {
  fissionCampaignId: 'mangoes',
  title: text(['A crate of mangoes', '一箱芒果']),
  pickupPoint: {
    id: 'library',
    name: text(['Library, back door', '图书馆后门']),
    address: '6031 Highway 7, Markham',
    contact: '',
    note: text(['', '']),
  },
}
const groupBuyOrder = { campaign: mangoes, slot: { date: '2026-11-28', time: '14:00', until: '15:30' } }
const terms = { closesAt: new Date(at), timeZone: 'America/Toronto' }
const membershipLine = {
  key: 'plus',
  name: tier,
  image: null,
  optionText: text(['One year', '一年']),
  modifiers: [],
  note: '',
  quantity: 1,
  total: cad(4900),
}
const membershipOrder = {
  isService: true,
  slot: null,
  comment: '',
  lines: [membershipLine],
  subtotal: cad(4900),
  adjustments: [],
  total: cad(4900),
  credit: cad(0),
  amountDue: cad(4900),
}
const form = { title: text(['Write to us', '联系我们']) }
const answer = {
  reference: 'F-7K2M',
  email: 'mei@example.com',
  lines: [
    { name: 'name', label: text(['Your name', '您的称呼']), value: text([name, name]) },
    {
      name: 'question',
      label: text(['Your question', '您的问题']),
      value: text(['Is the sesame paste without sugar?', '芝麻酱是无糖的吗？']),
    },
  ],
}

const storeAddress = (locale: Locale) => ({
  locale,
  from,
  store: receiptOrder.location.name[locale],
  email: 'orders@lantern-lane.example',
})
const storeOrder = (id: string, changes: Partial<orders.StoreOrder>): ExampleMail => ({
  kind: 'store-order',
  id,
  write: (locale) =>
    orders.newOrderEmail({ ...receiptOrder, paid: cad(2320), toCollect: cad(0), ...changes }, storeAddress(locale)),
})
const storeChange = (kind: Parameters<typeof orders.changeEmail>[0], note: string): ExampleMail => ({
  kind,
  id: kind,
  write: (locale) => orders.changeEmail(kind, { ...emailOrder(locale), note }, storeAddress(locale)),
})
const stuckPayment = (kind: Parameters<typeof orders.stuckPaymentEmail>[0]['kind']) => ({
  kind,
  reference: `${orderID}-A1`,
  provider: 'citcon',
  since: at,
  answer: '',
  ...(kind === 'unmatched'
    ? { orderId: null, order: null, amount: null, currency: null }
    : { orderId: orderID, order: receiptOrder.orderNumber, amount: 2320, currency: 'CAD' }),
})

/** Examples of every email that the shop sends to shoppers, stores and staff. Add a row for each new kind of email. */
export const exampleMails: ExampleMail[] = [
  toMember('welcome', members.emailTexts.welcome({ name, link: `${origin}/user/list` })),
  toMember('registration', members.emailTexts.registration({ code: '481 206' })),
  toMember('known', members.emailTexts.known({ name, link: `${origin}/account/link?token=example` })),
  toMember('code', members.emailTexts.code({ name, code: '481 206', purpose: 'sign_in' }), 'code-sign-in'),
  toMember('code', members.emailTexts.code({ name, code: '481 206', purpose: 'proof' }), 'code-proof'),
  toMember('code', members.emailTexts.orderCode('481 206'), 'code-order'),
  toMember('reset', members.emailTexts.reset({ name, link: `${origin}/account/reset?token=example` })),
  toMember('password', members.emailTexts.changed({ link: `${origin}/account/forgot` })),
  toMember(
    'password',
    members.emailTexts.changedWithLinked({ providers: ['wechat', 'alipay'], link: `${origin}/user/linked` }),
    'password-linked',
  ),
  toMember('linked', members.emailTexts.linked({ provider: 'wechat', link: `${origin}/user/linked` })),
  toMember('merged', members.emailTexts.merged({ name, email: 'mei@example.com' })),
  receipt('receipt-paid', {}, { cancellation: { isAllowed: true, until: '2026-11-20T22:10:00Z' } }),
  receipt('receipt-delivery', delivered),
  receipt('receipt-deposit', { balance: cad(1500), amountDue: cad(820), balanceStatus: 'DUE' }),
  receipt('receipt-whole', { balance: cad(1500), amountDue: cad(820), balanceStatus: 'PAID' }),
  receipt('receipt-pay-at-store', { payAtStore: true, paymentStatus: 'NOT_PAID', paidAt: null }),
  receipt('receipt-table-pay', {
    method: 'EAT_IN',
    table: { number: '7' },
    slot: null,
    payAtStore: true,
    paymentStatus: 'NOT_PAID',
    paidAt: null,
  }),
  receipt('receipt-membership', membershipOrder, { bought: { tier, date: nextYear, isRenewal: false } }),
  receipt('receipt-membership-renewed', membershipOrder, { bought: { tier, date: nextYear, isRenewal: true } }),
  receipt('receipt-table', { method: 'EAT_IN', table: { number: '7' }, slot: null }),
  receipt('receipt-joined', groupBuyOrder, { group: { ...terms, isCertain: false } }),
  receipt('receipt-joined-certain', groupBuyOrder, { group: { ...terms, isCertain: true } }),
  step('order-accepted', { kind: 'accepted', promisedAt: at, note }),
  step('order-delayed', { kind: 'delayed', promisedAt: at, note }),
  step('order-ready', { kind: 'ready' }),
  step('order-ready', { kind: 'ready' }, { payAtStore: true }, 'order-ready-pay-at-store'),
  step('order-ready', { kind: 'ready' }, { balance: 1500 }, 'order-ready-deposit'),
  step('order-out', { kind: 'out' }, delivered),
  step('order-out', { kind: 'out' }, { ...delivered, balance: 1500 }, 'order-out-deposit'),
  step('order-out', { kind: 'out' }, shipped, 'order-sent'),
  reminder('order-near', {}),
  reminder('order-near-deposit', { balance: 1500 }),
  reminder('order-near-pay-at-store', { payAtStore: true }),
  reminder('order-near-delivery', delivered),
  reminder('order-near-campaign', groupBuyOrder, groupBuyOrder.slot),
  step('order-comment', { kind: 'comment', note: 'We kept a box for you. 给您留了一盒。' }),
  step('order-cancelled', { kind: 'cancelled', by: 'shopper' }),
  step('order-cancelled', { kind: 'cancelled', note }, {}, 'order-cancelled-by-store'),
  step('order-cancelled', { kind: 'cancelled', note }, { cancelRequest: 'GRANTED' }, 'order-cancelled-as-asked'),
  step('order-cancel_declined', { kind: 'cancel_declined', note }),
  step('order-cancelled', { kind: 'cancelled', by: 'shop' }, { campaign: mangoes }, 'campaign-failed'),
  step(
    'order-cancelled',
    { kind: 'cancelled', by: 'shop' },
    { campaign: mangoes, paymentOption: 'etransfer', paymentStatus: 'NOT_PAID' },
    'campaign-failed-transfer',
  ),
  step('order-refunded', { kind: 'refunded', amount: cad(860), taxes: [99] }),
  step('order-refunded', { kind: 'refunded', credit: cad(500), taxes: [58] }, {}, 'order-refunded-credit'),
  step(
    'order-refunded',
    { kind: 'refunded', amount: cad(860), credit: cad(500), taxes: [156] },
    {},
    'order-refunded-both',
  ),
  step('order-late_refunding', { kind: 'late_refunding', amount: cad(2320) }),
  step('order-late_refunded', { kind: 'late_refunded', amount: cad(2320) }),
  {
    kind: 'order-failed',
    id: 'order-failed',
    write: (locale) => orders.failedEmail(emailOrder(locale), orderLink, unpaid),
  },
  {
    kind: 'order-failed',
    id: 'order-failed-unanswered',
    write: (locale) => orders.failedEmail(emailOrder(locale), orderLink, { ...unpaid, isOpen: true }),
  },
  {
    kind: 'order-failed',
    id: 'order-released',
    write: (locale) => orders.failedEmail({ ...emailOrder(locale), paymentOption: 'etransfer' }, orderLink, unpaid),
  },
  transfer('order-transfer'),
  transfer('order-transfer_due'),
  {
    kind: 'campaign-reached',
    id: 'campaign-reached',
    write: (locale) => orders.reachedEmail({ ...emailOrder(locale), campaign: mangoes }, new Date(at), orderLink),
  },
  {
    kind: 'campaign-succeeded',
    id: 'campaign-succeeded',
    write: (locale) =>
      orders.succeededEmail(
        { ...emailOrder(locale), campaign: mangoes, slot: { date: '2026-11-28', time: '10:00', until: '13:00' } },
        { refunded: 300, deducted: 0 },
        orderLink,
      ),
  },
  ...(['ordered', 'arrived'] as const).map(
    (stage): ExampleMail => ({
      kind: `campaign-${stage}`,
      id: `campaign-${stage}`,
      write: (locale) => orders.stageEmail({ ...emailOrder(locale), ...groupBuyOrder }, stage, orderLink),
    }),
  ),
  ...(['extended', 'lowered'] as const).map(
    (change): ExampleMail => ({
      kind: `campaign-${change}`,
      id: `campaign-${change}`,
      write: (locale) =>
        orders.changedEmail({ ...emailOrder(locale), ...groupBuyOrder }, change, {
          terms: { closesAt: new Date(at), goalKind: 'pieces', goal: 12, isCertain: true },
          link: orderLink,
        }),
    }),
  ),
  storeOrder('store-order', {}),
  storeOrder('store-order-pay-at-store', { payAtStore: true, paid: cad(0), toCollect: cad(2320) }),
  storeOrder('store-order-delivery', delivered),
  storeOrder('store-order-table', { method: 'EAT_IN', table: { number: '7' }, slot: null, comment: '' }),
  storeOrder('store-order-group', groupBuyOrder),
  storeOrder('store-order-membership', { ...membershipOrder, paid: cad(4900) }),
  storeChange('store-comment', 'Could you leave out the straw? 可以不要吸管吗？'),
  storeChange('store-cancel_asked', 'My plans changed. 计划有变。'),
  storeChange('store-cancelled', ''),
  ...(['late_paid', 'refund_refused', 'unmatched', 'disputed'] as const).map(
    (why): ExampleMail => ({
      kind: 'store-payment',
      id: `store-payment-${why}`,
      write: (locale) => orders.stuckPaymentEmail(stuckPayment(why), storeAddress(locale)),
    }),
  ),
  {
    kind: 'store-audit',
    id: 'store-audit',
    write: (locale) =>
      auditEmail(
        [
          { check: 'stock_movements', count: 2, subjects: ['markham DUMPLING-PORK-20', 'markham TEA-JASMINE-100'] },
          { check: 'credit_grant', count: 1, subjects: ['5b0a7f2e-5a7e-4c0e-9a53-0d6a1d3f6c11'] },
        ],
        storeAddress(locale),
      ),
  },
  ...(['device', 'passkey', 'password', 'authenticator', 'passkey_removed', 'pin', 'renewed'] as const).map(
    (about): ExampleMail => ({
      kind: about === 'device' || about === 'passkey' ? `staff-${about}` : 'staff-access',
      id: about === 'pin' ? 'staff-pin-changed' : `staff-${about}`,
      write: (locale) =>
        deviceEmail(
          about,
          { name, device: 'Chrome, Windows', ip: '203.0.113.7', link: `${origin}/office/me` },
          { locale, from },
        ),
    }),
  ),
  {
    kind: 'staff-pin',
    id: 'staff-pin',
    write: (locale) =>
      pinEmail({ name, person: 'Ana', device: 'iPad', link: `${origin}/office/devices` }, { locale, from }),
  },
  { kind: 'form', id: 'form', write: (locale) => formEmail(answer, form, { locale, from }) },
  { kind: 'form-receipt', id: 'form-receipt', write: (locale) => formReceipt(answer, form, { locale, from }) },
  toMember('membership-given', membership.emailTexts.given({ name, tier, date: nextYear, link, isRenewal: false })),
  toMember('membership-coupon', membership.emailTexts.coupon({ name, coupon: monthly, code, date: soon, link })),
  toMember('membership-ending', membership.emailTexts.ending({ name, tier, date: soon, link })),
  toMember('coupon-ending', coupons.emailTexts.ending({ name, coupon: monthly, code, date: soon, link })),
  toMember(
    'credit-given',
    credit.emailTexts.given({
      name,
      amount: moneyText(1000, 'CAD'),
      until: nextYear,
      link,
      note: text(['With your moon cakes', '随月饼礼盒附赠']),
    }),
  ),
  toMember('credit-ending', credit.emailTexts.ending({ name, amount: moneyText(1000, 'CAD'), date: soon, link })),
  toMember(
    'referral-given',
    referral.emailTexts.given({
      name,
      side: 'referrer',
      amount: moneyText(500, 'CAD'),
      code: null,
      until: nextYear,
      link,
    }),
    'referral-given-credit',
  ),
  toMember(
    'referral-given',
    referral.emailTexts.given({
      name,
      side: 'friend',
      amount: moneyText(500, 'CAD'),
      code: 'REF-5A7C20E91B',
      until: soon,
      link,
    }),
    'referral-given-coupon',
  ),
  toMember(
    'referral-taken',
    referral.emailTexts.taken({
      name,
      amount: moneyText(300, 'CAD'),
      left: moneyText(200, 'CAD'),
      isSpent: true,
      link,
    }),
  ),
  ...(['approve', 'refuse', 'pause', 'resume'] as const).map((decision) =>
    toMember(
      `influencer-${decision}`,
      influencers.emailTexts.decision({ name, decision, note: decision === 'refuse' ? reason : '', link }),
    ),
  ),
  ...(['verify', 'refuse'] as const).map((decision) =>
    toMember(
      `contact-${decision}`,
      contacts.emailTexts.decision({ name, contact: '林*', decision, note: decision === 'refuse' ? reason : '', link }),
    ),
  ),
  toMember('farewell', members.emailTexts.farewell({ name, shop })),
]
