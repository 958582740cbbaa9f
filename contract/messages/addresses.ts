import type { Row } from '../languages.ts'

/** Texts of a member's address book. */
export const addressMessages = {
  'addresses.title': ['Addresses', '地址簿'],
  'addresses.tile': ['Delivery and billing', '收货地址、账单地址'],
  'addresses.text': ['They are offered when you check out.', '结算时可以直接选用。'],
  'addresses.kinds': ['What for', '用途'],
  'addresses.DELIVERY': ['Delivery', '收货地址'],
  'addresses.BILLING': ['Billing', '账单地址'],
  'addresses.none': ['No address yet.', '还没有保存地址。'],
  'addresses.add': ['Add an address', '新增地址'],
  'addresses.new': ['A new address', '新增地址'],
  'addresses.change': ['Change the address', '修改地址'],
  'addresses.label': ['What you call it', '地址名称'],
  'addresses.label_hint': ['Home, work…', '例如：家、公司'],
  'addresses.default': ['Default', '默认'],
  'addresses.make_default': ['Make it the default', '设为默认'],
  'addresses.is_default': ['Offer this one first', '设为默认地址'],
  'addresses.edit': ['Change', '修改'],
  'addresses.edit_named': ['Change {name}', '修改 {name}'],
  'addresses.remove': ['Delete', '删除'],
  'addresses.remove_named': ['Delete {name}', '删除 {name}'],
  'addresses.default_named': ['Make {name} the default', '将 {name} 设为默认'],
  'addresses.cancel': ['Cancel', '取消'],
  'addresses.removed': ['Deleted.', '已删除。'],
} as const satisfies Record<string, Row>
