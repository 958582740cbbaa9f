import type { Row } from '../languages.ts'

/** Field names and field errors. */
export const fieldMessages = {
  'field.error_at': ['{field}: {message}', '{field}：{message}'],
  'field.choose_file': ['Choose a file', '选择文件'],
  'field.no_file': ['No file chosen', '未选择文件'],
  'field.required': ['Please fill this in.', '请填写这一项。'],
  'field.too_short': ['Please write at least {limit} characters.', '至少 {limit} 个字符。'],
  'field.too_long': ['Please write at most {limit} characters.', '最多 {limit} 个字符。'],
  'field.too_small': ['At least {limit}, please.', '不能少于 {limit}。'],
  'field.too_big': ['At most {limit}, please.', '不能多于 {limit}。'],
  'field.email': ['Please check the email address.', '请检查邮箱地址。'],
  'field.phone': ['Please enter a Canadian, US or Chinese phone number.', '请填写加拿大、美国或中国的电话号码。'],
  'field.https': ['Please write an address that begins with https://.', '请填写以 https:// 开头的网址。'],
  'field.outside': [
    'Please write an address that begins with https://, mailto: or tel:.',
    '请填写以 https://、mailto: 或 tel: 开头的地址。',
  ],
  'field.twice': ['There are two entries with this name.', '有两项用了这个名称。'],
  'field.format': ['This does not look right.', '格式不对。'],
  'field.postal_area': [
    '“{text}” is not the beginning of a postal code of the store’s country, or a range such as M5A-M5T.',
    '“{text}”不是门店所在国家的邮编开头，也不是 M5A-M5T 这样由小到大的区间。',
  ],
  'field.type': ['This does not look right.', '格式不对。'],
  'field.links': ['Please use fewer links: at most {limit}.', '链接太多了，最多留 {limit} 个。'],
  'field.unknown': ['This is not expected here.', '这里不需要这一项。'],
} as const satisfies Record<string, Row>
