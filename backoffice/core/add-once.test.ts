import { expect, test } from 'vitest'
import { provideSessionStorage } from '#tests/session-storage.ts'
import { addOnce } from './add-once.ts'

provideSessionStorage()

test('a product keeps its submission until the server has added it', async () => {
  const sent: string[] = []
  const write = (isLost: boolean) => async (input: { submission: string }) => {
    sent.push(input.submission)
    if (isLost) throw new TypeError('the response is lost')
  }
  await expect(addOnce('product', { name: 'tea' }, write(true))).rejects.toThrow('lost')
  await expect(addOnce('product', { name: 'tea' }, write(true))).rejects.toThrow('lost')
  await addOnce('product', { name: 'tea' }, write(false))
  await addOnce('product', { name: 'tea' }, write(false))
  await addOnce('product', { name: 'bun' }, write(false))
  const [first, second, third, fourth, fifth] = sent
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, fourth, fifth]).size).toBe(3)
})
