import type { Row } from '../languages.ts'

/** Texts of the back office's page on which staff change their own account. */
export const accountPageMessages = {
  'me.profile': ['Name and language', '名字和语言'],
  'me.password': ['Password', '密码'],
  'me.new_password': ['New password', '新密码'],
  'me.change_password': ['Change the password', '修改密码'],
  'me.password_done': [
    'The password was changed. All other devices were signed out.',
    '密码已修改，其他设备已退出登录。',
  ],
  'me.second_step': ['Second step', '两步验证'],
  'me.second_step_on': ['An authenticator app protects your account.', '你的账号由验证器应用保护。'],
  'me.second_step_off': [
    'Sign in with your password and a code from an app, so that a stolen password is not enough.',
    '登录时除密码外再输入应用里的验证码，密码泄露也不怕。',
  ],
  'me.second_step_start': ['Set up an authenticator app', '设置验证器应用'],
  'me.second_step_again': ['Use another app or phone', '换应用或手机'],
  'me.scan': [
    'Scan this code with the app, then enter the six digits that it shows.',
    '用应用扫描二维码，再输入显示的六位数字。',
  ],
  'me.secret': ['Or type this key into the app:', '或在应用中手动输入密钥：'],
  'me.six_digits': ['Six digits', '六位数字'],
  'me.use': ['Switch on', '开启'],
  'me.recovery': ['Recovery codes', '恢复码'],
  'me.recovery_help': [
    'Keep these codes in a safe place. Each signs you in once if your phone is lost. They are not shown again.',
    '请妥善保存。手机丢失时，每个恢复码可登录一次。之后不再显示。',
  ],
  'me.copy_codes': ['Copy the codes', '复制恢复码'],
  'me.passkeys': ['Passkeys', '通行密钥'],
  'me.passkeys_help': [
    'Sign in with your finger, your face or the PIN of this device, without a password. A passkey is a second step too.',
    '用指纹、面容或设备密码登录，不用输入密码。通行密钥也可以当作两步验证。',
  ],
  'me.passkeys_unsupported': [
    'This browser cannot make passkeys here. Open the back office over https in Safari, Chrome, Edge or Firefox, or use an authenticator app.',
    '在这里无法创建通行密钥。请用 Safari、Chrome、Edge 或 Firefox 通过 https 打开后台，或使用验证器应用。',
  ],
  'me.passkey_add': ['Add a passkey', '添加通行密钥'],
  'me.passkey_added': ['The passkey was added.', '通行密钥已添加。'],
  'me.passkey_closed': [
    'No passkey was made, or this device has one already.',
    '没有创建通行密钥，或这台设备已经有了。',
  ],
  'me.passkey_made': ['Made {date}', '{date} 创建'],
  'me.passkey_used': ['last used {date}', '最近使用 {date}'],
  'me.passkey_unused': ['not used yet', '还没用过'],
  'me.passkey_remove': ['Remove', '删除'],
  'me.pin': ['PIN', 'PIN 码'],
  'me.pin_help': [
    'On a counter device the PIN confirms steps that move money. It works nowhere else.',
    '在柜台设备上，涉及钱的操作用 PIN 码确认。其他地方用不了。',
  ],
  'me.pin_field': ['New PIN, four to six digits', '新 PIN 码（四到六位数字）'],
  'me.pin_set': ['Set the PIN', '设置 PIN 码'],
  'me.pin_done': ['The PIN was set.', 'PIN 码已设置。'],
  'me.devices': ['Signed-in devices', '已登录的设备'],
  'me.this_device': ['this device', '当前设备'],
  'me.since': ['Since {date}', '{date} 登录'],
  'me.end': ['Sign out', '退出'],
  'me.end_others': ['Sign out everywhere else', '退出其他所有设备'],
  'me.unknown_device': ['Unknown device', '未知设备'],
} as const satisfies Record<string, Row>
