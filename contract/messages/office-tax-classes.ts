import type { Row } from '../languages.ts'

/** Names of the tax classes of goods, for pages of the back office. */
export const taxClassMessages = {
  'tax.zero_rated': ['Basic groceries (no tax)', '基本食品（零税率）'],
  'tax.prepared': ['Prepared food', '熟食、现制饮食'],
  'tax.snack': ['Snacks and candy', '零食糖果'],
  'tax.baked_single': ['Sweet baked goods, sold singly', '单个出售的甜点'],
  'tax.standard': ['Other goods', '其他商品'],
  'tax.alcohol': ['Alcohol', '酒类'],
  'tax.exempt': ['Exempt', '免税'],
  'tax.deposit': ['Deposit', '押金'],
} as const satisfies Record<string, Row>
