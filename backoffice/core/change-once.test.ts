import { expect, test, vi } from 'vitest'
import { provideSessionStorage } from '#tests/session-storage.ts'
import { changeOnce } from './change-once.ts'

provideSessionStorage()

/**
 * A server that makes each change. It loses its responses to changes while `isLost` is true, and its responses with the
 * list of changes while `isListLost` is true.
 */
function openServer() {
  const sent: string[] = []
  const server = { isLost: true, isListLost: true, sent }
  const loseIf = (isLost: boolean) => {
    if (isLost) throw new TypeError('the response is lost')
  }
  const staff = {
    changeProducts: async ({ submission }: { submission: string }) => {
      sent.push(submission)
      loseIf(server.isLost)
      return { id: submission, count: 1 }
    },
    productChanges: async () => {
      loseIf(server.isListLost)
      const entry = { at: '', count: 1, change: { kind: 'hide' as const }, isUndone: false }
      return { changes: sent.map((id) => ({ ...entry, id })) }
    },
  }
  const options = { staff, offline: 'No connection' }
  return { server, send: (products: string[]) => changeOnce({ products, change: { kind: 'hide' } }, options) }
}

test('a change keeps its submission until the server responds', async () => {
  const { server, send } = openServer()
  expect((await send(['tea'])).errors).toMatchObject([{ message: 'No connection' }])
  await send(['tea'])
  server.isLost = false
  expect((await send(['tea'])).errors).toBeUndefined()
  await send(['tea'])
  await send(['bun'])
  const [first, second, third, fourth, fifth] = server.sent
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, fourth, fifth]).size).toBe(3)
})

test('a change whose response is lost is made if the list of changes has it', async () => {
  const { server, send } = openServer()
  server.isListLost = false
  expect((await send(['tea'])).errors).toBeUndefined()
  await send(['tea'])
  expect(new Set(server.sent).size).toBe(2)
})

test('the same change an hour later is another change', async () => {
  const { server, send } = openServer()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await send(['tea'])
    vi.setSystemTime(Date.now() + 59 * 60_000)
    await send(['tea'])
    vi.setSystemTime(Date.now() + 60 * 60_000)
    await send(['tea'])
  } finally {
    vi.useRealTimers()
  }
  const [first, second, third] = server.sent
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
