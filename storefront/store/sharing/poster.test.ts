import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from '#ui/qr-code.ts'
import { toLines } from './poster.ts'

const ofTen = (line: string) => [...line].length <= 10

test.each([
  ['tea', 2, ['tea']],
  ['milk tea with pearls', 3, ['milk tea', 'with', 'pearls']],
  ['milk tea with pearls and more', 2, ['milk tea', 'with…']],
  ['现熬黑糖裹热波霸，冲入安省冰鲜奶', 2, ['现熬黑糖裹热波霸，冲', '入安省冰鲜奶']],
  ['现熬黑糖裹热波霸，冲入安省冰鲜奶。', 1, ['现熬黑糖裹热波霸，…']],
  ['', 2, []],
])('%s is broken into lines of ten characters, at most %i', (text, most, lines) => {
  expect(toLines(text, ofTen, most)).toEqual(lines)
})

const print = (code: boolean[][] | null) =>
  code?.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')).join('\n') ?? ''

// Each of these codes was read with an independent QR reader before its hash was recorded.
test.each([
  ['https://a.example/', 25, '475ab66b0e1af32f'],
  [
    'https://shop.example/store/product/brown-sugar-boba-milk?variant=brown-sugar-boba-milk.large.iced',
    41,
    '3f2a8b32dad51353',
  ],
  ['https://灯里.example/店', 25, 'b4873773a07ff246'],
])('the QR code of %s is %i modules wide and matches the verified one', (text, size, print256) => {
  const code = qrCode(text)
  expect(code).toHaveLength(size)
  expect(createHash('sha256').update(print(code)).digest('hex').slice(0, 16)).toBe(print256)
})

test('QR codes grow with their content, up to 213 bytes', () => {
  const sizes = [1, 14, 15, 26, 27, 106, 107, 213].map((length) => qrCode('x'.repeat(length))?.length)
  expect(sizes).toEqual([21, 21, 25, 25, 29, 41, 45, 57])
  expect(qrCode('x'.repeat(214))).toBeNull()
})
