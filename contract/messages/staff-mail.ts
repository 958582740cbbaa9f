import type { Row } from '../languages.ts'

/** Emails to staff about their sign-in. */
export const staffMailMessages = {
  'staff_mail.device_subject': ['New sign-in to the back office: {device}', '店铺后台有新设备登录：{device}'],
  'staff_mail.device_title': ['{name}, a new device signed in', '{name}，有新设备登录了你的账号'],
  'staff_mail.device_text': [
    'Somebody signed in to the back office of {shop} with your account, from a device that was not used before: {device}, network address {ip}.',
    '有人用你的账号在一台新设备上登录了{shop}的后台：{device}，网络地址 {ip}。',
  ],
  'staff_mail.passkey_subject': ['New passkey for the back office: {device}', '店铺后台添加了通行密钥：{device}'],
  'staff_mail.passkey_title': ['{name}, a passkey was added', '{name}，你的账号添加了通行密钥'],
  'staff_mail.passkey_text': [
    'A passkey was added to your account in the back office of {shop}: {device}, network address {ip}. It signs in without your password.',
    '你在{shop}后台的账号添加了一个通行密钥：{device}，网络地址 {ip}。用它登录不需要密码。',
  ],
  'staff_mail.passkey_other': [
    'If it was not you, remove the passkey under Account, end the other sessions, and change the password.',
    '如果不是你本人，请到“账号”页面删除这个通行密钥，让其他设备退出登录，并修改密码。',
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
    'If {person} forgot the PIN, a new one can be set on their own phone under Account. If the device is not where it should be, take it back.',
    '如果是 {person} 忘了，可以在自己的手机上到“账号”重新设置。如果设备不在该在的地方，请收回它。',
  ],
  'staff_mail.open_devices': ['See the devices', '查看柜台设备'],
  'staff_mail.open_account': ['Open the account', '打开账号页面'],
  'staff_mail.why': [
    'You get this because you work in the back office of {shop}.',
    '你在{shop}的后台工作，所以收到这封邮件。',
  ],
} as const satisfies Record<string, Row>
