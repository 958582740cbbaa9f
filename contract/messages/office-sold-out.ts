import type { Row } from '../languages.ts'

/** Texts of the back office's page about what is sold out for a while. */
export const soldOutPageMessages = {
  'soldOut.intro': [
    'Shoppers see it at once and cannot order it at this store. It comes back by itself, unless you choose otherwise.',
    '顾客马上能看到，在这家店不能下单。到点自动恢复，也可以选手动恢复。',
  ],
  'soldOut.store': ['Store', '门店'],
  'soldOut.mark': ['Mark as sold out', '标为售罄'],
  'soldOut.find': ['Dish, product or topping', '菜品、商品或加料'],
  'soldOut.find_hint': ['Two letters are enough.', '输一两个字就能找到。'],
  'soldOut.ends': ['Sold out', '售罄到'],
  'soldOut.ends_closing': ['until closing ({time})', '打烊（{time}）'],
  'soldOut.ends_day': ['for 24 hours', '明天这个时候'],
  'soldOut.ends_manual': ['until I change it', '我手动恢复'],
  'soldOut.none_found': ['Nothing has “{name}” in its name.', '没有名字带“{name}”的。'],
  'soldOut.more_found': ['More names match. Type more letters to find them.', '还有更多结果，请再多输几个字。'],
  'soldOut.sold_out': ['Sold out', '售罄'],
  'soldOut.now': ['Sold out now', '现在售罄的'],
  'soldOut.none': ['Everything is for sale', '全部有售'],
  'soldOut.none_help': [
    'When something runs out, type its name above and tap the button.',
    '什么卖完了，就在上面输入名字，点一下按钮。',
  ],
  'soldOut.back_at': ['Back at {time}', '{time} 恢复'],
  'soldOut.back_never': ['Until you change it', '手动恢复前一直售罄'],
  'soldOut.by': ['{name}, {time}', '{name}，{time}'],
  'soldOut.end': ['Sell again', '恢复售卖'],
  'soldOut.done': ['{name} is sold out.', '{name}已售罄。'],
  'soldOut.ended': ['{name} is for sale again.', '{name}已恢复售卖。'],
  'soldOut.undo': ['Undo', '撤销'],
} as const satisfies Record<string, Row>
