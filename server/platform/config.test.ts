import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { senderAddress } from './mail/mail.ts'

test.each([
  ['shop@bakery.example', 'shop@bakery.example'],
  ['Lucky Bakery 幸运饼屋 <shop@bakery.example>', 'shop@bakery.example'],
  ['"Lucky, the Bakery" <shop@bakery.example>', 'shop@bakery.example'],
  ['<shop@bakery.example>', 'shop@bakery.example'],
  [' shop@mailhost ', 'shop@mailhost'],
])('with MAIL_FROM=%j, emails come from %s', (from, address) => {
  expect(senderAddress(readConfig({ MAIL_FROM: from }))).toBe(address)
})

test.each([
  'Lucky Bakery',
  'shop@',
  'a@bakery.example, b@bakery.example',
  'Lucky Bakery shop@bakery.example',
  'Lucky Bakery <shop@bakery.example',
  'Lucky Bakery <shop>',
])('MAIL_FROM=%j is refused', (from) => {
  expect(() => readConfig({ MAIL_FROM: from })).toThrow(/^MAIL_FROM is wrong: expected an address, or Name <address>$/)
})
