import { beforeEach, expect, test } from 'vitest'
import { providerNames, setUpWallets } from '#tests/all-wallets.ts'
import * as payments from './payments.ts'

// In these tests, staff restored an old backup, and providers notify the shop about payments that it does not know.
const { shop, begin, control, givenBack } = setUpWallets()
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
