import type { Row } from '../languages.ts'

/** Emails to staff about their sign-in. */
export const staffMailMessages = {
  'staff_mail.device_subject': ['New sign-in to the back office: {device}', '店铺后台有新设备登录：{device}'],
  'staff_mail.device_title': ['{name}, a new device signed in', '{name}，有新设备登录了你的账号'],
  'staff_mail.device_text': [
    'Somebody signed in to the back office of {shop} with your account, from a device that was not used before: {device}, network address {ip}.',
    '有人用你的账号在一台新设备上登录了{shop}的后台：{device}，IP 地址 {ip}。',
  ],
  'staff_mail.passkey_subject': [
    'New passkey for the back office: {device}',
    '你的店铺后台账号添加了通行密钥：{device}',
  ],
  'staff_mail.passkey_title': ['{name}, a passkey was added', '{name}，你的账号添加了通行密钥'],
  'staff_mail.passkey_text': [
    'A passkey was added to your account in the back office of {shop}: {device}, network address {ip}. It signs in without your password.',
    '你在{shop}后台的账号添加了一个通行密钥：{device}，IP 地址 {ip}。用它登录不需要密码。',
  ],
  'staff_mail.passkey_other': [
    'If it was not you, remove the passkey under Account, end the other sessions, and change the password.',
    '如果不是你本人，请到“账号”页面删除这个通行密钥，让其他设备退出登录，并修改密码。',
  ],
  'staff_mail.passkey_removed_subject': [
    'A passkey for the back office was removed',
    '你的店铺后台账号有一个通行密钥被删除',
  ],
  'staff_mail.passkey_removed_title': ['{name}, a passkey was removed', '{name}，你的账号有一个通行密钥被删除'],
  'staff_mail.passkey_removed_text': [
    'A passkey of your account in the back office of {shop} was removed: {device}, network address {ip}. You can no longer sign in with this passkey.',
    '你在{shop}后台的账号有一个通行密钥被删除：{device}，IP 地址 {ip}。以后不能再用它登录。',
  ],
  'staff_mail.password_subject': ['Your password for the back office was changed', '你的店铺后台密码已修改'],
  'staff_mail.password_title': ['{name}, your password was changed', '{name}，你的密码已修改'],
  'staff_mail.password_text': [
    'The password of your account in the back office of {shop} was changed: {device}, network address {ip}. All other devices were signed out.',
    '你在{shop}后台的账号修改了密码：{device}，IP 地址 {ip}。其他设备都已退出登录。',
  ],
  'staff_mail.authenticator_subject': ['New authenticator app for the back office', '你的店铺后台账号设置了验证器应用'],
  'staff_mail.authenticator_title': ['{name}, an authenticator app was set up', '{name}，你的账号设置了验证器应用'],
  'staff_mail.authenticator_text': [
    'An authenticator app was set up for your account in the back office of {shop}: {device}, network address {ip}. Codes of an earlier app no longer work.',
    '你在{shop}后台的账号设置了新的验证器应用：{device}，IP 地址 {ip}。以前的验证器不再有效。',
  ],
  'staff_mail.pin_changed_subject': ['Your PIN was changed', '你的 PIN 码已修改'],
  'staff_mail.pin_changed_title': ['{name}, your PIN was changed', '{name}，你的 PIN 码已修改'],
  'staff_mail.pin_changed_text': [
    'The PIN with which you confirm money steps on the counter devices of {shop} was changed: {device}, network address {ip}.',
    '你在{shop}柜台设备上确认涉及钱的操作时用的 PIN 码已修改：{device}，IP 地址 {ip}。',
  ],
  'staff_mail.renewed_subject': [
    'Your access to the back office was renewed by a link',
    '有人用链接重设了你的后台账号',
  ],
  'staff_mail.renewed_title': ['{name}, your account has a new password', '{name}，你的账号换了新密码'],
  'staff_mail.renewed_text': [
    'Somebody opened a link for your account in the back office of {shop} and set a new password: {device}, network address {ip}. Passkeys, authenticator app and PIN were removed.',
    '有人打开了你在{shop}后台账号的链接，并设置了新密码：{device}，IP 地址 {ip}。原来的通行密钥、验证器和 PIN 码都已移除。',
  ],
  'staff_mail.device_you': ['If it was you, there is nothing to do.', '如果是你本人，不用理会这封邮件。'],
  'staff_mail.device_other': [
    'If not, end the other sessions under Account, and change the password.',
    '如果不是你本人，请到“账号”页面让其他设备退出登录，并修改密码。',
  ],
  'staff_mail.pin_subject': ['Five wrong PINs on “{device}”', '“{device}”上连续输错五次 PIN 码'],
  'staff_mail.pin_title': ['Somebody entered five wrong PINs', '有人连续输错了五次 PIN 码'],
  'staff_mail.pin_text': [
    'On the counter device “{device}” of {shop}, somebody entered five wrong PINs for {person}. {person} cannot use money steps there for 15 minutes.',
    '在{shop}的柜台设备“{device}”上，有人用 {person} 的名字连续输错了五次 PIN 码。15 分钟内 {person} 不能在这台设备上退款或做其他涉及钱的操作。',
  ],
  'staff_mail.pin_other': [
    'If {person} forgot the PIN, a new one can be set on their own phone under Account. If the device is lost, take it back.',
    '如果是 {person} 忘了，可以在自己的手机上到“账号”重新设置。如果设备不见了，请到后台收回。',
  ],
  'staff_mail.open_devices': ['See the devices', '查看柜台设备'],
  'staff_mail.open_account': ['Open the account', '打开账号页面'],
  'staff_mail.why': [
    'You get this because you work in the back office of {shop}.',
    '你在{shop}的后台工作，所以收到这封邮件。',
  ],
} as const satisfies Record<string, Row>
