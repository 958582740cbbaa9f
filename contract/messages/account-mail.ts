import type { Row } from '../languages.ts'

/** Emails about accounts: registration, sign-in, passwords, codes, closing. */
export const accountMailMessages = {
  'mail.why_account': [
    'You get this because of your account at {shop}. We never ask for your password or a code.',
    '这封邮件与您在 {shop} 的账户有关。我们绝不会向您索要密码或验证码。',
  ],
  'mail.registration_subject': ['{code} is your code', '验证码 {code}'],
  'mail.registration_title': ['Here is your code', '您的注册验证码'],
  'mail.registration_text': [
    'Enter it on the page where you registered to open your account. If you did not register, you can ignore this: no account opens without the code.',
    '在注册页面填入验证码，账户就开好了。如果不是您本人注册，不用理会，没有验证码就开不了账户。',
  ],
  'mail.known_subject': ['You already have an account', '您已经注册过了'],
  'mail.known_title': ['{name}, you already have an account', '{name}，您已有账户'],
  'mail.known_text': [
    'Somebody just registered with this address. If it was you, sign in with the button below. You do not need a password.',
    '刚才有人用这个邮箱注册。如果是您本人，点下面的按钮就能登录，不用输密码。',
  ],
  'mail.known_button': ['Sign in', '登录'],
  'mail.known_hint': [
    'The link works once, for 30 minutes. If it was not you, you can ignore this: your account stays as it is.',
    '链接 30 分钟内有效，只能用一次。如果不是您本人，不用理会，账户不会有任何变化。',
  ],
  'mail.welcome_subject': ['Welcome', '欢迎光临'],
  'mail.welcome_title': ['Good to have you, {name}', '{name}，欢迎您'],
  'mail.welcome_text': [
    'Your account is open. It keeps your orders, addresses and store credit, so that next time is quicker.',
    '您的账户已经开好，订单、地址和储值余额都记在里面，下次更快。',
  ],
  'mail.welcome_button': ['See your account', '看看我的账户'],
  'mail.welcome_hint': [
    'If it was not you, choose a new password with “Forgot password”; then you can close the account.',
    '如果不是您本人注册，请用“忘记密码”重设密码，之后可以自行注销。',
  ],
  'mail.reset_subject': ['Choose a new password', '设置新密码'],
  'mail.reset_title': ['A new password, {name}?', '{name}，要设置新密码吗？'],
  'mail.reset_text': [
    'Somebody, hopefully you, asked for a new password for this address. The link works once, for 30 minutes.',
    '有人（应该是您本人）申请为这个邮箱设置新密码。链接 30 分钟内有效，只能用一次。',
  ],
  'mail.reset_button': ['Choose a new password', '设置新密码'],
  'mail.reset_hint': [
    'If it was not you, you can ignore this: your password stays as it is.',
    '如果不是您本人操作，不用理会，密码不会改变。',
  ],
  'mail.changed_subject': ['Your password was changed', '您的密码已更改'],
  'mail.changed_title': ['Your password was changed', '您的密码已更改'],
  'mail.changed_text': [
    'Please use the new one from now on. Every other browser has been signed out.',
    '从现在起请用新密码登录，其他设备都已退出。',
  ],
  'mail.changed_button': ['It was not me', '不是我本人操作'],
  'mail.changed_hint': ['Then choose a new password at once.', '请立刻重新设置密码。'],
  'mail.changed_linked': [
    '{provider} is still linked to your account and signs in without the password. If you did not link it, unlink it.',
    '您的账户仍绑定着{provider}，不用密码也能登录。如果不是您绑定的，请解绑。',
  ],
  'mail.changed_linked_hint': [
    'If you did not choose the new password yourself, choose another one at once with “Forgot password”.',
    '如果新密码不是您本人设置的，请立刻用“忘记密码”重新设置。',
  ],
  'mail.linked_subject': ['{provider} was linked to your account', '您的账户已绑定{provider}'],
  'mail.linked_title': ['{provider} was linked to your account', '您的账户已绑定{provider}'],
  'mail.linked_text': [
    'From now on, you can sign in to your account with {provider}, without your password. It stays linked even if you change your password.',
    '以后用{provider}就能登录您的账户，不需要密码。修改密码不会解除绑定。',
  ],
  'mail.linked_other': [
    'If it was not you, unlink it at once and choose a new password.',
    '如果不是您本人操作，请立刻解绑，并重新设置密码。',
  ],
  'mail.linked_button': ['See linked accounts', '查看账号绑定'],
  'mail.code_subject': ['{code} is your code', '验证码 {code}'],
  'mail.sign_in_title': ['Hello {name}, here is your code', '{name}，您的登录验证码'],
  'mail.sign_in_text': ['Enter it on the sign-in page.', '在登录页面填入验证码就能登录。'],
  'mail.proof_title': ['Hello {name}, is this your address?', '{name}，确认一下邮箱'],
  'mail.proof_text': [
    'Enter this code on your account page to confirm that the address is yours.',
    '在账户页面填入验证码，我们就知道这个邮箱是您的。',
  ],
  'mail.secret_code': ['Your code', '验证码'],
  'mail.secret_code_hint': [
    'Valid for 10 minutes. Never share it with anybody, not even with us.',
    '10 分钟内有效，请不要告诉任何人，包括我们。',
  ],
  'mail.merged_subject': ['Your two accounts are now one', '您的两个账户已合并'],
  'mail.merged_title': ['Hello, {name}', '{name}，您好'],
  'mail.merged_text': [
    'We merged your two accounts. Everything is in the account of {email} now. Please sign in there.',
    '您的两个账户已合并，全部内容都在 {email} 的账户里，今后请用它登录。',
  ],
  'mail.merged_hint': ['Was it not you? Please contact the shop at once.', '如果不是您本人操作，请立即联系店铺。'],
  'mail.farewell_subject': ['Your account is closed', '您的账户已注销'],
  'mail.farewell_title': ['Goodbye, {name}', '{name}，再见'],
  'mail.farewell_text': [
    'Your account is closed. We have deleted your name, address, phone, picture and everything else about you.',
    '您的账户已注销，姓名、地址、电话、头像等资料都已删除。',
  ],
  'mail.farewell_kept': [
    'By law we keep the amounts of past orders for our books, without your name.',
    '按法律规定，历史订单的金额要留作记账，但已不含您的姓名。',
  ],
  'mail.farewell_footnote': ['This is the last message that {shop} sends you.', '这是 {shop} 发给您的最后一封邮件。'],
} as const satisfies Record<string, Row>
