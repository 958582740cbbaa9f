import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import { putCategory } from '#server/catalogue/products.ts'
import { putTables } from '#server/locations/table-list.ts'
import * as payments from '#server/payments/payments.ts'
import { listen } from '#server/platform/http/server.ts'
import * as referral from '#server/referral/referral.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { emptyDatabase } from '#tests/copied-shop.ts'
import { openGroupBuy } from '#tests/group-buys.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import { createMember as joinClub, openClub } from '#tests/membership.ts'
import { setUpTill } from '#tests/payments.ts'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { buy, friendsGroup, referrer, register } from '#tests/referrals.ts'
import type { Command } from './shop-command.ts'
import { commands } from './shop-commands.ts'
import { runShop } from './shop-run.ts'

// Tests every command in one shop, which has an example of each kind of record that can wait for staff.

const hour = hourMs
const shop = setUpShop({ PORT: '0', HOST: '127.0.0.1', PROVIDER_TIMEOUT_MS: '1500' })
const till = setUpTill(shop)
let server: ServerType
let folder: string
let mei: Visitor
beforeAll(async () => {
  server = await listen(shop.app, shop.api.http.hono.fetch)
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  shop.clock.set('2026-11-20T17:00:00Z')
  await openClub(shop)
  await addProducts(shop.ctx(), { id: 'lychee', stock: 50 })
  await shop.query('update stock set on_hand = 500; update locations set slot_capacity = 1000')
  shop.app.onCatalogueChange('content')
  await putTables(shop.ctx(), 'markham', ['1', '2'])
  mei = await joinClub(shop)
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  await rm(folder, { recursive: true })
})

/** The database for the commands that open a database themselves. If undefined, they open the shop's database. */
let database: string | undefined
const run = (...typed: string[]) => {
  const { port } = server.address() as AddressInfo
  const env = { DATA_DIR: shop.app.config.DATA_DIR, PORT: String(port), DATABASE_URL: database ?? shop.url }
  return runShop(typed, env)
}
/** Runs a command that must succeed. Returns the JSON that the command printed. */
async function done<Answer>(...typed: string[]): Promise<Answer> {
  const { code, text } = await run(...typed, '--json')
  expect([typed.join(' '), code, code === 0 ? '' : text]).toEqual([typed.join(' '), 0, ''])
  return JSON.parse(text) as Answer
}
async function file(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`)
  await writeFile(path, JSON.stringify(content))
  return path
}
const exampleOf = (name: StaffText) => file(commands.find((command) => command.name === name)?.example)

/** Places an order that the shopper pays at the store, and runs these commands on it. Returns its pickup code. */
async function order(...steps: string[]): Promise<string> {
  const visitor = shop.visitor()
  await fillCart(visitor, 'cake')
  const { orderID, pickupCode } = await placeOrder(visitor, { payAtStore: true })
  for (const step of steps) await done(step, pickupCode)
  asked = () => visitor.api.orders.askToCancel({ id: orderID, note: '' })
  return pickupCode
}
let asked: () => Promise<unknown>
/** Places an order with an open cancel request. Returns its pickup code. */
async function askedOrder(): Promise<string> {
  const code = await order('accept')
  await asked()
  return code
}

/** Creates a paid order. Returns its id. */
async function paidOrder(): Promise<string> {
  const ctx = await till.shopper()
  const { id } = await till.order(ctx)
  await payments.startSnapPayUnionPay(ctx, { orderID: id })
  await till.control(`${id}-A1`, { action: 'pay' })
  return id
}

/** Creates a refund that the provider refuses. Returns its reference. */
async function refusedRefund(): Promise<string> {
  const id = await paidOrder()
  await till.control(`${id}-A1`, { action: 'refuse_refund', method: 'pay.orderrefund' })
  await payments.refund(shop.ctx(), { orderId: id, reason: 'Cold', key: id })
  const { stuck } = await done<{ stuck: { reference: string }[] }>('stuck')
  return stuck[0]?.reference ?? ''
}

/** Creates an event that has failed twenty times. Returns its id. */
async function setAsideEvent(): Promise<string> {
  const [row] = await shop.query<{ id: string }>(
    `insert into events (name, payload, attempts, run_at) values ('order.paid', '{"orderId":"gone"}', 20, $1) returning id`,
    [shop.app.now()],
  )
  return String(row?.id)
}

async function reward(): Promise<string> {
  const { held } = await referrer(shop)
  await buy(shop, await register(shop, held))
  await referral.reward(shop.ctx())
  const { rewards } = await done<{ rewards: { reward: number }[] }>('referral', '--all')
  return String(rewards[0]?.reward)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function contact(): Promise<string> {
  const { photo } = await mei.api.verifiedContacts.uploadPhoto({ file: new File([png], 'page.png') })
  const { contact } = await mei.api.verifiedContacts.create({
    name: 'Mei Chen',
    idType: 'PASSPORT',
    idNumber: 'AB123456',
    photos: [photo.id],
    consent: true,
  })
  return contact.id
}
const both = (text: string) => ({ en: text, zh: text })
const form = {
  title: both('Write'),
  text: both(''),
  submit: both('Send'),
  thanks: both('Thanks'),
  fields: [{ name: 'name', kind: 'text', label: both('Name'), required: true, maxLength: 40 }],
}
async function answer(): Promise<string> {
  await done('write', 'form', 'hello', await file(form))
  const { ticket } = await mei.api.content.form({ name: 'hello' })
  shop.clock.advance(5000)
  await mei.api.content.submitForm({ form: 'hello', values: { name: 'Mei' }, website: '', ticket })
  const { answers } = await done<{ answers: { reference: string }[] }>('forms')
  return answers[0]?.reference ?? ''
}

/**
 * Maps each command to the arguments of several valid command lines and of one invalid command line. The valid lines
 * run in this order.
 */
const typed: Record<string, { good: () => Promise<string[][]>; bad: string[] }> = {
  orders: {
    good: async () => [[], ['--group', 'done', '--limit', '5', '--store', 'markham']],
    bad: ['--group', 'lost'],
  },
  order: { good: async () => [[await order()]], bad: ['NOSUCH'] },
  accept: { good: async () => [[await order(), '--in', '25', '--note', 'Soon']], bad: ['NOSUCH'] },
  prepare: { good: async () => [[await order()]], bad: [] },
  delay: {
    good: async () => [
      [await order(), '--by', '10'],
      [await order(), '--at', '18:30'],
    ],
    bad: ['A', '--at', 'noon'],
  },
  ready: { good: async () => [[await order()]], bad: ['NOSUCH'] },
  'send-out': {
    good: async () => {
      const code = await order('ready')
      await shop.query("update orders set method = 'DELIVERY' where pickup_code = $1", [code])
      return [[code]]
    },
    bad: ['NOSUCH'],
  },
  'hand-over': { good: async () => [[await order('ready')]], bad: ['NOSUCH'] },
  'no-show': { good: async () => [[await order('ready')]], bad: ['NOSUCH'] },
  cancel: { good: async () => [[await order('accept'), '--note', 'Sorry', '--keep-stock']], bad: ['NOSUCH'] },
  'cancel-request': {
    good: async () => [
      [],
      ['grant', await askedOrder(), '--note', 'Of course'],
      ['decline', await askedOrder(), '--note', 'It is in the oven'],
    ],
    bad: ['decline'],
  },
  refund: { good: async () => [[await paidOrder(), '1.00', '--note', 'Late']], bad: ['NOSUCH', 'much'] },
  reply: { good: async () => [[await order(), 'We kept one']], bad: ['NOSUCH', 'Hello'] },
  resend: {
    good: async () => [[await order()], [await order('accept'), 'last']],
    bad: ['NOSUCH'],
  },
  customer: {
    good: async () => {
      await order()
      return [['mei@shop.example'], ['416-555-0123']]
    },
    bad: ['nobody@shop.example'],
  },
  hours: {
    good: async () => [
      [],
      ['week', 'markham', 'mon-fri,sun', '9:00-14:00,17:00-21:30'],
      ['day', 'markham', '2026-12-24', '10:00-15:00'],
      ['day', 'markham', '2026-12-25', 'closed'],
      ['usual', 'markham', '2026-12-24'],
      ['week', 'markham', 'sun-sat', '08:00-22:00'],
    ],
    bad: ['week', 'markham', 'someday', '09:00-20:00'],
  },
  'order-email': {
    good: async () => [
      [],
      ['set', 'markham', 'kitchen@shop.example', '--language', 'zh'],
      ['off', 'markham'],
      ['on', 'markham', '--language', 'en'],
    ],
    bad: ['set', 'markham', 'no address'],
  },
  tips: { good: async () => [[], ['eat_in', '12,18'], ['pickup', 'none']], bad: ['pickup', 'plenty'] },
  category: {
    good: async () => {
      await putCategory(shop.ctx(), { id: 'tea', name: both('Tea') })
      return [[], ['rename', 'tea', 'Teas', '茶饮'], ['hide', 'tea'], ['show', 'tea']]
    },
    bad: ['hide', 'no-such'],
  },
  stuck: { good: async () => [[]], bad: ['all'] },
  retry: { good: async () => [[await setAsideEvent()], []], bad: ['999999'] },
  review: { good: async () => [[await refusedRefund(), 'refund']], bad: ['no-such', 'refund'] },
  tables: { good: async () => [[], ['markham']], bad: ['atlantis'] },
  'open-table': { good: async () => [['markham', '1']], bad: ['markham', '99'] },
  'close-table': { good: async () => [['markham', '1']], bad: ['markham'] },
  'change-tables': {
    good: async () => [
      ['add', 'markham', '7,8, 露台 3'],
      ['rename', 'markham', '7', 'A1'],
      ['codes', 'markham', 'A1,8'],
      ['codes', 'markham'],
      ['remove', 'markham', '8'],
      ['service', 'markham', 'staff'],
      ['service', 'markham', 'off'],
      ['service', 'markham', 'guests'],
    ],
    bad: ['remove', 'markham', '99'],
  },
  'stock-in': { good: async () => [['cake', '5', '--store', 'markham']], bad: ['scone', '5'] },
  'stock-out': { good: async () => [['cake', '1']], bad: ['cake', 'many'] },
  pause: { good: async () => [['markham', '--method', 'eat_in', '--for', '30']], bad: ['atlantis'] },
  resume: { good: async () => [['markham']], bad: ['markham', '--method', 'by-boat'] },
  campaign: {
    good: async () => {
      const soon = new Date(shop.app.now().getTime() + hour)
      await openGroupBuy(shop.ctx(), { id: 'later', opensAt: soon })
      await openGroupBuy(shop.ctx())
      await openGroupBuy(shop.ctx(), { id: 'third' })
      await addProducts(shop.ctx(), { id: 'honey-mandarins' })
      const written = await exampleOf('campaign')
      return [
        ['create', written, '--dry-run'],
        ['create', written],
        ['create', written],
        [],
        ['open', 'later'],
        ['close', 'lychees'],
        ['cancel', 'third'],
      ]
    },
    bad: ['close', 'no-such'],
  },
  referral: {
    good: async () => {
      await referral.put(shop.ctx(), { ...friendsGroup, reviewsAll: true })
      return [[], ['--all']]
    },
    bad: ['--limit', '5'],
  },
  'referral-approve': { good: async () => [[await reward()]], bad: ['999999'] },
  'referral-refuse': { good: async () => [[await reward(), '--note', 'The same person']], bad: ['none'] },
  membership: {
    good: async () => [
      ['give', 'mei@shop.example', 'plus', '--months', '2'],
      ['end', 'mei@shop.example'],
    ],
    bad: ['give', 'nobody@shop.example', 'plus'],
  },
  influencers: { good: async () => [[], ['--all']], bad: ['mei'] },
  influencer: {
    good: async () => {
      await mei.api.influencers.apply({ name: { en: 'Mei', zh: '' }, bio: { en: 'Tea', zh: '' } })
      const { influencers } = await done<{ influencers: { id: string }[] }>('influencers', '--all')
      const id = influencers[0]?.id ?? ''
      return [[id], [id, 'approve']]
    },
    bad: ['no-such', 'approve'],
  },
  contacts: { good: async () => [[]], bad: ['mei'] },
  contact: {
    good: async () => {
      const id = await contact()
      return [
        [id, '--note', 'Customs', '--folder', folder],
        [id, 'verify'],
      ]
    },
    bad: ['no-such', 'verify'],
  },
  write: {
    good: async () => [
      ['page', 'about', await file({ title: both('About'), blocks: [] })],
      ['form', 'hello', await file(form)],
    ],
    bad: ['page', 'about', 'nowhere.json'],
  },
  forms: { good: async () => [[], ['--state', 'new', '--limit', '3']], bad: ['--state', 'lost'] },
  form: { good: async () => [[await answer()]], bad: ['no-such'] },
  'close-form': { good: async () => [[await answer(), '--spam']], bad: ['no-such'] },
  blog: {
    good: async () => [
      ['write', 'tea', await file({ title: { en: 'Tea', zh: '' } })],
      ['publish', 'tea'],
      ['withdraw', 'tea'],
      [],
    ],
    bad: ['publish', 'no-such'],
  },
  counts: { good: async () => [['--days', '2']], bad: ['--days', 'few'] },
  owner: { good: async () => [[]], bad: ['now'] },
  price: { good: async () => [['cake', '19.50']], bad: ['scone', '19.50'] },
  product: {
    good: async () => [
      ['hide', 'bun'],
      ['show', 'bun'],
    ],
    bad: ['hide', 'no-such'],
  },
  synonyms: {
    good: async () => {
      await putCategory(shop.ctx(), { id: 'bread', name: both('Bread') })
      return [
        ['words', 'hot sauce, chilli oil'],
        ['remove', 'hot sauce'],
        ['category', 'bread', '早餐, breakfast'],
        ['category', 'bread', 'none'],
        ['list'],
      ]
    },
    bad: ['category', 'bread', ', ,'],
  },
  quantities: {
    good: async () => [
      ['bun', '--min', '4', '--step', '2', '--max', '8'],
      ['bun', '--min', '1', '--step', '1', '--max', 'none'],
    ],
    bad: ['bun', '--min', '4', '--max', '3'],
  },
  seller: {
    good: async () => [['--name', 'Lantern Lane Foods Inc.', '--gst', '12345 6789 RT0001'], ['--gst', ''], []],
    bad: ['--name', 'x'.repeat(121)],
  },
  terms: {
    good: async () => [
      ['bun', '--lead', '2 days', '--contact', 'yes', '--abroad', 'no'],
      ['bun', '--lead', '0 hours', '--contact', 'no'],
    ],
    bad: ['bun', '--lead', 'tomorrow'],
  },
  'tax-class': {
    good: async () => [
      ['bun', 'baked_single'],
      ['bun', 'product'],
    ],
    bad: ['bun', 'luxury'],
  },
  coupon: {
    good: async () => [['write', 'lantern10', await exampleOf('coupon')], ['stop', 'LANTERN10'], []],
    bad: ['stop', 'NOSUCH'],
  },
  rate: { good: async () => [['usd', '0.7312'], []], bad: ['usd', 'half'] },
  tax: { good: async () => [['write', await exampleOf('tax')], []], bad: ['write', 'nowhere.json'] },
  zone: {
    good: async () => [['write', 'near', await exampleOf('zone')], ['stop', 'near'], ['start', 'near'], []],
    bad: ['stop', 'far'],
  },
  shipping: {
    good: async () => [['write', 'china', await exampleOf('shipping')], ['stop', 'china'], []],
    bad: ['stop', 'nowhere'],
  },
  export: { good: async () => [[join(folder, 'products.csv')]], bad: [join('no-such-folder', 'products.csv')] },
  audit: {
    good: async () => {
      // The audit gets an empty shop. In the shop of these tests, the sums of the orders do not agree, so the audit
      // would report them.
      database = await emptyDatabase(undefined, 'template_shop')
      return [[]]
    },
    bad: ['now'],
  },
  backup: { good: async () => [[join(folder, 'shop.tar.zst')]], bad: [join('no-such-folder', 'shop.tar.zst')] },
  restore: {
    good: async () => {
      const copy = join(folder, 'copy.tar.zst')
      await done('backup', copy)
      database = await emptyDatabase()
      return [[copy]]
    },
    bad: ['no-such-file.tar.zst'],
  },
  // This shop has nothing to move, so the command is not tested here. tests/faults/data-move.test.ts moves a shop.
  'move-database': { good: async () => [], bad: [] },
  'app-secret': {
    good: async () => {
      database = undefined
      await shop.query(`insert into settings (key, value) values ('app.secret', to_jsonb('kept apart'::text))
        on conflict (key) do update set value = excluded.value`)
      expect(await run('app-secret')).toEqual({ code: 0, text: 'kept apart' })
      return [[]]
    },
    bad: ['now'],
  },
  'give-credit': { good: async () => [['mei@shop.example', '5.00', '--note', 'Thank you']], bad: ['a@b.example', '5'] },
}

test('each command has an example here', () => {
  expect(commands.map(({ name }) => name).filter((name) => !(name in typed))).toEqual([])
})

test.each(commands.map((command): [string, Command] => [command.name, command]))(
  '%s accepts correct input, and refuses wrong input with a message in both languages',
  async (name) => {
    const { good, bad } = typed[name] ?? { good: async () => [], bad: [] }
    for (const args of await good()) {
      const { code, text } = await run(name, ...args)
      expect([name, ...args, code, code === 0 ? '' : text]).toEqual([name, ...args, 0, ''])
      expect(text).not.toBe('')
    }
    for (const language of ['en', 'zh']) {
      const { code, text } = await run(name, ...bad, '--lang', language)
      expect([1, 2], text).toContain(code)
      expect(text).not.toMatch(/undefined|Error|\{\w+\}/)
      expect(/\p{Script=Han}/u.test(text), text).toBe(language === 'zh')
      const help = await run(name, '--help', '--lang', language)
      expect([help.code, help.text.startsWith(`npm run shop -- ${name}`)]).toEqual([0, true])
    }
  },
)

test('an id may begin with a dash', async () => {
  const { code, text } = await run('contact', '-afpsTVdjlbkumFAUkI15A', 'verify', '--note', '- seen')
  expect([code, text]).toEqual([1, expect.stringContaining('-afpsTVdjlbkumFAUkI15A')])
})
