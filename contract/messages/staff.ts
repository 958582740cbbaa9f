import type { Locale } from '../constants.ts'
import { fill } from '../format.ts'

/** What the command for staff says. It stands apart: shoppers' pages carry all other texts. */
export const staffTexts = {
  usage: ['npm run shop -- COMMAND [options]', 'npm run shop -- 命令 [选项]'],
  intro: [
    'Operates the shop that runs on this machine. ORDER is an order’s number, or the code that the shopper says.',
    '操作本机上正在运行的商店。ORDER 是订单号，或者顾客报的取货码。',
  ],
  commands: ['Commands', '命令'],
  options: ['Options', '选项'],
  orders: ['orders to be made, the one that is due first at the top', '待处理的订单，最急的排最前'],
  order: ['one order with all that happened to it', '一个订单和它的全部经过'],
  accept: ['take an order on, with a time if it is another than chosen', '接单；时间有变就写上'],
  prepare: ['work on it has begun', '开始制作'],
  delay: ['it takes longer: say until when, or how many minutes more', '要晚一点：写新时间，或者再加几分钟'],
  ready: ['it can be fetched, or goes to the table or the driver', '已备好，可以取货、上桌或交给骑手'],
  'send-out': ['it is on its way to the door', '已出发配送'],
  'hand-over': [
    'it was fetched, served or delivered, and paid if it was to be paid at the store',
    '已取货、上桌或送达；到店付的也收了钱',
  ],
  'no-show': ['nobody came for it', '没有人来取'],
  cancel: ['let an order go; money and goods go back', '取消订单，退款并放回库存'],
  refund: [
    'give money back: so much, pieces of a line, or all that is left',
    '退款：指定金额、某一行的件数，或者剩下的全部',
  ],
  stuck: ['payments and refunds that wait for a decision', '需要人工处理的付款和退款'],
  review: [
    'decide about such a payment: refund, honour or dismiss',
    '处理这样的付款：refund 退回、honour 照单制作、dismiss 无需处理',
  ],
  reply: ['write to the shopper about an order', '就订单给顾客留言'],
  'stock-in': ['pieces that arrived', '到货入库'],
  'stock-out': ['pieces that are gone; all of them without a number', '减少库存；不写数量就是全部售完'],
  pause: ['take no orders for a while, or until resumed', '暂停接单一段时间，或者直到恢复'],
  resume: ['take orders again', '恢复接单'],
  option_at: ['a time of the clock, such as 17:40', '几点，例如 17:40'],
  option_in: ['minutes from now', '从现在起多少分钟'],
  option_by: ['minutes later than promised', '比原来的时间晚多少分钟'],
  option_note: ['words for the shopper', '写给顾客的话'],
  option_line: ['the number of the order’s line, from 1', '订单里的第几行，从 1 数起'],
  option_pieces: ['how many of that line; all of them without it', '这一行退几件；不写就是全部'],
  not_money: ['{what} is no amount of money, such as 3.40.', '“{what}”不是金额，例如 3.40。'],
  stuck_late_paid: ['money came after the order was given up', '订单关闭后才到账'],
  stuck_mismatch: ['another amount or account than agreed', '金额或收款账户与约定不符'],
  stuck_unanswered: ['the provider does not say what became of it', '支付方一直没有答复'],
  stuck_discrepancy: ['differs from the provider’s books', '与支付方的账目不一致'],
  stuck_refund_refused: ['the provider refused the refund', '支付方拒绝退款'],
  stuck_refund_unanswered: ['the provider does not say what became of the refund', '退款一直没有答复'],
  stuck_unmatched: ['a payment that the shop has no record of', '店里没有这笔付款的记录'],
  option_group: [
    'to_pay, in_progress, ready, done or cancelled',
    'to_pay 待付、in_progress 处理中、ready 已备好、done 已完成、cancelled 已取消',
  ],
  option_store: ['a store, by its id', '门店编号'],
  option_method: ['pickup, delivery or eat_in', 'pickup 自取、delivery 配送、eat_in 堂食'],
  option_for: ['for so many minutes', '多少分钟'],
  option_limit: ['how many at most', '最多多少个'],
  'option_keep-stock': ['its goods cannot be sold again', '货品不能再卖，不放回库存'],
  option_lang: ['en or zh', 'en 或 zh'],
  option_url: ['where the shop answers, if not on this machine', '商店地址（不在本机时）'],
  option_json: ['the answer as the shop gives it', '直接输出原始数据'],
  option_help: ['this', '显示这段说明'],
  no_command: ['There is no command {name}.', '没有“{name}”这个命令。'],
  needs: ['{name} needs {what}.', '{name} 需要写上 {what}。'],
  too_many: ['{what} is one too many for {name}.', '{name} 后面多了 {what}。'],
  not_an_option: ['{name} has no option --{option}.', '{name} 没有 --{option} 这个选项。'],
  not_a_number: ['--{option} is a whole number, such as 15.', '--{option} 要写整数，例如 15。'],
  no_quantity: ['{what} is no number of pieces.', '“{what}”不是件数。'],
  all_help: ['All commands: npm run shop -- --help', '全部命令：npm run shop -- --help --lang zh'],
  not_running: [
    'No shop answers at {url}. Start it with npm start, or say where it is with PORT, DATA_DIR or --url.',
    '{url} 没有商店在运行。请先 npm start，或用 PORT、DATA_DIR、--url 指明在哪里。',
  ],
  no_secret: [
    'There is no staff secret in {folder}. Start the shop once, or set STAFF_SECRET to the shop’s.',
    '{folder} 里没有员工密钥。请先启动一次商店，或者把 STAFF_SECRET 设成商店的密钥。',
  ],
  wrong_secret: [
    'The shop at {url} does not know this secret. Use the DATA_DIR or STAFF_SECRET that it was started with.',
    '{url} 的商店不认识这个密钥。请使用商店启动时的 DATA_DIR 或 STAFF_SECRET。',
  ],
  not_safe: [
    'The secret is not sent over plain http to {host}. Use https, or run this on that machine.',
    '不会用不加密的 http 把密钥发给 {host}。请用 https，或者在那台机器上运行。',
  ],
  nothing: ['Nothing is waiting.', '没有待处理的订单。'],
  to_pay: ['{amount} to pay', '待付 {amount}'],
  paid: ['{amount} paid', '已付 {amount}'],
  unpaid: ['{amount} not paid', '未付 {amount}'],
  refunded: ['{amount} refunded', '已退 {amount}'],
  pieces: ['{count} pcs', '{count} 件'],
  table: ['table {number}', '{number} 号桌'],
  on_shelf: [
    '{sku} at {location}: {onHand} on the shelf, {held} kept for somebody.',
    '{sku} 在 {location}：架上 {onHand} 件，其中 {held} 件已被预留。',
  ],
  takes_all: ['{location} takes orders.', '{location} 正常接单。'],
  paused: ['{location} takes no orders by {method} until {until}.', '{location} 暂停{method}，到 {until}。'],
  paused_open: ['{location} takes no orders by {method} until resumed.', '{location} 暂停{method}，直到恢复。'],
  method_PICKUP: ['pickup', '自取'],
  method_DELIVERY: ['delivery', '配送'],
  method_EAT_IN: ['eating in', '堂食'],
} as const satisfies Record<string, readonly [en: string, zh: string]>

export type StaffText = keyof typeof staffTexts

/** A text of the command in a language. */
export function staffText(locale: Locale, key: StaffText, values?: Record<string, string | number>): string {
  return fill(staffTexts[key][locale === 'zh' ? 1 : 0], values)
}
