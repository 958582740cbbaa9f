import fc from 'fast-check'
import type { Operation } from './operation.ts'
import { done, nothing, operation } from './operation.ts'
import type { Choice, OrderCondition, Play } from './play.ts'
import { choice, describeChoice } from './play.ts'

/** The references under which the provider knows the payments of an order, latest first. */
async function referencesOf(
  play: Play,
  sought: OrderCondition,
  order: Choice,
): Promise<{ id: string; references: string[] } | null> {
  const found = await play.order(sought, order)
  if (!found) return null
  const rows = await play.world.query<{ reference: string }>(
    'select reference from payment_attempts where order_id = $1 order by started_at desc, reference desc',
    [found.id],
  )
  return { id: found.id, references: rows.map(({ reference }) => reference) }
}

const endings = ['pay', 'pay', 'pay', 'pay', 'pay_wrong_amount', 'pay_other_currency', 'refuse'] as const
const notices = ['once', 'once', 'never', 'duplicate', 'parallel', 'bad_sign', 'other_merchant'] as const
const endingTexts = {
  pay: 'takes the money',
  pay_wrong_amount: 'takes a wrong amount',
  pay_other_currency: 'takes another currency',
  refuse: 'declines the payment',
}
const noticeTexts = {
  once: '',
  never: ', and never tells',
  duplicate: ', and tells three times',
  parallel: ', and tells three times at once',
  bad_sign: ', and tells with a wrong signature',
  other_merchant: ', and names another merchant',
}

export const providerOperations: Record<string, Operation> = {
  settle: operation({
    weight: 12,
    about: ['order'],
    fields: {
      order: choice,
      older: fc.constantFrom(0, 0, 0, 1),
      ending: fc.constantFrom(...endings),
      notice: fc.constantFrom(...notices),
    },
    describe: ({ order, older, ending, notice }) =>
      `the provider ${endingTexts[ending]}${older ? ' on the page before the last one' : ''} for ${describeChoice('payable', order)}${noticeTexts[notice]}`,
    async play(play, { order, older, ending, notice }) {
      const found = await referencesOf(play, 'payable', order)
      const reference = found?.references[older] ?? null
      if (!found || !reference) return nothing
      const payment = await play.world.payment(reference)
      // Does nothing if the payment is paid, because the provider then no longer changes it.
      if (!payment || payment.status === 'paid') return nothing
      if (notice !== 'once')
        await play.world.control(reference, {
          action: notice,
          ...(notice.endsWith('l') || notice === 'duplicate' ? { times: 3 } : {}),
        })
      await play.world.control(reference, { action: ending })
      play.touch(`settle`, `order ${found.id}`)
      return done
    },
  }),
  tellAgain: operation({
    weight: 3,
    about: ['order'],
    fields: { order: choice, older: fc.nat({ max: 1 }) },
    describe: ({ order, older }) =>
      `the provider tells of the ${older ? 'earlier' : 'latest'} payment of ${describeChoice('paid', order)} again`,
    async play(play, { order, older }) {
      const found = await referencesOf(play, 'paid', order)
      const reference = found?.references[older] ?? null
      if (!found || !reference) return nothing
      const payment = await play.world.payment(reference)
      if (payment?.status !== 'paid') return nothing
      await play.world.control(reference, { action: 'pay' })
      play.touch('tellAgain', `order ${found.id}`)
      return done
    },
  }),
  providerFault: operation({
    weight: 2,
    about: ['order'],
    fields: {
      order: choice,
      fault: fc.constantFrom(
        'html_502',
        'unknown_status',
        'no_answer_signature',
        'other_order',
        'refuse_refund',
        'slow_refund',
      ),
    },
    describe: ({ order, fault }) =>
      `the provider will answer the next call about ${describeChoice('any', order)} with ${fault}`,
    async play(play, { order, fault }) {
      const found = await referencesOf(play, 'any', order)
      const [reference] = found?.references ?? []
      if (!found || !reference) return nothing
      const method = fault.endsWith('_refund') ? 'pay.orderrefund' : 'pay.orderquery'
      await play.world.control(reference, { action: fault, method })
      play.touch('providerFault', `order ${found.id}`)
      return done
    },
  }),
}
