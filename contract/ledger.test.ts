import { expect, test } from 'vitest'
import { cad, emptyLedger } from '#tests/ledgers.ts'
import type { Ledger } from './ledger.ts'
import { shareAtStore, statementOf } from './ledger.ts'
import { messages } from './messages.ts'

const books: Ledger = { ...emptyLedger, isTried: true, isEnded: true }
const came = (use: 'counted' | 'unwanted' | 'closed', amount = 2340) => ({ amount: cad(amount), use })
const back = (state: 'underway' | 'sent' | 'refused' | 'closed', use: 'counted' | 'unwanted', amount = 2340) => ({
  amount: cad(amount),
  use,
  state,
})

test.each<[string, Partial<Ledger>, string[]]>([
  ['nobody tried to pay', { isTried: false }, ['none']],
  ['a payment was tried and no money arrived', {}, ['none_tried']],
  ['a payment is open', { isOpen: true, isEnded: false }, ['open']],
  ['a payment failed and another may follow', { isEnded: false }, ['open']],
  ['it ended while a payment was not answered', { isOpen: true }, ['unanswered']],
  ['it is paid', { payments: [came('counted')], isEnded: false }, ['received 2340']],
  ['it is paid and cancelled', { payments: [came('counted')] }, ['received 2340', 'going_back 2340']],
  [
    'its money is on its way back',
    { payments: [came('counted')], refunds: [back('underway', 'counted')] },
    ['received 2340', 'going_back 2340'],
  ],
  [
    'its money has gone back',
    { payments: [came('counted')], refunds: [back('sent', 'counted')] },
    ['received 2340', 'sent 2340'],
  ],
  [
    'a part has gone back and it stands',
    { payments: [came('counted')], refunds: [back('sent', 'counted', 340)], isEnded: false },
    ['received 2340', 'sent 340'],
  ],
  [
    'money came too late and goes back',
    { payments: [came('unwanted')], refunds: [back('underway', 'unwanted')] },
    ['unwanted 2340', 'going_back 2340'],
  ],
  ['money came too late and waits for staff', { payments: [came('unwanted')] }, ['unwanted 2340', 'decision 2340']],
  [
    'it was paid twice',
    { payments: [came('counted'), came('unwanted')], refunds: [back('sent', 'unwanted')], isEnded: false },
    ['received 2340', 'unwanted 2340', 'sent 2340'],
  ],
  [
    'a refund was refused',
    { payments: [came('unwanted')], refunds: [back('refused', 'unwanted')] },
    ['unwanted 2340', 'refused 2340'],
  ],
  [
    'a refund was refused and then went through',
    { payments: [came('unwanted')], refunds: [back('refused', 'unwanted'), back('sent', 'unwanted')] },
    ['unwanted 2340', 'sent 2340'],
  ],
  ['staff closed the case of its money', { payments: [came('closed')] }, ['unwanted 2340', 'closed 2340']],
  [
    'a refund was refused, and staff closed the case',
    { payments: [came('counted')], refunds: [back('closed', 'counted')] },
    ['received 2340', 'closed 2340'],
  ],
  [
    'a refund was refused twice, and is still to be decided',
    { payments: [came('counted')], refunds: [back('closed', 'counted'), back('refused', 'counted')] },
    ['received 2340', 'refused 2340'],
  ],
  ['it is cancelled, and its store credit is yet to come back', { credit: cad(500) }, ['credit_back 500']],
  ['store credit came back', { credit: cad(500), creditReturned: cad(500) }, ['credit_back 500']],
  ['it was paid at the store', { atStore: cad(2340), isEnded: false, isTried: false }, ['at_store 2340']],
  [
    'a part was given back at the store',
    { atStore: cad(2340), atStoreReturned: cad(340), isEnded: false, isTried: false },
    ['at_store 2340', 'at_store_back 340'],
  ],
])('%s: the statement of %o is %j', (_, changes, said) => {
  const statement = statementOf({ ...books, ...changes })
  expect(statement.map(({ key, amount }) => (amount ? `${key} ${amount.amount}` : key))).toEqual(said)
  for (const locale of ['en', 'zh'] as const) {
    for (const { key, amount } of statement) {
      const words = messages[locale][`money.${key}`]
      expect(words.includes('{amount}')).toBe(amount !== undefined)
    }
  }
})

test('the statement lists each currency separately', () => {
  const usd = { amount: { amount: 900, currency: 'USD' }, use: 'unwanted' as const }
  const statement = statementOf({ ...books, payments: [usd, came('unwanted', 100)] })
  expect(statement.map(({ key, amount }) => `${key} ${amount?.amount} ${amount?.currency}`)).toEqual([
    'unwanted 900 USD',
    'unwanted 100 CAD',
    'decision 900 USD',
    'decision 100 CAD',
  ])
})

const paid = (amount: number) => came('counted', amount)

test.each<[string, Partial<Ledger>, [amount: number | undefined, left: number, share: number]]>([
  ['paid at the store alone', { atStore: cad(2340) }, [1000, 2340, 1000]],
  ['after its online payment', { atStore: cad(2340), payments: [paid(1000)] }, [1200, 3340, 200]],
  ['of a part that was given back', { atStore: cad(2340), atStoreReturned: cad(2000) }, [500, 340, 340]],
  ['of all that is left', { atStore: cad(2340), payments: [paid(1000)] }, [undefined, 3340, 2340]],
  [
    'whose online payment was refunded, once after the provider refused it',
    {
      atStore: cad(2340),
      payments: [paid(1000)],
      refunds: [back('refused', 'counted', 600), back('sent', 'counted', 600), back('underway', 'counted', 300)],
    },
    [150, 2440, 50],
  ],
  ['whose online payment was smaller than its bill', { atStore: cad(2340), payments: [paid(900)] }, [950, 3340, 50]],
  ['with an unwanted payment', { atStore: cad(2340), payments: [came('unwanted', 900)] }, [9, 2340, 9]],
])('the share of a refund that goes back at the store, %s: %o', (_, changes, [amount, left, share]) => {
  const order = { cancellation: { back: { money: cad(left) } }, ledger: { ...books, ...changes } }
  expect(shareAtStore(order, amount)).toBe(share)
})
