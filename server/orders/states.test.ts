import { expect, test } from 'vitest'
import { method } from '#contract/checkout.ts'
import type { State, Step, StepFacts } from './states.ts'
import { nextState, steps } from './states.ts'

const facts = method.options.flatMap((method) =>
  [true, false].map((payAtStore): StepFacts => ({ method, payAtStore: payAtStore && method === 'PICKUP' })),
)
const pickup: StepFacts = { method: 'PICKUP', payAtStore: false }
const nameOf = ({ status, paymentStatus, fulfilmentStatus, cancelRequest }: State) =>
  [status, paymentStatus, fulfilmentStatus, ...(cancelRequest === 'NONE' ? [] : [cancelRequest])].join('+')

/** Every state that an order with these facts can reach, with the steps possible from it. */
function walk(start: State, facts: StepFacts): Map<string, Step[]> {
  const found = new Map<string, Step[]>()
  const open = [start]
  for (let state = open.pop(); state; state = open.pop()) {
    if (found.has(nameOf(state))) continue
    const taken = steps.flatMap((step) => {
      const next = nextState(state, step, facts)
      if (next) open.push(next)
      return next ? [step] : []
    })
    found.set(nameOf(state), taken)
  }
  return found
}

const unasked = { cancelRequest: 'NONE' } as const
const pending: State = { status: 'INTERIM', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'NONE', ...unasked }

test('a pending order can only be paid, failed or cancelled', () => {
  expect(walk(pending, pickup).get('INTERIM+NOT_PAID+NONE')).toEqual(['pay', 'fail', 'cancel'])
  expect(nextState(pending, 'pay', pickup)).toEqual({
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
    fulfilmentStatus: 'PLACED',
    cancelRequest: 'NONE',
  })
})

test('a pickup order has steps from placed to picked up, and none after', () => {
  const stages = [...walk(pending, pickup)].filter(([name]) => !/ASKED|DECLINED|GRANTED/.test(name))
  expect(Object.fromEntries(stages)).toEqual({
    'INTERIM+NOT_PAID+NONE': ['pay', 'fail', 'cancel'],
    'FAILED+FAILED+NONE': ['honour'],
    'CANCELLED+NOT_PAID+CANCELLED': [],
    'CANCELLED+PAID_ONLINE+CANCELLED': [],
    'NEW+PAID_ONLINE+PLACED': ['cancel', 'accept', 'prepare', 'ready', 'delay', 'askToCancel'],
    'NEW+PAID_ONLINE+ACCEPTED': ['cancel', 'prepare', 'ready', 'handOver', 'delay', 'askToCancel'],
    'NEW+PAID_ONLINE+PREPARING': ['cancel', 'ready', 'handOver', 'delay', 'askToCancel'],
    'NEW+PAID_ONLINE+READY': ['cancel', 'handOver', 'noShow', 'askToCancel'],
    'NEW+PAID_ONLINE+PICKED_UP': [],
    'NEW+PAID_ONLINE+NO_SHOW': [],
  })
})

test('a request to cancel is answered once, blocks no other step and ends with the order', () => {
  const found = walk(pending, pickup)
  expect(found.get('NEW+PAID_ONLINE+ACCEPTED+ASKED')).toEqual([
    'cancel',
    'prepare',
    'ready',
    'handOver',
    'delay',
    'declineCancel',
  ])
  expect(found.get('NEW+PAID_ONLINE+ACCEPTED+DECLINED')).toEqual(['cancel', 'prepare', 'ready', 'handOver', 'delay'])
  const ended = [...found.keys()].filter((name) => /PICKED_UP|NO_SHOW|CANCELLED/.test(name))
  expect(ended.filter((name) => name.endsWith('ASKED'))).toEqual([])
  expect(ended.filter((name) => name.endsWith('GRANTED'))).toEqual(['CANCELLED+PAID_ONLINE+CANCELLED+GRANTED'])
})

test('each fulfilment method reaches only its own states', () => {
  const reached = (method: StepFacts['method']) =>
    [...walk(pending, { method, payAtStore: false }).keys()].map((name) => name.split('+')[2])
  expect(reached('DELIVERY')).toEqual(expect.arrayContaining(['OUT', 'DELIVERED']))
  expect(reached('DELIVERY')).not.toEqual(expect.arrayContaining(['PICKED_UP']))
  expect(reached('EAT_IN')).toContain('SERVED')
  for (const wrong of ['OUT', 'DELIVERED', 'PICKED_UP']) expect(reached('EAT_IN')).not.toContain(wrong)
  for (const wrong of ['OUT', 'DELIVERED', 'SERVED']) expect(reached('PICKUP')).not.toContain(wrong)
})

test('a pay-at-store order is paid at hand-over and stays unpaid on a no-show', () => {
  const ready: State = { status: 'NEW', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'READY', ...unasked }
  const facts: StepFacts = { method: 'PICKUP', payAtStore: true }
  expect(nextState(ready, 'handOver', facts)).toMatchObject({
    paymentStatus: 'PAID_AT_STORE',
    fulfilmentStatus: 'PICKED_UP',
  })
  expect(nextState(ready, 'noShow', facts)).toMatchObject({ paymentStatus: 'NOT_PAID' })
})

test('final states, and no others, have no further steps', () => {
  const ends = ['PICKED_UP', 'DELIVERED', 'SERVED', 'NO_SHOW', 'CANCELLED']
  for (const fact of facts) {
    const atStore: State = { status: 'NEW', paymentStatus: 'NOT_PAID', fulfilmentStatus: 'PLACED', ...unasked }
    const starts = fact.payAtStore ? [pending, atStore] : [pending]
    for (const [name, taken] of starts.flatMap((start) => [...walk(start, fact)])) {
      expect(taken.length === 0, name).toBe(ends.some((end) => name.split('+')[2] === end))
    }
  }
})
