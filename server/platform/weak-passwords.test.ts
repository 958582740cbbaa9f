import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.ts'

const own = ['mei.chen@example.com', 'Mei Chen Wong', 'Lantern Lane ']

test.each([
  'password',
  'Password1',
  'PASSWORD123!',
  'p@ssw0rd',
  'Pa$$w0rd2026',
  'passw0rd!!',
  '12345678',
  '1234567890',
  '87654321',
  '11111111',
  'aaaaaaaa',
  '12121212',
  '!!!!!!!!',
  'abcdefgh',
  'qwertyui',
  'qwerty123',
  '1qaz2wsx',
  '1q2w3e4r',
  'iloveyou1',
  'woaini1314',
  'woaini520',
  '5201314520',
  'a123456789',
  'qq123456',
  'sunshine7',
  'Welcome2026',
  'toronto2026',
  'mei.chen@example.com',
  'MeiChen88',
  'meichen1',
  'lanternlane',
  'Lantern-Lane-1',
  'lantern12',
  'chen-wong',
])('%s is guessed early', (password) => {
  expect(isWeakPassword(password, own)).toBe(true)
})

test.each([
  'correct horse battery staple',
  'three dumplings at noon',
  'Kx9!vT2q',
  '8472 93746 2210',
  'chen likes taro with less ice',
  'my password is a long sentence',
  '我每天早上喝一杯龙井',
  '🥟🍵🍓🥭🍰🍜🍱🥑',
])('%s is not', (password) => {
  expect(isWeakPassword(password, own)).toBe(false)
})

test('short words of a name are too common to be held against a password', () => {
  expect(isWeakPassword('li-9f7kq2mz', ['li@example.com', 'Li', ''])).toBe(false)
})
