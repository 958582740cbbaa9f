import type { Row } from '../languages.ts'

/** The kinds of goods by tax, for pages of the back office. */
export const taxClassMessages = {
  'tax.zero_rated': ['Basic groceries (no tax)', '基本食品（免税）'],
  'tax.prepared': ['Prepared food', '熟食、现制饮食'],
  'tax.snack': ['Snacks and candy', '零食糖果'],
  'tax.baked_single': ['Sweet baked goods, sold singly', '单个出售的甜点'],
  'tax.standard': ['Other goods', '其他商品'],
  'tax.alcohol': ['Alcohol', '酒类'],
  'tax.exempt': ['Exempt', '豁免'],
  'tax.deposit': ['Deposit', '押金'],
} as const satisfies Record<string, Row>
