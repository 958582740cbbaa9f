import type { Row } from '../languages.ts'

/** Texts of pages that consist of blocks, of forms and of notices. */
export const contentMessages = {
  'content.dismiss': ['Close this notice', '关闭这条通知'],
  'content.notices': ['Notices', '店铺通知'],
  'content.map': ['Map and directions', '地图与路线'],
  'content.map_of': ['Map and directions: {store}', '地图与路线：{store}'],
  'content.call': ['Call {phone}', '拨打 {phone}'],
  'content.places': ['Where to find us', '到店找我们'],
  'content.play': ['Play: {title}', '播放：{title}'],
  'content.video': ['Video', '视频'],
  'content.video_ask': [
    'This video comes from {host}. When it plays, {host} sees your network address and may set cookies.',
    '视频由 {host} 提供。播放后，{host} 会看到您的网络地址，也可能写入 Cookie。',
  ],
  'content.video_agree': ['Accept and play', '同意并播放'],
  'content.video_there': ['Watch it on {host}', '到 {host} 观看'],
  'content.video_cancel': ['Not now', '先不看'],
  'content.campaigns': ['See the group-buys', '看看团购'],
  'content.campaign_from': ['Opens {day}, {time}', '{day} {time} 开团'],
  'content.campaign_until': ['Closes {day}, {time}', '{day} {time} 截止'],
  'content.membership_more': ['See memberships', '看看会员'],
  'content.articles': ['Read our stories', '看看店里写的'],
  'content.faq': ['Questions and answers', '常见问题'],
  'content.gallery': ['Pictures', '图片'],
  'content.products': ['In this story', '文中提到的商品'],
  'forms.choose': ['Please choose', '请选择'],
  'forms.errors_title.one': ['Please fix one thing:', '还有一处要改：'],
  'forms.errors_title.other': ['Please fix {count} things:', '还有 {count} 处要改：'],
  'forms.sending': ['Sending…', '正在提交…'],
  'forms.sent': ['Thank you, we got it', '收到了，谢谢您'],
  'forms.reference': ['Your reference: {reference}', '编号：{reference}'],
  'forms.website': ['Leave this empty', '请留空'],
  'forms.privacy': ['How we use what you write', '我们怎么处理您填写的内容'],
  'forms.yes': ['Yes', '是'],
} as const satisfies Record<string, Row>

/** Emails about form submissions. */
export const formMailMessages = {
  'forms.mail_subject': ['New: {form} · {reference}', '新留言：{form} · {reference}'],
  'forms.mail_title': ['Somebody filled in “{form}”', '有人填写了“{form}”'],
  'forms.mail_answer': ['Reply to this email to write to the sender.', '直接回复这封邮件就能联系对方。'],
  'forms.mail_no_answer': ['The sender left no address.', '对方没有留邮箱。'],
  'forms.mail_footnote': ['Sent with a form of the shop.', '来自店铺网站的表单。'],
  'forms.receipt_subject': ['We got it: {form} · {reference}', '已收到：{form} · {reference}'],
  'forms.receipt_title': ['Thank you for writing', '谢谢您的来信'],
  'forms.receipt_text': [
    'We received your form “{form}”. Its number is {reference}.',
    '您提交的“{form}”已经收到，编号 {reference}。',
  ],
  'forms.receipt_footnote': [
    'You get this email because somebody entered this address in a form of {shop}. If it was not you, you can ignore it.',
    '有人在 {shop} 的表单里填了这个邮箱，所以寄来这封信。如果不是您填的，不用理会。',
  ],
} as const satisfies Record<string, Row>
