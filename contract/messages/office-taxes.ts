import type { Row } from '../languages.ts'
import { taxClassMessages } from './office-tax-classes.ts'

/** Texts of the back office's page about taxes, receipts and tips. */
export const taxPageMessages = {
  'taxes.title': ['Taxes, receipts and tips', '税、收据与小费'],
  'taxes.seller': ['Your business on receipts', '收据上的商家信息'],
  'taxes.seller_name': ['Legal name of the business', '公司注册名称'],
  'taxes.seller_hint': ['Empty: the name of the shop', '留空则用店名'],
  'taxes.number': ['{tax} number', '{tax} 税号'],
  'taxes.number_hint': ['Printed on receipts. Leave empty what you do not have.', '会印在收据上；没有的请留空。'],
  'taxes.GST_hint': [
    'For example 123456789 RT0001. The same number covers HST.',
    '例如 123456789 RT0001，HST 用同一个号码。',
  ],
  'taxes.rates': ['Tax rates today', '现行税率'],
  'taxes.rates_intro': [
    'The shop knows the published rates of each province, and applies the one of the place where the goods are handed over.',
    '系统已内置各省公布的税率，并按交货地点计税。',
  ],
  'taxes.province': ['Province', '省份'],
  'taxes.tax': ['Tax', '税种'],
  'taxes.rate': ['Rate', '税率'],
  'taxes.goods': ['On', '适用商品'],
  'taxes.own': ['Your own rates', '自定义税率'],
  'taxes.own_none': ['None. The published rates apply.', '没有自定义税率，按公布税率计税。'],
  'taxes.from': ['from {date}', '自 {date} 起'],
  'taxes.add': ['Set another rate', '设置其他税率'],
  'taxes.add_hint': [
    'When a government changes a rate. Goods that you do not choose keep their rate. Orders already placed keep their taxes.',
    '政府调整税率时使用。没勾选的商品税率不变，已下的订单不受影响。',
  ],
  'taxes.from_day': ['First day', '生效日期'],
  'taxes.percent': ['Percent', '百分比'],
  'taxes.no_goods': ['Choose at least one kind of goods.', '请至少选择一类商品。'],
  'taxes.percent_wrong': ['Write a percentage from 0 to 100.', '请输入 0 到 100 之间的百分比。'],
  'tips.title': ['Tips', '小费'],
  'tips.hint': [
    'Percentages that shoppers can choose, such as 10, 15, 18. Leave empty to ask for no tip.',
    '顾客可以选择的百分比，例如 10, 15, 18；留空则不询问小费。',
  ],
  'tips.wrong': [
    'Write up to five whole percentages from 1 to 100, such as 10, 15, 18.',
    '请输入最多五个 1 到 100 的整数，例如 10, 15, 18。',
  ],
  ...taxClassMessages,
} as const satisfies Record<string, Row>
