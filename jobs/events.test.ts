import { expect, test } from 'vitest'
import { eventHandlers } from './events.ts'

const namesOf = (handlers: ((...args: never[]) => unknown)[] = []) => handlers.map(({ name }) => name)
const isMail = (name: string) => /mail/i.test(name)

test.each(Object.entries(eventHandlers))('the event %s sends each email apart from its other work', (_, handlers) => {
  const later = namesOf(handlers.later)
  expect(later.filter(isMail)).toEqual([])
  const mails = namesOf(handlers.mails)
  expect(mails.filter((name) => !isMail(name))).toEqual([])
  expect(mails.length).toBeLessThanOrEqual(later.length > 0 ? 1 : 2)
})
