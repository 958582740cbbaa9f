import type { Row } from '../languages.ts'

/** Texts of the back office's pages for counter devices. */
export const devicePageMessages = {
  'device.title': ['Counter devices', '柜台设备'],
  'device.intro': [
    'A tablet in the store on which staff tap their name, without a password. It works for one store only, and steps that move money ask for a PIN.',
    '放在店里的平板，员工点自己的名字就能用，不用输密码。设备只对应一家门店，涉及钱的操作要输 PIN 码。',
  ],
  'device.empty': ['No counter device yet', '还没有柜台设备'],
  'device.empty_help': ['Add one, then scan its code with the tablet.', '添加一台，再用平板扫码即可。'],
  'device.add': ['Add a device', '添加设备'],
  'device.add_button': ['Make the link', '生成链接'],
  'device.name': ['Name', '名称'],
  'device.name_hint': ['Such as “Counter” or “Kitchen”', '例如“收银台”“后厨”'],
  'device.store': ['Store', '门店'],
  'device.screens': ['What it is for', '用来做什么'],
  'device.screen_orders': ['Take, cancel and refund orders', '接单、取消、退款'],
  'device.screen_handover': ['Prepare and hand over orders', '制作、交付订单'],
  'device.screen_stock': ['Change stock', '修改库存'],
  'device.screen_tables': ['Open and close tables', '开台、清台'],
  'device.screen_pause': ['Pause orders', '暂停接单'],
  'device.link': ['Link for “{name}”', '“{name}”的链接'],
  'device.link_help': [
    'Scan this code with the tablet, or open the link there. It works once, until {date}.',
    '用平板扫码，或在平板上打开链接。链接只能用一次，{date} 前有效。',
  ],
  'device.qr': ['QR code for the tablet', '给平板扫的二维码'],
  'device.copy_link': ['Copy the link', '复制链接'],
  'device.waiting': ['Waiting for the tablet, until {date}', '等待平板扫码，{date} 前有效'],
  'device.seen': ['Last seen {date}', '最近使用 {date}'],
  'device.added_by': ['added by {name}', '{name} 添加'],
  'device.end': ['Take back', '收回'],
  'device.faces': ['Who is working?', '请点你的名字'],
  'device.nobody': ['Nobody may work on this device', '这台设备还没有人能用'],
  'device.nobody_help': [
    'Give somebody a role in this store, such as cashier or kitchen.',
    '请先给同事这家门店的角色，例如收银员或后厨。',
  ],
  'device.enrol': ['Make this a counter device', '设为柜台设备'],
  'device.enrol_intro': [
    'Staff will tap their name here instead of signing in. Do this only on a tablet that stays in the store.',
    '之后员工在这里点名字就能用，不用登录。请只在留在店里的平板上设置。',
  ],
  'device.none': ['This is not a counter device', '这不是柜台设备'],
  'device.none_help': [
    'It was taken back, or nobody used it for 90 days. Ask a manager for a new link.',
    '设备已被收回，或 90 天没有使用。请向经理要新的链接。',
  ],
  'device.sign_in': ['Sign in with a password', '用密码登录'],
} as const satisfies Record<string, Row>
