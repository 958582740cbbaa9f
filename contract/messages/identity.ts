import type { Row } from '../languages.ts'

/** Texts about sign-in with WeChat and Alipay, linked accounts, and the merge of two accounts. */
export const identityMessages = {
  'identity.wechat': ['WeChat', '微信'],
  'identity.alipay': ['Alipay', '支付宝'],
  'identity.or': ['or', '或'],
  'identity.continue_with': ['Continue with {provider}', '使用{provider}登录'],
  'identity.arrive_title': ['Welcome', '欢迎'],
  'identity.arrive_text': [
    'This {provider} account is new here. Tell us where to send your receipts, and you are in.',
    '这个{provider}账号还没有注册过。留个邮箱接收订单消息，就可以开始了。',
  ],
  'identity.as': ['Signed in at {provider} as {nickname}', '{provider}账号：{nickname}'],
  'identity.has_account': [
    'Have an account here already? Sign in, and then link {provider} to it.',
    '已有本店账户？登录后可以绑定{provider}。',
  ],
  'identity.failed_title': ['That did not work', '没有登录成功'],
  'identity.failed_text': [
    'Nothing has happened to your account. You can try again, or sign in another way.',
    '您的账户没有任何变化。可以重试，或换一种方式登录。',
  ],
  'identity.cancelled': ['You did not agree, so nothing was shared.', '您没有授权，我们没有收到任何资料。'],
  'identity.no_mini_program': [
    'WeChat does not answer here. Please open the shop in the mini-program again.',
    '微信没有响应，请重新打开小程序再试。',
  ],
  'identity.other_way': ['Sign in another way', '其他登录方式'],
  'identity.linked_title': ['Linked accounts', '账号绑定'],
  'identity.linked_tile': ['WeChat, Alipay', '微信、支付宝'],
  'identity.linked_text': ['Sign in with one tap in WeChat or Alipay.', '绑定后，在微信或支付宝里一点就能登录。'],
  'identity.since': ['Linked {when}', '{when} 绑定'],
  'identity.link': ['Link', '绑定'],
  'identity.link_named': ['Link {provider}', '绑定{provider}'],
  'identity.unlink': ['Unlink', '解绑'],
  'identity.unlink_named': ['Unlink {provider}', '解绑{provider}'],
  'identity.last': [
    'Set a password or confirm your email first, or you could not sign in any more.',
    '请先设置密码或验证邮箱，否则解绑后将无法登录。',
  ],
  'identity.not_linked': ['Not linked', '未绑定'],
  'identity.elsewhere': ['Link it from {provider} or a computer', '请在{provider}或电脑上绑定'],
  'identity.is_linked': ['{provider} is linked.', '{provider}已绑定。'],
  'identity.is_unlinked': ['{provider} is no longer linked.', '{provider}已解绑。'],
  'identity.confirm_title': ['Link {provider}?', '绑定{provider}？'],
  'identity.confirm_text': [
    'You have just confirmed that the {provider} account {nickname} is yours.',
    '您刚刚确认了{provider}账号{nickname}。',
  ],
  'identity.merge_title': ['Merge two accounts?', '合并两个账户？'],
  'identity.merge_text': [
    'Your {provider} is linked to another account here: {name} ({email}). You have confirmed both, so they can become one.',
    '您的{provider}已绑定另一个账户：{name}（{email}）。两边都已确认，可以合并。',
  ],
  'identity.merge_moves': [
    'Orders, store credit, coupons, addresses and the cart move to the account that you are in now.',
    '订单、储值余额、优惠券、地址和购物车都会转到当前账户。',
  ],
  'identity.merge_ends': [
    'The other account is then closed, and its password no longer works. This cannot be undone.',
    '另一个账户随后关闭，原密码失效，且无法撤销。',
  ],
  'identity.merge_sure': ['I understand, and both are mine', '我已了解，两个账户都是我的'],
  'identity.merge_unsure': ['Please check the box first.', '请先勾选确认。'],
  'identity.merge_button': ['Merge accounts', '合并账户'],
  'identity.is_merged': ['Your two accounts are now one.', '两个账户已合并。'],
} as const satisfies Record<string, Row>
