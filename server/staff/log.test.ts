import { expect, test } from 'vitest'
import type { z } from 'zod'
import { logFieldMessages } from '#contract/messages/office-log-fields.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import { changeOf } from '#server/platform/http/office-access.ts'

/** The input groups of `staff.writeShop`. The log records the fields of each group, not the group itself. */
const parts = ['identity', 'css', 'headerControl', 'poweredBy', 'options', 'payment', 'social', 'navigation']

test.each([
  ['staff.reply', { order: 'o1', comment: 'Mei of 12 Elm Street' }, {}],
  ['staff.refund', { order: 'o1', amount: 500, note: 'Mei was ill' }, { amount: 500 }],
  ['staff.contact', { contact: 'c1', note: 'Mei asked' }, {}],
  ['staff.sendOut', { order: 'o1', tracking: { carrier: 'Post', number: 'RR1' } }, {}],
  ['staff.writeCoupon', { coupon: 'c1', note: { en: 'For all', zh: '全场' } }, { note: { en: 'For all', zh: '全场' } }],
])('the log of %s keeps no text about a person, which erasure could not remove', (name, input, after) => {
  const call = listStaffCalls().find((one) => one.name === name)
  expect(call && changeOf(call, input).after).toEqual(after)
})

test('each input that the log keeps has words', () => {
  const unnamed = listStaffCalls()
    .filter(({ method, right, isUnlogged }) => method !== 'GET' && right !== 'anyone' && !isUnlogged)
    .flatMap((call) => {
      const { shape } = call.input as z.ZodObject
      const input = Object.fromEntries(Object.keys(shape).map((name) => [name, name]))
      const kept = Object.keys(changeOf(call, input).after ?? {})
      const known = [...Object.keys(logFieldMessages), ...(call.name === 'staff.writeShop' ? parts : [])]
      return kept.filter((field) => !known.includes(field)).map((field) => `${call.name}: ${field}`)
    })
  expect(unnamed).toEqual([])
})
