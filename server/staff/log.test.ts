import { expect, test } from 'vitest'
import type { z } from 'zod'
import { logFieldMessages } from '#contract/messages/office-log-fields.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import { changeOf } from '#server/platform/http/office-access.ts'

/** The input groups of `staff.writeShop`. The log records the fields of each group, not the group itself. */
const parts = ['identity', 'css', 'headerControl', 'poweredBy', 'options', 'payment', 'social', 'navigation']

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
