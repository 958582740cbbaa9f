import type { Row } from '../languages.ts'

/** Texts of the back office's command palette. */
export const paletteMessages = {
  'palette.hint': ['Page, order, “lychee 12.8”', '页面、订单、商品、“荔枝 12.8”'],
  'palette.list': ['Results', '结果'],
  'palette.close': ['Close', '关闭'],
  'palette.back': ['Back', '返回'],
  'palette.undo': ['Undo', '撤销'],
  'palette.undone': ['Undone: {what}', '已撤销：{what}'],
  'palette.recent': ['Recent', '最近'],
  'palette.pages': ['Pages', '页面'],
  'palette.actions': ['Actions', '操作'],
  'palette.orders': ['Orders', '订单'],
  'palette.products': ['Products', '商品'],
  'palette.found.one': ['{count} result', '{count} 个结果'],
  'palette.found.other': ['{count} results', '{count} 个结果'],
  'palette.none': ['Nothing found', '没有找到'],
  'palette.none_help': [
    'Type a page, the code of an order, a phone number or the name of a product.',
    '可以输入页面、取货码、电话号码或商品名称。',
  ],
  'palette.busy': ['Searching…', '搜索中…'],
  'palette.order': ['Order {code}', '订单 {code}'],
  'palette.hidden': ['Hidden', '已下架'],
  'palette.sold_out': ['Sold out', '售罄'],
  'palette.at_store': ['{what} · {store}', '{store} · {what}'],

  'palette.pause': ['Pause {store} 30 minutes', '{store}暂停接单 30 分钟'],
  'palette.pause_sentence': [
    'Pause {store} for 30 minutes. Shoppers cannot order there until then; placed orders stay.',
    '{store}暂停接单 30 分钟。期间顾客不能在这家店下单，已下的订单不受影响。',
  ],
  'palette.pause_button': ['Pause 30 minutes', '暂停 30 分钟'],
  'palette.pause_done': ['{store} is paused for 30 minutes.', '{store}已暂停接单 30 分钟。'],
  'palette.resume': ['Take orders again at {store}', '{store}恢复接单'],
  'palette.resume_sentence': ['{store} takes orders again, at once.', '{store}马上恢复接单。'],
  'palette.resume_button': ['Take orders again', '恢复接单'],
  'palette.resume_done': ['{store} takes orders again.', '{store}已恢复接单。'],
  'palette.price': ['{price} for {name}', '改价 {price}：{name}'],
  'palette.price_sentence': [
    '{name} costs {price} instead of {before} in every store. Placed orders keep their price.',
    '{name}在所有门店由 {before} 改为 {price}。已下的订单价格不变。',
  ],
  'palette.price_button': ['Set to {price}', '改为 {price}'],
  'palette.price_done': ['{name} now costs {price}.', '{name}现在卖 {price}。'],
  'palette.hide': ['Hide {name}', '下架{name}'],
  'palette.hide_sentence': [
    'Hide {name} in every store. Shoppers do not see it any more; placed orders stay.',
    '{name}在所有门店下架。顾客不再看到它，已下的订单不受影响。',
  ],
  'palette.hide_button': ['Hide', '下架'],
  'palette.hide_done': ['{name} is hidden.', '{name}已下架。'],
  'palette.show': ['Show {name}', '上架{name}'],
  'palette.show_sentence': ['Show {name} in the shop. Shoppers can buy it at once.', '{name}上架，顾客马上可以购买。'],
  'palette.show_button': ['Show', '上架'],
  'palette.show_done': ['{name} is in the shop.', '{name}已上架。'],
  'palette.sell_out': ['Sold out: {name}', '{name}售罄'],
  'palette.sell_out_sentence': [
    '{name} is sold out in every store until you change it back. Shoppers see it, but cannot buy it.',
    '{name}在所有门店标为售罄，直到你改回来。顾客能看到，但不能购买。',
  ],
  'palette.sell_out_here': [
    'Take all pieces of {name} that nobody has ordered out of the stock of {store}. Shoppers cannot buy it there until new pieces arrive.',
    '{store}把没有人订的{name}全部出库。补货前顾客不能在这家店购买。',
  ],
  'palette.sell_out_button': ['Mark as sold out', '标为售罄'],
  'palette.sell_out_done': ['{name} is sold out.', '{name}已售罄。'],
} as const satisfies Record<string, Row>

/**
 * Other words that people type, separated by spaces, in both columns; an underscore stands for a space. Chinese words
 * come with their pinyin initials.
 */
export const paletteWords = {
  'words./': ['home start', '首页 主页 jt jintian sy'],
  'words./products': ['goods items dishes', '菜品 货品 sp shangpin cp'],
  'words./products/new': ['new_product dish', '新商品 上新 加菜 tjsp xsp'],
  'words./shop': ['settings stores', '设置 门店 sz md dp dianpu'],
  'words./look': ['logo icon colours theme name', '外观 店名 标志 颜色 dm wg dmywg'],
  'words./options': ['settings currencies social media', '设置 语言 结算 币种 yy yyzhyjs zh js'],
  'words./menus': ['navigation header footer links', '导航 页头 页脚 cd caidan'],
  'words./payment': ['wallets providers alipay wechat paypal', '付款 支付 支付宝 微信 sk shoukuan zf'],
  'words./taxes': ['gst hst pst tips receipt rates', '税率 税号 小费 小票 s sl shui ssjyxf xf'],
  'words./staff': ['people team invite roles', '同事 邀请 权限 角色 yg yuangong'],
  'words./notices': ['notifications bell messages', '提醒 消息 tz tongzhi'],
  'words./devices': ['tablet counter ipad', '平板 收银台 gtsb sb'],
  'words./log': ['history audit who_changed', '日志 历史 czjl rz'],
  'words./me': ['profile password language passkey pin sign_out keys', '密码 语言 通行密钥 退出 快捷键 zh zhanghao mm'],
  'words./shop/:location': ['store address hours slots', '门店 地址 营业时间 md'],
  'words./shop/:location/days': ['closed days calendar', '休息日 放假 jjrytsyysj jjr'],
  'words./shop/:location/zones': ['delivery area postal_code fee', '配送费 邮编 外送范围 psq ps'],
  'words.pause': ['pause stop close', '暂停 停 暂停接单 zt'],
  'words.resume': ['resume open start again', '恢复 恢复接单 开始接单 hf'],
  'words.soldOut': ['sold_out soldout out_of_stock 86', '售罄 沽清 卖完 卖光 sq'],
  'words.hide': ['hide unpublish', '下架 隐藏 xj'],
  'words.show': ['show publish', '上架 显示 sj'],
  'words.price': ['price set_price', '改价 价格 调价 gj'],
} as const satisfies Record<string, Row>
