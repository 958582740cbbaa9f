import type { Row } from '../languages.ts'
/** Emails to members about their benefits, and about decisions on influencer pages and verified contacts. */
export const memberMailMessages = {
  'mail.why_reminder': [
    'You get this because you asked {shop} for reminders.',
    '您在 {shop} 勾选了到期提醒，所以收到这封邮件。',
  ],
  'mail.stop_reminders': ['Stop these reminders', '不再接收提醒'],
  'mail.until': ['Valid until {date}', '有效期至 {date}'],
  'mail.no_end': ['It does not expire.', '长期有效。'],
  'mail.see_credit': ['See your store credit', '查看储值余额'],
  'mail.to_the_shop': ['To the shop', '去逛逛'],

  'mail.membership_given_subject': ['A gift: {tier} until {date}', '送您{tier}，有效期至 {date}'],
  'mail.membership_given_title': ['{tier} is yours, {name}', '{name}，{tier}已为您开通'],
  'mail.membership_given_renewed': ['{name}, your {tier} continues', '{name}，您的{tier}已续期'],
  'mail.membership_given_text': [
    'It is a gift from us. It runs until {date} and then ends by itself. There is nothing to pay.',
    '这是店里送给您的，有效期至 {date}，到期自动结束，不收费。',
  ],
  'mail.membership_renewed': [
    'Thank you for staying. Your {tier} now runs until {date}: the new time starts where the old one ends.',
    '感谢续费。您的{tier}有效期已延至 {date}，新的期限接在原来的到期日之后。',
  ],
  'mail.membership_bought': [
    'Thank you. {tier} is active now, until {date}. Its benefits apply from your next order on.',
    '感谢您的支持。{tier}已经生效，有效期至 {date}，下一单起享受会员权益。',
  ],
  'mail.intro_service': ['Thank you. Here is what you paid.', '感谢惠顾，付款明细如下。'],
  'mail.membership_thanks_renewed': ['Good to have you with us, {name}!', '{name}，感谢续费！'],
  'mail.membership_thanks_bought': ['Welcome, {name}!', '{name}，欢迎成为会员！'],

  'mail.coupon_ending_subject': ['Your coupon expires on {date}', '您的优惠券 {date} 到期'],
  'mail.coupon_ending_title': ['“{coupon}” is still waiting for you', '“{coupon}”还没有用'],
  'mail.coupon_ending_text': [
    'Dear {name}, it is valid until {date}. Enter the code at checkout.',
    '{name}，您好。这张券 {date} 到期，结算时填写优惠码即可使用。',
  ],
  'mail.coupon_code': ['Coupon code', '优惠码'],

  'mail.credit_given_subject': ['You have {amount} of store credit', '{amount} 储值余额到账'],
  'mail.credit_given_title': ['{amount} for you, {name}', '{name}，{amount} 储值余额已到账'],
  'mail.credit_given_text': [
    'It is in your account. Use it on the payment page, for part of an order or all of it.',
    '已存入您的账户。结算时在付款页选用，可以抵扣部分，也可以全额支付。',
  ],
  'mail.credit_given_for': ['What it is for: {note}', '来源：{note}'],
  'mail.credit_ending_subject': [
    '{amount} of your store credit expires on {date}',
    '{amount} 储值余额将于 {date} 到期',
  ],
  'mail.credit_ending_title': ['{name}, {amount} is waiting for you', '{name}，您还有 {amount} 没有用'],
  'mail.credit_ending_text': [
    'This part of your store credit expires on {date}. It is used first.',
    '这部分储值余额 {date} 到期。结算时会优先使用快到期的。',
  ],

  'mail.referral_given_subject': ['Your reward is here: {amount}', '推荐奖励到账：{amount}'],
  'mail.referral_given_title': ['Thank you, {name}', '谢谢您，{name}'],
  'mail.referral_given_referrer': [
    'A friend you recommended the shop to has ordered, and the return period is over.',
    '您推荐的朋友下了单，现在已过退货期。',
  ],
  'mail.referral_given_friend': [
    'You came through a recommendation, and the return period of your order is over.',
    '您是朋友推荐来的，您的订单现在已过退货期。',
  ],
  'mail.referral_given_credit': ['{amount} of store credit is in your account.', '{amount} 储值余额已存入您的账户。'],
  'mail.referral_given_coupon': ['You get a coupon worth {amount}.', '送您一张 {amount} 的优惠券。'],
  'mail.referral_taken_subject': ['{amount} of a reward was taken back', '推荐奖励收回 {amount}'],
  'mail.referral_taken_title': ['{name}, an order was refunded', '{name}，有一笔订单退款了'],
  'mail.referral_taken_text': [
    'You had received a reward for it. With the refund, {amount} of the reward is taken back.',
    '这笔订单曾给您发过推荐奖励，随着退款收回 {amount}。',
  ],
  'mail.referral_taken_left': ['You keep {amount} of it.', '其余 {amount} 仍归您所有。'],
  'mail.referral_taken_spent': [
    'You do not have to pay back what you have already spent.',
    '已经用掉的部分不追回，您不用补。',
  ],
  'mail.see_referral': ['See your rewards', '查看推荐奖励'],

  'mail.influencer_approve_subject': ['Your page is public', '您的达人主页已公开'],
  'mail.influencer_approve_title': ['{name}, your page is live', '{name}，您的主页审核通过了'],
  'mail.influencer_approve_text': [
    'We reviewed your page and published it. We review later changes first; until then the page stays as it is.',
    '主页已经公开。以后修改的内容要先经过审核，通过之前页面保持现在的样子。',
  ],
  'mail.influencer_refuse_subject': ['We could not publish your page yet', '您的达人主页没有通过审核'],
  'mail.influencer_refuse_title': ['{name}, something has to change first', '{name}，还需要改一改'],
  'mail.influencer_refuse_text': [
    'We reviewed your page and could not publish it yet. Change it and send it again; we will review it again.',
    '您提交的内容这次没有通过。修改后可以重新提交，我们会再看。',
  ],
  'mail.influencer_pause_subject': ['Your page is hidden for now', '您的达人主页暂停展示'],
  'mail.influencer_pause_title': ['{name}, your page is paused', '{name}，您的主页暂停展示'],
  'mail.influencer_pause_text': [
    'Visitors do not see it for now. Nothing is lost.',
    '访客暂时看不到您的主页，内容都还在。',
  ],
  'mail.influencer_resume_subject': ['Your page is visible again', '您的达人主页恢复展示'],
  'mail.influencer_resume_title': ['{name}, your page is back', '{name}，您的主页恢复了'],
  'mail.influencer_resume_text': ['Visitors can see it as before.', '访客又能看到您的主页了。'],
  'mail.see_page': ['See your page', '查看我的主页'],

  'mail.contact_verify_subject': ['Your contact is verified', '实名联系人已通过'],
  'mail.contact_verify_title': ['{contact} is verified', '{contact}已通过认证'],
  'mail.contact_verify_text': [
    'Dear {name}, you can now choose this contact for products that need one.',
    '{name}，您好。现在可以用这位联系人购买实名商品了。',
  ],
  'mail.contact_refuse_subject': ['Your contact could not be verified', '实名联系人没有通过'],
  'mail.contact_refuse_title': ['{contact} could not be verified', '{contact}没有通过认证'],
  'mail.contact_refuse_text': [
    'Dear {name}, please check what you entered and the photos, and send them again.',
    '{name}，您好。请检查填写的信息和照片，然后重新提交。',
  ],
  'mail.contact_see': ['See your contacts', '查看实名联系人'],
  'mail.our_words': ['Our note: “{note}”', '说明：“{note}”'],
} as const satisfies Record<string, Row>
