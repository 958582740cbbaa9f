import { expect, test } from 'vitest'
import { eventHandlers } from './events.ts'

const namesOf = (handlers: ((...args: never[]) => unknown)[] = []) => handlers.map(({ name }) => name)
const isMail = (name: string) => /mail/i.test(name)

test.each(Object.entries(eventHandlers))('the event %s sends emails apart from its other work', (_, handlers) => {
  const later = namesOf(handlers.later)
  const mails = namesOf(handlers.mails)
  expect(mails.filter((name) => !isMail(name))).toEqual([])
  // An event with emails alone needs no second event for them.
  expect(later.every(isMail) ? mails : later.filter(isMail)).toEqual([])
})
