import type { Row } from '../languages.ts'

/** Texts about eating in: tables, their codes and their orders. */
export const diningMessages = {
  'table.meta_title': ['Your table', '您的餐桌'],
  'table.title': ['Table {table}', '{table} 号桌'],
  'table.welcome': [
    'Welcome to {store}. Take a seat, and we bring everything to this table.',
    '欢迎光临{store}。入座后点单，做好就端上桌。',
  ],
  'table.wait': [
    'Welcome to {store}. This table is not open right now: please ask our staff.',
    '欢迎光临{store}。这张桌现在还没开台，请找店员。',
  ],
  'table.scan': ['Scan to order', '扫码点餐'],
  'table.sit': ['Order at this table', '入座点单'],
  'table.at': ['You are at {store}', '您在{store}'],
  'table.guests.one': ['{count} phone ordering at this table', '这桌有 {count} 部手机在点单'],
  'table.guests.other': ['{count} phones ordering at this table', '这桌有 {count} 部手机在点单'],
  'table.order': ['See the menu', '看菜单'],
  'table.ordered': ['Ordered so far', '已点'],
  'table.nothing': [
    'Nothing yet. What everybody at this table orders shows up here.',
    '还没有点单。这一桌点的都会显示在这里。',
  ],
  'table.own': ['You', '我点的'],
  'table.other': ['At your table', '同桌点的'],
  'table.paid': ['Paid', '已付'],
  'table.unpaid': ['To pay at the counter', '到柜台付款'],
  'table.leave': ['I am leaving this table', '我要离座'],
  'table.none_title': ['No table yet', '还没有入座'],
  'table.none': ['Scan the code on your table with your phone’s camera.', '请用手机相机扫一扫桌上的二维码。'],
  'table.sheet_title': ['Codes for the tables', '桌码'],
  'table.sheet_text': [
    'Print this page and put each code on its table, or click one to sit down.',
    '打印这一页，把码贴到对应的桌上；也可以直接点一个码入座。',
  ],
} as const satisfies Record<string, Row>
