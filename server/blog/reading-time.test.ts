import { expect, test } from 'vitest'
import { languagesOf, minutesOf } from './reading-time.ts'

const words = (count: number) => Array.from({ length: count }, () => 'noodle').join(' ')
const article = (en: string, zh: string) => ({
  title: { en: en && 'Title', zh: zh && '标题' },
  summary: { en: '', zh: '' },
  blocks: [
    { kind: 'paragraph' as const, text: { en, zh } },
    { kind: 'list' as const, items: [{ en, zh }] },
  ],
})

test.each([
  [words(20), '面'.repeat(20), { en: 1, zh: 1 }],
  [words(220), '面'.repeat(350), { en: 2, zh: 2 }],
  [words(550), '', { en: 5 }],
  ['', '面'.repeat(700), { zh: 4 }],
])('reading time is counted by English words and Chinese characters', (en, zh, minutes) => {
  expect(minutesOf(article(en, zh))).toEqual(minutes)
})

test('an article has the languages of its title', () => {
  expect(languagesOf({ title: { en: 'Tea', zh: '' } })).toEqual(['en'])
  expect(languagesOf({ title: { en: ' ', zh: '茶' } })).toEqual(['zh'])
})
