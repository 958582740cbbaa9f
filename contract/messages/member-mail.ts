import type { Row } from '../languages.ts'
/** Emails to members about their benefits and about decisions. */
export const memberMailMessages = {
  'mail.why_reminder': [
    'You get this because you asked {shop} for reminders.',
    '您在 {shop} 勾选了到期提醒，所以收到这封邮件。',
  ],
  'mail.stop_reminders': ['Stop these reminders', '不再接收提醒'],
  'mail.until': ['Can be used until {date}', '有效期至 {date}'],
  'mail.no_end': ['It does not expire.', '长期有效。'],
  'mail.see_credit': ['See your store credit', '查看储值'],
  'mail.to_the_shop': ['To the shop', '去逛逛'],

  'mail.membership_given_subject': ['A gift: {tier} until {date}', '送您{tier}，有效期至 {date}'],
  'mail.membership_given_title': ['{tier} is yours, {name}', '{name}，{tier}已为您开通'],
  'mail.membership_given_renewed': ['{name}, your {tier} goes on', '{name}，您的{tier}已续期'],
  'mail.membership_given_text': [
    'It is a gift from us, runs until {date} and ends by itself. There is nothing to pay.',
    '这是店里送给您的，有效期至 {date}，到期自动结束，不收费。',
  ],
  'mail.membership_renewed': [
    'Thank you for staying. Your {tier} now runs until {date}: the new time starts where the old one ends.',
    '感谢续费。您的{tier}有效期已延至 {date}，新的期限接在原来的到期日之后。',
  ],
  'mail.membership_bought': [
    'Thank you. {tier} counts from now on, until {date}. Its prices are already in the shop.',
    '感谢您的支持。{tier}已经生效，有效期至 {date}，现在下单就按会员价。',
  ],
  'mail.intro_service': ['Thank you. Here is what you paid.', '感谢惠顾，付款明细如下。'],
  'mail.membership_thanks_renewed': ['Good to have you on, {name}!', '{name}，感谢续费！'],
  'mail.membership_thanks_bought': ['Welcome, {name}!', '{name}，欢迎成为会员！'],

  'mail.coupon_ending_subject': ['Your coupon can be used until {date}', '您的优惠券 {date} 到期'],
  'mail.coupon_ending_title': ['“{coupon}” is still waiting', '“{coupon}”还没有用'],
  'mail.coupon_ending_text': [
    'Dear {name}, it can be used until {date}. Enter the code at checkout.',
    '{name}，您好。这张券 {date} 到期，结账时填写优惠码即可使用。',
  ],
  'mail.coupon_code': ['Coupon code', '优惠码'],

  'mail.credit_given_subject': ['You have {amount} of store credit', '{amount} 储值到账'],
  'mail.credit_given_title': ['{amount} for you, {name}', '{name}，{amount} 储值已到账'],
  'mail.credit_given_text': [
    'It is in your account. Use it on the payment page, for a part of an order or all of it.',
    '已存入您的账户。结账时在付款页选用，可以抵扣部分，也可以全额支付。',
  ],
  'mail.credit_given_for': ['What it is for: {note}', '来源：{note}'],
  'mail.credit_ending_subject': ['{amount} of your store credit ends on {date}', '{amount} 储值将于 {date} 到期'],
  'mail.credit_ending_title': ['{name}, {amount} is waiting for you', '{name}，您还有 {amount} 没有用'],
  'mail.credit_ending_text': [
    'This part of your store credit can be used until {date}. It is used first, whatever else you have.',
    '这部分储值 {date} 到期。结账时会优先使用快到期的。',
  ],

  'mail.referral_given_subject': ['Your reward is here: {amount}', '推荐奖励到账：{amount}'],
  'mail.referral_given_title': ['Thank you, {name}', '谢谢您，{name}'],
  'mail.referral_given_referrer': [
    'Somebody you recommended the shop to has ordered, and the time in which it could be returned is over.',
    '您推荐的朋友下了单，现在已过退货期。',
  ],
  'mail.referral_given_friend': [
    'You came by a recommendation, and the time in which your order could be returned is over.',
    '您是朋友推荐来的，您的订单现在已过退货期。',
  ],
  'mail.referral_given_credit': ['{amount} of store credit is in your account.', '{amount} 储值已存入您的账户。'],
  'mail.referral_given_coupon': ['For it you get a coupon worth {amount}.', '送您一张 {amount} 的优惠券。'],
  'mail.referral_taken_subject': ['{amount} of a reward was taken back', '推荐奖励收回 {amount}'],
  'mail.referral_taken_title': ['{name}, an order was refunded', '{name}，有一笔订单退款了'],
  'mail.referral_taken_text': [
    'You had a reward for it. With the refund, {amount} of the reward goes back.',
    '这笔订单曾给您发过推荐奖励，随着退款收回 {amount}。',
  ],
  'mail.referral_taken_left': ['{amount} of it stays yours.', '其余 {amount} 仍归您所有。'],
  'mail.referral_taken_spent': [
    'What you have spent of it stays spent: you owe nothing.',
    '已经用掉的部分不追回，您不用补。',
  ],
  'mail.see_referral': ['See your rewards', '查看推荐奖励'],

  'mail.influencer_approve_subject': ['Your page is public', '您的达人主页已公开'],
  'mail.influencer_approve_title': ['{name}, everybody can read you now', '{name}，您的主页审核通过了'],
  'mail.influencer_approve_text': [
    'We read your page and put it up. What you change later is read by us first; until then the page stays as it is.',
    '主页已经公开。以后修改的内容要先经过审核，通过之前页面保持现在的样子。',
  ],
  'mail.influencer_refuse_subject': ['Your page cannot go up yet', '您的达人主页没有通过审核'],
  'mail.influencer_refuse_title': ['{name}, something has to change first', '{name}，还需要改一改'],
  'mail.influencer_refuse_text': [
    'We read what you sent and did not put it up. Change it and send it again; we read it anew.',
    '您提交的内容这次没有通过。修改后可以重新提交，我们会再看。',
  ],
  'mail.influencer_pause_subject': ['Your page is not shown for now', '您的达人主页暂停展示'],
  'mail.influencer_pause_title': ['{name}, your page is paused', '{name}，您的主页暂停展示'],
  'mail.influencer_pause_text': [
    'Visitors do not see it for the time being. Nothing of it is lost.',
    '访客暂时看不到您的主页，内容都还在。',
  ],
  'mail.influencer_resume_subject': ['Your page is shown again', '您的达人主页恢复展示'],
  'mail.influencer_resume_title': ['{name}, your page is back', '{name}，您的主页恢复了'],
  'mail.influencer_resume_text': ['Visitors can read it as before.', '访客又能看到您的主页了。'],
  'mail.see_page': ['See your page', '查看我的主页'],

  'mail.contact_verify_subject': ['Your contact is verified', '实名联系人已通过'],
  'mail.contact_verify_title': ['{contact} is verified', '{contact}已通过认证'],
  'mail.contact_verify_text': [
    'Dear {name}, goods from abroad can be ordered with this contact now.',
    '{name}，您好。现在可以用这位联系人订购海外直邮的商品了。',
  ],
  'mail.contact_refuse_subject': ['Your contact could not be verified', '实名联系人没有通过'],
  'mail.contact_refuse_title': ['{contact} could not be verified', '{contact}没有通过认证'],
  'mail.contact_refuse_text': [
    'Dear {name}, please look at what you wrote and at the photos, and send them again.',
    '{name}，您好。请检查填写的信息和照片，然后重新提交。',
  ],
  'mail.contact_see': ['See your contacts', '查看实名联系人'],
  'mail.our_words': ['We say: “{note}”', '说明：“{note}”'],
} as const satisfies Record<string, Row>
