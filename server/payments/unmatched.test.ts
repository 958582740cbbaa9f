import { beforeEach, expect, test } from 'vitest'
import { providerNames, setUpWallets } from '#tests/all-wallets.ts'
import * as payments from './payments.ts'
import { openProvider } from './providers/providers.ts'
import { recheckUnmatched } from './unmatched.ts'

// In these tests, staff restored an old backup, and providers notify the shop about payments that it does not know.
const { shop, begin, control, refundsOf: givenBack } = setUpWallets()
beforeEach(() => shop.reset())

const stuck = async () => (await payments.stuck(shop.ctx())).stuck
const review = (reference: string, decision: 'refund' | 'dismiss') =>
  payments.review(shop.ctx(), { reference, decision })
const runJobs = async () => {
  for (let turn = 0; turn < 4; turn++) {
    await payments.sendRefunds(shop.ctx())
    await shop.query("update unmatched_payments set check_at = now() - interval '1 second' where check_at is not null")
  }
}

/** Makes a payment whose order and attempt the restored backup lacks. Returns its reference. */
async function unmatched(name: (typeof providerNames)[number]) {
  const { ctx, id, reference } = await begin(name)
  if (name === 'paypal') {
    // The shop captures the money itself. Staff restore the backup after the capture and before PayPal's notification.
    await control(name, reference, { action: 'never' })
    await control(name, reference, { action: 'pay' })
    await control(name, reference, { action: 'clear' })
    await control(name, reference, { action: 'delay', delayMs: 1000 })
    expect(await payments.check(ctx, { orderID: id })).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
    await shop.query('truncate orders, payment_attempts, payment_notifications cascade')
    return reference
  }
  await shop.query('delete from payment_attempts where reference = $1', [reference])
  await shop.query('delete from orders where id = $1', [id])
  await control(name, reference, { action: 'pay' })
  return reference
}

test.each(providerNames)(
  '%s: a payment of an unknown order is logged and listed, and staff refund it once',
  async (name) => {
    const reference = await unmatched(name)
    await expect
      .poll(stuck)
      .toMatchObject([{ reference, kind: 'unmatched', provider: name, amount: 2340, currency: 'CAD' }])
    expect(shop.errors).toEqual(['a notification is about no payment of ours'])
    await review(reference, 'refund')
    expect(await stuck()).toEqual([])
    await runJobs()
    expect(await givenBack(name, reference)).toEqual([[expect.any(String), 2340]])
    expect(await shop.query('select state from unmatched_payments')).toEqual([{ state: 'refunded' }])
    await expect(review(reference, 'refund')).rejects.toMatchObject({ items: [{ code: 'payments.review' }] })
    expect(await givenBack(name, reference)).toHaveLength(1)
  },
)

test('staff can refund an unknown payment that they dismissed', async () => {
  const reference = await unmatched('ott')
  await review(reference, 'dismiss')
  expect(await stuck()).toEqual([])
  await review(reference, 'refund')
  await runJobs()
  expect(await givenBack('ott', reference)).toHaveLength(1)
})

test('an unknown payment without an answer is listed, and checked again before staff refund it', async () => {
  const { id, reference } = await begin('citcon')
  await shop.query('delete from payment_attempts where reference = $1', [reference])
  await shop.query('delete from orders where id = $1', [id])
  await control('citcon', reference, { action: 'html_502', method: 'query', times: 2 })
  await control('citcon', reference, { action: 'pay' })
  expect(await stuck()).toMatchObject([{ reference, kind: 'unmatched', amount: null }])
  await control('citcon', reference, { action: 'clear' })
  await review(reference, 'refund')
  await runJobs()
  expect(await givenBack('citcon', reference)).toEqual([[expect.any(String), 2340]])
})

test('an answer about an earlier refund of an unknown payment does not change the refund that staff started', async () => {
  const reference = await unmatched('stripe')
  await expect.poll(stuck).toHaveLength(1)
  await review(reference, 'refund')
  await runJobs()
  // A late notification of an earlier test may add another row, so the queries select the row by its reference.
  const setState = (state: string) =>
    shop.query('update unmatched_payments set state = $1 where reference = $2', [state, reference])
  await setState('refunding')
  const [[number] = ['']] = await givenBack('stripe', reference)
  const provider = await openProvider(shop.ctx(), 'stripe')
  if (!provider) throw new Error('there is no provider')
  const answer = { outcome: 'refused', providerReference: null, answer: 'failed: lost_or_stolen_card' } as const
  const recheck = (whileAsked: () => Promise<unknown>) =>
    recheckUnmatched(
      shop.ctx(),
      {
        ...provider,
        async checkRefund() {
          await whileAsked()
          return answer
        },
      },
      number,
    )
  const state = () => shop.query('select state, refunds from unmatched_payments where reference = $1', [reference])
  expect(await recheck(() => review(reference, 'refund'))).toBe('taken')
  expect(await state()).toEqual([{ state: 'refused', refunds: 1 }])
  const refusal = 'a refund was refused and needs a person'
  expect(shop.errors.filter((message) => message === refusal)).toHaveLength(1)
  await setState('refunding')
  const startNext = async () => {
    await setState('refused')
    await review(reference, 'refund')
  }
  expect(await recheck(startNext)).toBe('again')
  expect(await state()).toEqual([{ state: 'refunding', refunds: 2 }])
  expect(shop.errors.filter((message) => message === refusal)).toHaveLength(1)
})
