import type { Row } from '../languages.ts'

/** The question that asks for consent to count a visit. It is on every page of a shop that counts visits. */
export const consentBanner = {
  'consent.title': ['May we count your visit?', '可以把您的浏览计入统计吗？'],
  'consent.text': [
    'Only daily totals, on our own server: how many people looked, added to cart, ordered. Nothing about you. The shop works the same either way.',
    '只在我们自己的服务器上记每日总数：多少人看过、加购、下单，不涉及您个人。选哪个都不影响购物。',
  ],
  'consent.more': ['What do you count?', '具体记什么？'],
  'consent.accept': ['Yes, count it', '可以'],
  'consent.refuse': ['No, thanks', '不可以'],
  'consent.footer': ['Privacy choices', '隐私选项'],
} as const satisfies Record<string, Row>

/** Texts of the page about consent. */
export const consentMessages = {
  'consent.page_title': ['Privacy choices', '隐私选项'],
  'consent.page_text': [
    'We would like to know what works in this shop and what does not. So we count, but only if you say yes.',
    '我们想知道店里哪些地方好用、哪些不好用，所以会做统计，但只在您同意之后。',
  ],
  'consent.page_nothing': [
    'This shop does not count what you do here, and lets nobody else do it. When somebody sends you a link of theirs, they see how often it was followed, not by whom. So there is nothing to choose.',
    '本店不统计您的浏览，也不让别人统计。别人发给您的推荐链接，只计打开次数，不记是谁打开的。所以没有什么要选的。',
  ],
  'consent.counts_what': [
    'Counted: that a page, product or story was seen, something was searched, added, ordered, paid or shared.',
    '会记：看过页面、商品或文章，搜索、加购、下单、付款或分享的次数。',
  ],
  'consent.counts_not': [
    'Not kept: who you are, your network address, what you typed, which product it was.',
    '不留：您是谁、网络地址、输入的内容、具体是哪件商品。',
  ],
  'consent.counts_where': [
    'Kept on the shop’s own server as one number for each day. No other company gets it.',
    '每天每项只留一个数字，存在本店自己的服务器上，不交给任何公司。',
  ],
  'consent.answer_unread': [
    'Your answer is kept in your browser and is read there.',
    '您的选择保存在浏览器里，由浏览器读取。',
  ],
  'consent.answer_declined': [
    'Your browser asks not to be tracked. So nothing is counted, whatever is chosen here.',
    '您的浏览器要求不被跟踪，所以什么都不会记，不管这里怎么选。',
  ],
  'consent.answer_none': ['You have not answered yet: nothing is counted.', '您还没有选择，目前什么都没有记。'],
  'consent.answer_yes': ['You said yes on {date} (question {version}).', '您在 {date} 选了“可以”（第 {version} 版）。'],
  'consent.answer_no': [
    'You said no on {date} (question {version}): nothing is counted.',
    '您在 {date} 选了“不可以”（第 {version} 版），什么都不会记。',
  ],
  'consent.needed_title': ['What the shop needs', '购物必需的'],
  'consent.needed_text': [
    'These stay in your browser because the shop would not work otherwise. They are not for counting.',
    '下面这些留在浏览器里，没有它们没法购物，与统计无关。',
  ],
  'consent.needed_session': [
    'A cookie that knows your cart and whether you are signed in, and one that keeps others from acting for you.',
    '一个记住购物车和登录状态的 Cookie，一个防止别人冒用您身份的 Cookie。',
  ],
  'consent.needed_referral': [
    'If you recommend the shop to others: a cookie that notes it, for 90 days after you last signed in here. Only the shop can read it, and only when somebody follows a referral link in this browser.',
    '如果您向别人推荐本店：一个记下这件事的 Cookie，从您上次在这里登录算起保留 90 天。只有本店读得懂，有人在这个浏览器里经推荐前来时才会看。',
  ],
  'consent.needed_choices': ['Your language, currency, store and table.', '您选的语言、货币、门店和桌号。'],
  'consent.needed_device': [
    'Only on this device: what you viewed and searched last, who recommended the shop, your answer here.',
    '只留在这台设备上：最近看过和搜过的、谁推荐您来的、您在这里的选择。',
  ],
} as const satisfies Record<string, Row>
