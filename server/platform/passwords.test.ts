import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword } from './passwords.ts'

test('however many passwords are hashed, what else the process has threads for does not wait for them', async () => {
  let hashed = 0
  const rush = Array.from({ length: 50 }, () => hashPassword('a long enough password').then(() => hashed++))
  await stat('.')
  // The thread pool starts tasks in order. Without a limit on concurrent hashes, all hashes would end before `stat`
  // starts.
  expect(hashed).toBeLessThan(10)
  await Promise.all(rush)
  expect(hashed).toBe(50)
})
