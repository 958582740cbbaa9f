import type { Row } from '../languages.ts'

/** Texts of the notifications of staff. */
export const noticeMessages = {
  'notice.order_placed': ['New order {code}', '新订单 {code}'],
  'notice.cancel_asked': ['Order {code}: the customer asks to cancel', '订单 {code}：顾客申请取消'],
  'notice.comment_received': ['Order {code}: a message from the customer', '订单 {code}：顾客留言了'],
  'notice.payment_stuck': ['A payment needs your decision', '有一笔款项等你处理'],
  'notice.group_reached': ['“{title}” reached its goal', '“{title}”成团了'],
  'notice.group_succeeded': ['“{title}” closed and is going ahead', '“{title}”已截单，团购成功'],
  'notice.group_failed': ['“{title}” closed without reaching its goal', '“{title}”已截单，未成团'],
  'notice.task_failed': ['An automatic task failed, perhaps an email', '有自动任务失败，可能有邮件没发出去'],
  'notice.new_device': ['Somebody signed in to your account on a new device', '有新设备登录了你的账号'],

  'notice.item': ['1 item', '1 件'],
  'notice.items': ['{count} items', '{count} 件'],
  'notice.at_table': ['Table {table}', '{table} 号桌'],
  'notice.order': ['Order {code}', '订单 {code}'],
  'notice.task_help': [
    'The shop tried 20 times. Tell whoever looks after the shop’s computer.',
    '系统已重试 20 次，请告诉管店铺电脑的人。',
  ],
  'notice.device_help': ['{device}. If it was not you, change your password.', '{device}。如果不是你，请马上改密码。'],

  'notice.today': ['Today', '今天'],
  'notice.yesterday': ['Yesterday', '昨天'],
  'notice.unread': ['Unread', '未读'],
  'notice.mark_read': ['Mark as read', '标为已读'],
  'notice.mark_all': ['Mark all as read', '全部标为已读'],
  'notice.all': ['All of the last 30 days', '查看最近 30 天'],
  'notice.older': ['Show older ones', '查看更早的'],
  'notice.intro': ['What happened in the last 30 days, newest first.', '最近 30 天的消息，最新的在前。'],
  'notice.not_loaded': ['The notifications could not be loaded. Open them again.', '通知加载失败，请重新打开。'],
  'notice.empty': ['Nothing new', '暂时没有通知'],
  'notice.empty_help': [
    'New orders, messages, requests to cancel and payments that need you appear here.',
    '新订单、顾客留言、取消申请和需要你处理的款项会显示在这里。',
  ],
  'notice.several': ['{count} new notifications', '{count} 条新通知'],
  'notice.open': ['Open', '查看'],

  'notice.choice_help': [
    'The bell counts the chosen ones and shows them at once. The others only stay in the list.',
    '选中的会计入铃铛数字并马上提醒你，其余的只留在列表里。',
  ],
  'kind.order_placed': ['New orders', '新订单'],
  'kind.cancel_asked': ['Requests to cancel', '取消申请'],
  'kind.comment_received': ['Messages about orders', '订单留言'],
  'kind.payment_stuck': ['Payments that need a decision', '待处理的款项'],
  'kind.group_reached': ['Group-buys that reach their goal', '团购成团'],
  'kind.group_ended': ['Group-buys that close', '团购截单'],
  'kind.task_failed': ['Automatic tasks that fail', '自动任务失败'],
  'kind.new_device': ['Sign-ins on a new device', '新设备登录'],
} as const satisfies Record<string, Row>
