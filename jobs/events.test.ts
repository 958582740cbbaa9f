import { expect, test } from 'vitest'
import { eventHandlers } from './events.ts'

const namesOf = (handlers: ((...args: never[]) => unknown)[] = []) => handlers.map(({ name }) => name)
const isMail = (name: string) => /mail/i.test(name)

test.each(Object.entries(eventHandlers))('the event %s sends each email apart from its other work', (_, handlers) => {
  const later = namesOf(handlers.later)
  if (later.some(isMail)) expect(later).toHaveLength(1)
  const mails = namesOf(handlers.mails)
  expect(mails.filter((name) => !isMail(name))).toEqual([])
  expect(mails.length).toBeLessThan(2)
  // The worker queues `mails` after the `later` handlers, so an event without these would never send them.
  if (mails.length > 0) expect(later).not.toEqual([])
})
