import { expect, test } from 'vitest'
import { texts } from '#contract/messages.ts'
import { fillEmailText } from './email-text.ts'

test('fillEmailText leaves out an empty name together with its punctuation', () => {
  expect(fillEmailText('Thank you, {name}!', { name: '' })).toBe('Thank you!')
  expect(fillEmailText('{name}, your order is ready', { name: '' })).toBe('Your order is ready')
  expect(fillEmailText('Dear {name}, please look.', { name: '' })).toBe('Please look.')
  expect(fillEmailText('Hello {name}, here is your code', { name: '' })).toBe('Hello, here is your code')
  expect(fillEmailText('{name}，您好。', { name: '' })).toBe('您好。')
  expect(fillEmailText('谢谢您，{name}', { name: '' })).toBe('谢谢您')
  expect(fillEmailText('Thank you, {name}!', { name: 'Mei' })).toBe('Thank you, Mei!')
})

test('every email text is well formed without the name', () => {
  // Emails to the store always contain the shopper's name, so this test leaves them out.
  const isGreeting = (key: string) => key.startsWith('mail.') && !key.startsWith('mail.store_')
  const greetings = Object.entries(texts).filter(([key, [en]]) => isGreeting(key) && en.includes('{name}'))
  expect(greetings.length).toBeGreaterThan(30)
  for (const [key, [en, zh]] of greetings) {
    for (const text of [en, zh]) {
      const without = fillEmailText(text, { name: '' })
      expect(without, key).not.toContain('{name}')
      expect(without, key).toMatch(/^[^\p{Ll}\p{Punctuation}\s]|^[{“]/u)
      expect(without, key).not.toMatch(/ {2}|[,，、]\s*[,，。.!！?？]|[,，\s]$/)
    }
  }
})
