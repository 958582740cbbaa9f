import { expect, test } from 'vitest'
import type { Text } from '#contract/languages.ts'
import { cafeMenus } from './cafe-menus.ts'
import { kitchenMenus } from './kitchen-menus.ts'
import type { Menu } from './menu-text.ts'
import { readMenu } from './menu-text.ts'
import { phoneMenus } from './phone-menus.ts'

const menus = [...cafeMenus, ...kitchenMenus, ...phoneMenus]

/** Formats a menu in short: `[category]`, `name = price`, `+ group: choices`, `~ line that is not understood`. */
function short({ categories, items, groups, left }: Menu): string {
  const name = ({ zh, en }: Text) => [zh, en].filter(Boolean).join('|')
  const money = (cents: number | null) => (cents === null ? '–' : (cents / 100).toFixed(2))
  const lines: string[] = []
  let category: number | null = null
  for (const item of items) {
    if (item.category !== null && item.category !== category) {
      lines.push(`[${name(categories[item.category] ?? { en: '', zh: '' })}]`)
    }
    category = item.category
    const prices = item.sizes.map((size) => `${size.name.zh && `${size.name.zh} `}${money(size.price)}`).join(', ')
    const words = name(item.description) && ` (${name(item.description)})`
    const rest = [...item.marks.map((mark) => ` *${mark}`), ...item.questions.map((one) => ` ?${one}`)].join('')
    lines.push(`${name(item.name)} = ${prices}${words}${rest}`)
  }
  for (const group of groups) {
    const choices = group.choices.map((choice) => `${name(choice.name)} ${money(choice.price)}`).join(', ')
    lines.push(`+ ${name(group.name)}: ${choices}`)
  }
  return [...lines, ...left.map(({ text }) => `~ ${text}`)].join('\n')
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n')

test.each(menus)('reads $about', ({ text, menu }) => {
  expect(short(readMenu(text))).toBe(lines(menu))
})

test('the table has at least sixty menus', () => {
  expect(menus.length).toBeGreaterThanOrEqual(60)
})

test.each(menus)('drops no line of $about', ({ text }) => {
  const read = readMenu(text)
  const used = new Set([...read.used, ...read.left.map(({ line }) => line)])
  const missing = text.split('\n').filter((line, at) => /[\p{L}\p{N}]/u.test(line) && !used.has(at + 1))
  expect(missing).toEqual([])
})

test('reads any text without failing', () => {
  for (const text of [
    '',
    '\n\n',
    '🧋🧋🧋',
    '\u202e\u200f6.50\u0000',
    '+1',
    '/////',
    '((((',
    '6.5',
    '……………',
    '【】',
    '：',
  ])
    expect(readMenu(text).items.length).toBeLessThanOrEqual(1)
})

test('reads a long text in one pass', () => {
  const text = Array.from({ length: 2000 }, (_, at) => `奶茶${at} Milk tea no ${at} ${'.'.repeat(20)} 6.50`).join('\n')
  expect(readMenu(text).items).toHaveLength(2000)
  expect(readMenu('('.repeat(100_000)).items).toEqual([])
  expect(readMenu(`${'1 '.repeat(50_000)}`).items).toEqual([])
})
