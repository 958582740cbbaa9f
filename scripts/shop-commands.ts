import type { Locale } from '#contract/languages.ts'
import type { StaffText } from '#contract/messages/staff.ts'
import { staffText } from '#contract/messages/staff.ts'
import { auditCommand } from './audit-command.ts'
import { backupCommands } from './backup-commands.ts'
import { blogCommands } from './blog-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import {
  showCustomer,
  showDeadLetters,
  showOrder,
  showOrders,
  showPauses,
  showRewards,
  showShelf,
  showStuck,
} from './command-output.ts'
import { contentCommands } from './content-commands.ts'
import { exportCommand } from './export-command.ts'
import { membershipCommands } from './membership-commands.ts'
import { ownerCommands, ownerLinkCommand } from './owner-commands.ts'
import type { Command, CommandInput, RunCommand } from './shop-command.ts'
import { reviewCommands } from './shop-reviews.ts'
import type { StaffClient } from './staff-client.ts'
import { orderEmailCommand, sortingCommands, timeCommands } from './store-commands.ts'
import { tableCommands } from './table-commands.ts'

type Detail = Awaited<ReturnType<StaffClient['order']>>
const showResult = async (call: Promise<Detail>, locale: Locale) => {
  const answer = await call
  return { answer, lines: showOrder(answer, locale) }
}

const step = (name: 'prepare' | 'ready' | 'handOver' | 'noShow'): RunCommand => {
  return (shop, input, locale) =>
    showResult(shop[name]({ order: input.args[0] ?? '', note: input.text('note') }), locale)
}

type Rewards = Awaited<ReturnType<StaffClient['referralRewards']>>
const showRewardResult = (answer: Rewards, locale: Locale) => ({ answer, lines: showRewards(answer.rewards, locale) })
function decision(name: 'approveReferral' | 'refuseReferral'): RunCommand {
  return async (shop, { args: [reward], text }, locale) =>
    showRewardResult(await shop[name]({ reward: Number(reward), note: text('note') }), locale)
}

const orderCommands: Command[] = [
  {
    name: 'orders',
    args: [],
    options: ['group', 'store', 'limit'],
    run: async (shop, input, locale) => {
      const answer = await shop.orders({
        group: input.text('group'),
        location: input.text('store'),
        limit: input.number('limit'),
      })
      return { answer, lines: showOrders(answer.orders, locale) }
    },
  },
  {
    name: 'order',
    args: ['ORDER'],
    options: [],
    run: (shop, input, locale) => showResult(shop.order({ order: input.args[0] ?? '' }), locale),
  },
  {
    name: 'accept',
    args: ['ORDER'],
    options: ['at', 'in', 'by', 'note'],
    run: (shop, input, locale) => showResult(shop.accept(promisedTime(input)), locale),
  },
  { name: 'prepare', args: ['ORDER'], options: ['note'], run: step('prepare') },
  {
    name: 'delay',
    args: ['ORDER'],
    options: ['at', 'in', 'by', 'note'],
    run: (shop, input, locale) => showResult(shop.delay(promisedTime(input)), locale),
  },
  { name: 'ready', args: ['ORDER'], options: ['note'], run: step('ready') },
  {
    name: 'send-out',
    args: ['ORDER'],
    options: ['carrier', 'number', 'track', 'note'],
    run: (shop, input, locale) => {
      const [carrier, number, url] = [input.text('carrier'), input.text('number'), input.text('track')]
      const tracking = { carrier: carrier ?? '', number: number ?? '', ...(url && { url }) }
      const parcel = (carrier ?? number ?? url) !== undefined && { tracking }
      return showResult(shop.sendOut({ order: input.args[0] ?? '', note: input.text('note'), ...parcel }), locale)
    },
  },
  { name: 'hand-over', args: ['ORDER'], options: ['note'], run: step('handOver') },
  { name: 'no-show', args: ['ORDER'], options: ['note'], run: step('noShow') },
  {
    name: 'cancel',
    args: ['ORDER'],
    options: ['note', 'keep-stock'],
    run: (shop, input, locale) =>
      showResult(
        shop.cancel({ order: input.args[0] ?? '', note: input.text('note'), keepStock: input.has('keep-stock') }),
        locale,
      ),
  },
  {
    name: 'cancel-request',
    args: ['[DEED]', '[ORDER]'],
    options: ['note', 'keep-stock'],
    run: async (shop, input, locale) => {
      const action = input.oneOf(0, ['list', 'grant', 'decline'])
      if (action === 'list') {
        const answer = await shop.cancelRequests({})
        return { answer, lines: showOrders(answer.orders, locale) }
      }
      const cancelInput = { order: input.required(1), note: input.text('note') }
      const call =
        action === 'grant'
          ? shop.grantCancel({ ...cancelInput, keepStock: input.has('keep-stock') })
          : shop.declineCancel(cancelInput)
      return showResult(call, locale)
    },
  },
  {
    name: 'refund',
    args: ['ORDER', '[AMOUNT]'],
    options: ['line', 'pieces', 'given-back', 'note'],
    run: async (shop, input, locale) => {
      const [order = ''] = input.args
      const { subtotal } = await shop.order({ order })
      const refundInput = {
        order,
        note: input.text('note'),
        amount: input.money(1, subtotal.currency),
        line: input.number('line'),
        pieces: input.number('pieces'),
        givenBack: input.moneyOption('given-back', subtotal.currency),
      }
      return showResult(shop.refund(refundInput), locale)
    },
  },
  {
    name: 'reply',
    args: ['ORDER', 'TEXT'],
    options: [],
    run: (shop, { args: [order = '', comment = ''] }, locale) => showResult(shop.reply({ order, comment }), locale),
  },
  {
    name: 'resend',
    args: ['ORDER', '[MAIL]'],
    options: [],
    run: async (shop, input, locale) => {
      const mail = input.oneOf(1, ['receipt', 'last'])
      const answer = await shop.resendMail({ order: input.required(0), mail: mail === 'last' ? mail : 'receipt' })
      return { answer, lines: [staffText(locale, 'mailed_again', { email: answer.email })] }
    },
  },
]

const customerCommand: Command = {
  name: 'customer',
  args: ['WHO'],
  options: [],
  run: async (shop, input, locale) => {
    const answer = await shop.customer({ who: input.required(0) })
    return { answer, lines: showCustomer(answer, locale) }
  },
}

const storeCommands: Command[] = [
  ...tableCommands,
  {
    name: 'stock-in',
    args: ['SKU', 'PIECES'],
    options: ['store'],
    run: async (shop, input, locale) => {
      const [sku = ''] = input.args
      const answer = await shop.stockIn({ sku, quantity: input.pieces(1), location: input.text('store') })
      return { answer, lines: showShelf(answer, locale) }
    },
  },
  {
    name: 'stock-out',
    args: ['SKU', '[PIECES]'],
    options: ['store'],
    run: async (shop, input, locale) => {
      const [sku = '', pieces] = input.args
      const quantity = pieces === undefined ? undefined : input.pieces(1)
      const answer = await shop.stockOut({ sku, quantity, location: input.text('store') })
      return { answer, lines: showShelf(answer, locale) }
    },
  },
  {
    name: 'pause',
    args: ['STORE'],
    options: ['method', 'for'],
    run: async (shop, input, locale) => {
      const [location = ''] = input.args
      const answer = await shop.pause({ location, method: methodOf(input), minutes: input.number('for') })
      return { answer, lines: showPauses(answer, locale) }
    },
  },
  {
    name: 'resume',
    args: ['STORE'],
    options: ['method'],
    run: async (shop, input, locale) => {
      const [location = ''] = input.args
      const answer = await shop.resume({ location, method: methodOf(input) })
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
    run: async (shop, input, locale) => {
      const answer = await shop.review({ reference: input.required(0), decision: input.required(1) })
      return { answer, lines: showStuck(answer.stuck, locale) }
    },
  },
]

const referralCommands: Command[] = [
  {
    name: 'referral',
    args: [],
    options: ['all'],
    run: async (shop, input, locale) => showRewardResult(await shop.referralRewards({ all: input.has('all') }), locale),
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

const promisedTime = (input: CommandInput) => ({
  order: input.args[0] ?? '',
  note: input.text('note'),
  at: input.text('at'),
  inMinutes: input.number('in'),
  byMinutes: input.number('by'),
})
/**
 * The typed fulfilment method in the API's spelling. The shop refuses a method that it does not know, and lists the
 * methods that it knows.
 */
const methodOf = (input: CommandInput) => input.text('method')?.toUpperCase().replace('-', '_') as never
