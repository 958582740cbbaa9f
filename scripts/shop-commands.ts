import type { Locale } from '#contract/languages.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import { staffText } from '#contract/messages/staff.ts'
import { auditCommand } from './audit-command.ts'
import { backupCommands } from './backup-commands.ts'
import { blogCommands } from './blog-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import { contentCommands } from './content-commands.ts'
import { exportCommand } from './export-command.ts'
import { membershipCommands } from './membership-commands.ts'
import { ownerCommands, ownerLinkCommand } from './owner-commands.ts'
import type { Command, Run, Typed } from './shop-command.ts'
import { reviewCommands } from './shop-reviews.ts'
import {
  showCustomer,
  showDeadLetters,
  showOrder,
  showOrders,
  showPauses,
  showRewards,
  showShelf,
  showStuck,
} from './shop-words.ts'
import type { StaffClient } from './staff-client.ts'
import { orderEmailCommand, sortingCommands, timeCommands } from './store-commands.ts'
import { tableCommands } from './table-commands.ts'

type Detail = Awaited<ReturnType<StaffClient['order']>>
const shown = async (call: Promise<Detail>, locale: Locale) => {
  const answer = await call
  return { answer, lines: showOrder(answer, locale) }
}

const step = (name: 'prepare' | 'ready' | 'handOver' | 'noShow'): Run => {
  return (shop, typed, locale) => shown(shop[name]({ order: typed.args[0] ?? '', note: typed.text('note') }), locale)
}

type Rewards = Awaited<ReturnType<StaffClient['referralRewards']>>
const rewarded = (answer: Rewards, locale: Locale) => ({ answer, lines: showRewards(answer.rewards, locale) })
function decision(name: 'approveReferral' | 'refuseReferral'): Run {
  return async (shop, { args: [reward], text }, locale) =>
    rewarded(await shop[name]({ reward: Number(reward), note: text('note') }), locale)
}

const orderCommands: Command[] = [
  {
    name: 'orders',
    args: [],
    options: ['group', 'store', 'limit'],
    run: async (shop, typed, locale) => {
      const answer = await shop.orders({
        group: typed.text('group'),
        location: typed.text('store'),
        limit: typed.number('limit'),
      })
      return { answer, lines: showOrders(answer.orders, locale) }
    },
  },
  {
    name: 'order',
    args: ['ORDER'],
    options: [],
    run: (shop, typed, locale) => shown(shop.order({ order: typed.args[0] ?? '' }), locale),
  },
  {
    name: 'accept',
    args: ['ORDER'],
    options: ['at', 'in', 'note'],
    run: (shop, typed, locale) => shown(shop.accept(promise(typed)), locale),
  },
  { name: 'prepare', args: ['ORDER'], options: ['note'], run: step('prepare') },
  {
    name: 'delay',
    args: ['ORDER'],
    options: ['at', 'in', 'by', 'note'],
    run: (shop, typed, locale) => shown(shop.delay({ ...promise(typed), byMinutes: typed.number('by') }), locale),
  },
  { name: 'ready', args: ['ORDER'], options: ['note'], run: step('ready') },
  {
    name: 'send-out',
    args: ['ORDER'],
    options: ['carrier', 'number', 'track', 'note'],
    run: (shop, typed, locale) => {
      const [carrier, number, url] = [typed.text('carrier'), typed.text('number'), typed.text('track')]
      const tracking = { carrier: carrier ?? '', number: number ?? '', ...(url && { url }) }
      const parcel = (carrier ?? number ?? url) !== undefined && { tracking }
      return shown(shop.sendOut({ order: typed.args[0] ?? '', note: typed.text('note'), ...parcel }), locale)
    },
  },
  { name: 'hand-over', args: ['ORDER'], options: ['note'], run: step('handOver') },
  { name: 'no-show', args: ['ORDER'], options: ['note'], run: step('noShow') },
  {
    name: 'cancel',
    args: ['ORDER'],
    options: ['note', 'keep-stock'],
    run: (shop, typed, locale) =>
      shown(
        shop.cancel({ order: typed.args[0] ?? '', note: typed.text('note'), keepStock: typed.has('keep-stock') }),
        locale,
      ),
  },
  {
    name: 'cancel-request',
    args: ['[DEED]', '[ORDER]'],
    options: ['note', 'keep-stock'],
    run: async (shop, typed, locale) => {
      const deed = typed.oneOf(0, ['list', 'grant', 'decline'])
      if (deed === 'list') {
        const answer = await shop.cancelRequests({})
        return { answer, lines: showOrders(answer.orders, locale) }
      }
      const wish = { order: typed.needed(1), note: typed.text('note') }
      const call =
        deed === 'grant' ? shop.grantCancel({ ...wish, keepStock: typed.has('keep-stock') }) : shop.declineCancel(wish)
      return shown(call, locale)
    },
  },
  {
    name: 'refund',
    args: ['ORDER', '[AMOUNT]'],
    options: ['line', 'pieces', 'note'],
    run: async (shop, typed, locale) => {
      const [order = ''] = typed.args
      const { subtotal } = await shop.order({ order })
      const wish = {
        order,
        note: typed.text('note'),
        amount: typed.money(1, subtotal.currency),
        line: typed.number('line'),
        pieces: typed.number('pieces'),
      }
      return shown(shop.refund(wish), locale)
    },
  },
  {
    name: 'reply',
    args: ['ORDER', 'TEXT'],
    options: [],
    run: (shop, { args: [order = '', comment = ''] }, locale) => shown(shop.reply({ order, comment }), locale),
  },
  {
    name: 'resend',
    args: ['ORDER', '[MAIL]'],
    options: [],
    run: async (shop, typed, locale) => {
      const mail = typed.oneOf(1, ['receipt', 'last'])
      const answer = await shop.resendMail({ order: typed.needed(0), mail: mail === 'last' ? mail : 'receipt' })
      return { answer, lines: [staffText(locale, 'mailed_again', { email: answer.email })] }
    },
  },
]

const customerCommand: Command = {
  name: 'customer',
  args: ['WHO'],
  options: [],
  run: async (shop, typed, locale) => {
    const answer = await shop.customer({ who: typed.needed(0) })
    return { answer, lines: showCustomer(answer, locale) }
  },
}

const storeCommands: Command[] = [
  ...tableCommands,
  {
    name: 'stock-in',
    args: ['SKU', 'PIECES'],
    options: ['store'],
    run: async (shop, typed, locale) => {
      const [sku = ''] = typed.args
      const answer = await shop.stockIn({ sku, quantity: typed.pieces(1), location: typed.text('store') })
      return { answer, lines: showShelf(answer, locale) }
    },
  },
  {
    name: 'stock-out',
    args: ['SKU', '[PIECES]'],
    options: ['store'],
    run: async (shop, typed, locale) => {
      const [sku = '', pieces] = typed.args
      const quantity = pieces === undefined ? undefined : typed.pieces(1)
      const answer = await shop.stockOut({ sku, quantity, location: typed.text('store') })
      return { answer, lines: showShelf(answer, locale) }
    },
  },
  {
    name: 'pause',
    args: ['STORE'],
    options: ['method', 'for'],
    run: async (shop, typed, locale) => {
      const [location = ''] = typed.args
      const answer = await shop.pause({ location, method: methodOf(typed), minutes: typed.number('for') })
      return { answer, lines: showPauses(answer, locale) }
    },
  },
  {
    name: 'resume',
    args: ['STORE'],
    options: ['method'],
    run: async (shop, typed, locale) => {
      const [location = ''] = typed.args
      const answer = await shop.resume({ location, method: methodOf(typed) })
      return { answer, lines: showPauses(answer, locale) }
    },
  },
]

const paymentCommands: Command[] = [
  {
    name: 'stuck',
    args: [],
    options: [],
    run: async (shop, _, locale) => {
      const [{ stuck }, { events, total }] = await Promise.all([shop.stuck({}), shop.events({})])
      const payments = stuck.length > 0 || total === 0 ? showStuck(stuck, locale) : []
      return { answer: { stuck, events, total }, lines: [...payments, ...showDeadLetters({ events, total }, locale)] }
    },
  },
  {
    name: 'retry',
    args: ['[EVENT]'],
    options: [],
    run: async (shop, { args: [event] }, locale) => {
      const answer = await shop.retryEvents({ ...(event !== undefined && { event }) })
      const line =
        answer.retried > 0 ? staffText(locale, 'retried', { retried: answer.retried }) : staffText(locale, 'nothing')
      return { answer, lines: [line] }
    },
  },
  {
    name: 'review',
    args: ['REFERENCE', 'DECISION'],
    options: [],
    run: async (shop, typed, locale) => {
      const answer = await shop.review({ reference: typed.needed(0), decision: typed.needed(1) })
      return { answer, lines: showStuck(answer.stuck, locale) }
    },
  },
]

const referralCommands: Command[] = [
  {
    name: 'referral',
    args: [],
    options: ['all'],
    run: async (shop, typed, locale) => rewarded(await shop.referralRewards({ all: typed.has('all') }), locale),
  },
  { name: 'referral-approve', args: ['REWARD'], options: ['note'], run: decision('approveReferral') },
  { name: 'referral-refuse', args: ['REWARD'], options: ['note'], run: decision('refuseReferral') },
]

/**
 * All commands by topic. Most of them call the running shop. Some, such as backups, work directly on the shop's
 * database.
 */
export const parts: { title: StaffText; commands: Command[] }[] = [
  { title: 'part_orders', commands: orderCommands },
  { title: 'part_store', commands: [...storeCommands, ...timeCommands, orderEmailCommand] },
  { title: 'part_money', commands: [...paymentCommands, ...ownerCommands, ...sortingCommands, exportCommand] },
  { title: 'part_campaigns', commands: [...campaignCommands, ...referralCommands] },
  { title: 'part_people', commands: [ownerLinkCommand, customerCommand, ...membershipCommands, ...reviewCommands] },
  { title: 'part_content', commands: [...contentCommands, ...blogCommands] },
  { title: 'part_backup', commands: [...backupCommands, auditCommand] },
]
export const commands: Command[] = parts.flatMap(({ commands }) => commands)

const promise = (typed: Typed) => ({
  order: typed.args[0] ?? '',
  note: typed.text('note'),
  at: typed.text('at'),
  inMinutes: typed.number('in'),
})
/**
 * The typed fulfilment method in the API's spelling. The shop refuses a method that it does not know, and lists the
 * methods that it knows.
 */
const methodOf = (typed: Typed) => typed.text('method')?.toUpperCase().replace('-', '_') as never
