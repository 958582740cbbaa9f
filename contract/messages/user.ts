/** The pages below My Account. */
export const userMessages = {
  'user.pages': ['Your account', '账户'],
  'user.profile': ['Profile', '个人资料'],
  'user.profile_tile': ['Name, phone, language, picture', '姓名、电话、语言、头像'],
  'user.security': ['Sign-in & security', '登录与安全'],
  'user.security_tile': ['Password, e-mail, devices', '密码、邮箱、设备'],
  'user.privacy': ['Privacy & your data', '隐私与数据'],
  'user.privacy_tile': ['Consents, download, deletion', '消息许可、下载、注销'],
} as const
