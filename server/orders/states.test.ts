import { expect, test } from 'vitest'
import { method } from '#contract/checkout.ts'
import type { Facts, State, Step } from './states.ts'
import { after, steps } from './states.ts'

const facts = method.options.flatMap((method) =>
  [true, false].map((payAtStore): Facts => ({ method, payAtStore: payAtStore && method === 'PICKUP' })),
)
const pickup: Facts = { method: 'PICKUP', payAtStore: false }
const nameOf = ({ status, paymentStatus, fulfilmentStatus }: State) => `${status}+${paymentStatus}+${fulfilmentStatus}`

/** Every state that an order of these facts can come into, each with the steps that it takes from there. */
function walk(start: State, facts: Facts): Map<string, Step[]> {
  const found = new Map<string, Step[]>()
  const open = [start]
  for (let state = open.pop(); state; state = open.pop()) {
    if (found.has(nameOf(state))) continue
    const taken = steps.flatMap((step) => {
      const next = after(state, step, facts)
      if (next) open.push(next)
      return next ? [step] : []
    })
    found.set(nameOf(state), taken)
  }
  return found
}

const pending: State = { status: 'INTERIM', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'NONE' }

test('a pending order is paid, given up or cancelled, and nothing is made of it before', () => {
  expect(walk(pending, pickup).get('INTERIM+NOT_PAID+NONE')).toEqual(['pay', 'fail', 'cancel'])
  expect(after(pending, 'pay', pickup)).toEqual({
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
    fulfilmentStatus: 'PLACED',
  })
})

test('an order to be picked up goes from placed to picked up, and no further', () => {
  expect(Object.fromEntries(walk(pending, pickup))).toEqual({
    'INTERIM+NOT_PAID+NONE': ['pay', 'fail', 'cancel'],
    'FAILED+FAILED+NONE': ['honour'],
    'CANCELLED+NOT_PAID+CANCELLED': [],
    'CANCELLED+PAID_ONLINE+CANCELLED': [],
    'NEW+PAID_ONLINE+PLACED': ['cancel', 'accept', 'prepare', 'ready', 'delay'],
    'NEW+PAID_ONLINE+ACCEPTED': ['cancel', 'prepare', 'ready', 'handOver', 'delay'],
    'NEW+PAID_ONLINE+PREPARING': ['cancel', 'ready', 'handOver', 'delay'],
    'NEW+PAID_ONLINE+READY': ['cancel', 'handOver', 'noShow'],
    'NEW+PAID_ONLINE+PICKED_UP': [],
    'NEW+PAID_ONLINE+NO_SHOW': [],
  })
})

test('only what is delivered is on its way, and it is served at a table and picked up at a counter', () => {
  const reached = (method: Facts['method']) =>
    [...walk(pending, { method, payAtStore: false }).keys()].map((name) => name.split('+')[2])
  expect(reached('DELIVERY')).toEqual(expect.arrayContaining(['OUT', 'DELIVERED']))
  expect(reached('DELIVERY')).not.toEqual(expect.arrayContaining(['PICKED_UP']))
  expect(reached('EAT_IN')).toContain('SERVED')
  for (const wrong of ['OUT', 'DELIVERED', 'PICKED_UP']) expect(reached('EAT_IN')).not.toContain(wrong)
  for (const wrong of ['OUT', 'DELIVERED', 'SERVED']) expect(reached('PICKUP')).not.toContain(wrong)
})

test('what is to be paid at the store is paid when it is handed over, and not when nobody comes', () => {
  const ready: State = { status: 'NEW', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'READY' }
  const facts: Facts = { method: 'PICKUP', payAtStore: true }
  expect(after(ready, 'handOver', facts)).toMatchObject({
    paymentStatus: 'PAID_AT_STORE',
    fulfilmentStatus: 'PICKED_UP',
  })
  expect(after(ready, 'noShow', facts)).toMatchObject({ paymentStatus: 'NOT_PAID' })
})

test('nothing comes back from an end but one whose money came late, and no step leads out of what an order can be', () => {
  const ends = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW', 'CANCELLED']
  for (const fact of facts) {
    const atStore: State = { status: 'NEW', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'PLACED' }
    const starts = fact.payAtStore ? [pending, atStore] : [pending]
    for (const [name, taken] of starts.flatMap((start) => [...walk(start, fact)])) {
      expect(taken.length === 0, name).toBe(ends.some((end) => name.endsWith(end)))
    }
  }
})
