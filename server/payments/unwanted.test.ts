import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, test } from 'vitest'
import { statementOf } from '#contract/ledger.ts'
import * as orders from '#server/orders/orders.ts'
import type { ProviderName, StartedOrder } from '#tests/all-wallets.ts'
import { providerNames, setUpWallets } from '#tests/all-wallets.ts'
import * as payments from './payments.ts'

// Money that an order cannot use is refunded automatically, once, and the shopper gets an email.
const minute = 60_000
const wallets = setUpWallets()
const { shop, till, begin, start, control, refundsOf: givenBack, without } = wallets
beforeEach(() => shop.reset())

/**
 * Makes the order and its payment expire by changing their times in the database. The test cannot move the shop's clock
 * instead, because WeChat Pay rejects signatures with a wrong time.
 */
const runOut = (id: string) =>
  shop.query(
    `with o as (update orders set expires_at = now() - interval '2 hours' where id = '${id}')
    update payment_attempts set expires_at = now() - interval '2 hours', asked_at = null,
      check_at = now() - interval '1 second'
    where order_id = '${id}'`,
  )

/** Creates an order whose payment time ends while the provider does not respond. The order's money arrives later. */
async function paidLate(name: ProviderName): Promise<StartedOrder> {
  const begun = await begin(name)
  if (name === 'paypal') {
    // PayPal takes money only when the shop captures it. The response to the capture is lost here.
    await control(name, begun.reference, { action: 'timeout_after_acceptance', method: 'capture' })
    for (let time = 0; time < 2; time++) await control(name, begun.reference, { action: 'never' })
    await control(name, begun.reference, { action: 'pay' })
    await payments.check(begun.ctx, { orderID: begun.id })
  }
  await runOut(begun.id)
  await without(name, async () => {
    await payments.checkPending(shop.ctx())
    await payments.checkPending(shop.ctx())
  })
  expect(await orders.find(begun.ctx, begun.id)).toMatchObject({ status: 'FAILED' })
  if (name !== 'paypal') await control(name, begun.reference, { action: 'pay' })
  await runOut(begun.id)
  await payments.checkPending(shop.ctx())
  return begun
}

/** Runs the job for refunds `turns` times, without the usual waiting time between the runs. Then handles all events. */
async function runJobs(turns = 1) {
  for (let turn = 0; turn < turns; turn++) {
    await payments.sendRefunds(shop.ctx())
    await shop.query("update refunds set check_at = now() - interval '1 second' where check_at is not null")
  }
  await shop.workOff()
}
const refundRows = () => shop.query('select attempt, amount, currency, state from refunds')
const stuck = async () => (await payments.stuck(shop.ctx())).stuck

/** The texts of the emails about automatic refunds of this order. */
async function mails(id: string): Promise<string[]> {
  const folder = join(shop.app.config.DATA_DIR, 'outbox')
  const files = (await readdir(folder)).filter((name) => name.includes(`${id}-late_`))
  return Promise.all(files.map(async (name) => (await PostalMime.parse(await readFile(join(folder, name)))).text ?? ''))
}

describe.each(providerNames)('%s', (name) => {
  test('refunds a payment of an ended order once, with one email', async () => {
    const { id, reference } = await paidLate(name)
    await payments.sendRefunds(shop.ctx())
    expect(await givenBack(name, reference)).toEqual([[expect.any(String), 2340]])
    // The job runs again, because WeChat Pay first only accepts the refund and reports its success later.
    await runJobs(2)
    expect(await refundRows()).toEqual([{ attempt: reference, amount: 2340, currency: 'CAD', state: 'refunded' }])
    expect(await mails(id)).toEqual([expect.stringMatching(/\$23\.40 (is being|was) refunded the way you paid/)])
    expect(await orders.find(shop.ctx(), id)).toMatchObject({ status: 'FAILED', refunded: 0, refunding: 0 })
    expect(await stuck()).toEqual([])
    await runOut(id)
    await payments.checkPending(shop.ctx())
    await shop.query("update payment_attempts set settled_at = now() - interval '2 days'")
    await payments.reconcile(shop.ctx())
    await runJobs()
    expect(await givenBack(name, reference)).toHaveLength(1)
    expect(await stuck()).toEqual([])
  })

  test('the job sends a refund that was claimed but not sent', async () => {
    const { reference } = await paidLate(name)
    await without(name, () => payments.sendRefunds(shop.ctx()))
    expect(await givenBack(name, reference)).toEqual([])
    await runJobs(4)
    expect(await givenBack(name, reference)).toEqual([[expect.any(String), 2340]])
    expect(await refundRows()).toMatchObject([{ state: 'refunded' }])
  })

  test('a refund whose answer was lost is checked and happens once', async () => {
    const { reference } = await paidLate(name)
    const method = name === 'snappay' ? 'pay.orderrefund' : 'refund'
    await control(name, reference, { action: 'timeout_after_acceptance', method })
    await payments.sendRefunds(shop.ctx())
    expect(await refundRows()).toMatchObject([{ state: 'requested' }])
    await runJobs(4)
    expect(await givenBack(name, reference)).toEqual([[expect.any(String), 2340]])
    expect(await refundRows()).toMatchObject([{ state: 'refunded' }])
  })
})

describe.each(['ott', 'citcon', 'iotpay', 'opay'] as const)('%s, which cannot close a payment', (name) => {
  test('a notification of a payment after expiry is enough to refund it', async () => {
    const { ctx, id, reference } = await begin(name)
    shop.clock.advance(16 * minute)
    await payments.checkPending(shop.ctx())
    expect(await orders.find(ctx, id)).toMatchObject({ status: 'FAILED' })
    await control(name, reference, { action: 'parallel' })
    await control(name, reference, { action: 'pay' })
    await runJobs()
    expect(await givenBack(name, reference)).toHaveLength(1)
    expect(await mails(id)).toHaveLength(1)
    expect(shop.errors).not.toContain('a payment needs a person')
  })

  test('the later of two payments of an order is refunded, in either order', async () => {
    for (const [first, second] of [
      ['A1', 'A2'],
      ['A2', 'A1'],
    ]) {
      const { ctx, id } = await begin(name)
      await start('snappay', ctx, id)
      const providers: Record<string, ProviderName> = { A1: name, A2: 'snappay' }
      for (const which of [first, second]) {
        await control(providers[which ?? ''] ?? name, `${id}-${which}`, { action: 'pay' })
        if (which === first)
          await expect.poll(() => orders.find(ctx, id)).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
      }
      await shop.workOff()
      await runJobs()
      expect(await givenBack(providers[second ?? ''] ?? name, `${id}-${second}`)).toHaveLength(1)
      expect(await givenBack(providers[first ?? ''] ?? name, `${id}-${first}`)).toEqual([])
      expect(await orders.find(ctx, id)).toMatchObject({ status: 'NEW', refunded: 0, refunding: 0 })
    }
  })

  test('a payment of a cancelled order is refunded', async () => {
    const { ctx, id, reference } = await begin(name)
    await orders.cancel(ctx, { id, reason: 'other' })
    await shop.workOff()
    await control(name, reference, { action: 'pay' })
    await runJobs()
    expect(await givenBack(name, reference)).toHaveLength(1)
  })
})

test.each(providerNames.filter((name) => name !== 'paypal'))(
  '%s: a wrong amount is refunded, and the shopper can pay again',
  async (name) => {
    const { ctx, id, reference } = await begin(name)
    await control(name, reference, { action: 'pay_wrong_amount' })
    await expect.poll(refundRows).toMatchObject([{ amount: 2339, currency: 'CAD' }])
    expect(await start(name, ctx, id)).toMatchObject({ status: 'INTERIM' })
    await runJobs()
    expect(await givenBack(name, reference)).toEqual([[expect.any(String), 2339]])
    await control(name, `${id}-A2`, { action: 'pay' })
    await expect.poll(() => orders.find(ctx, id)).toMatchObject({ paymentStatus: 'PAID_ONLINE', refunded: 0 })
    expect(await mails(id)).toHaveLength(1)
  },
)

/** The message keys and amounts of the sentences about an order's money, as pages and emails show them. */
async function said({ ctx, id }: Pick<StartedOrder, 'ctx' | 'id'>) {
  const { ledger } = await orders.detail(ctx, { id })
  return statementOf(ledger).map(({ key, amount }) => (amount ? `${key} ${amount.amount}` : key))
}

test('pages and emails say whether money is unanswered, late, being refunded or refunded', async () => {
  const begun = await begin('snappay')
  expect(await said(begun)).toEqual(['open'])
  await runOut(begun.id)
  await without('snappay', async () => {
    await payments.checkPending(shop.ctx())
    await payments.checkPending(shop.ctx())
  })
  expect(await orders.find(begun.ctx, begun.id)).toMatchObject({ status: 'FAILED' })
  // The provider did not respond, so the shop does not know whether it took money.
  expect(await said(begun)).toEqual(['unanswered'])
  await control('snappay', begun.reference, { action: 'pay' })
  await runOut(begun.id)
  await payments.checkPending(shop.ctx())
  expect(await said(begun)).toEqual(['unwanted 2340', 'going_back 2340'])
  await runJobs(2)
  expect(await said(begun)).toEqual(['unwanted 2340', 'sent 2340'])
  const [mail = ''] = await mails(begun.id)
  expect(mail).toContain('We received $23.40, which does not belong to this order.')
  expect(mail).not.toMatch(/Nothing was charged|No payment has reached us/)
})

test.each([
  [
    'a later check',
    async (id: string) => {
      await runOut(id)
      await payments.checkPending(shop.ctx())
    },
  ],
  [
    'the comparison with its records',
    async () => {
      await shop.query("update payment_attempts set settled_at = now() - interval '2 days', asked_at = null")
      await payments.reconcile(shop.ctx())
    },
  ],
] as const)('pages say that a payment that was given up took no money, once %s shows it', async (_, ask) => {
  const begun = await begin('snappay')
  await runOut(begun.id)
  await without('snappay', async () => {
    await payments.checkPending(shop.ctx())
    await payments.checkPending(shop.ctx())
  })
  expect(await said(begun)).toEqual(['unanswered'])
  await control('snappay', begun.reference, { action: 'never' })
  await control('snappay', begun.reference, { action: 'expire' })
  expect(await said(begun)).toEqual(['unanswered'])
  await ask(begun.id)
  expect(await said(begun)).toEqual(['none_tried'])
  expect(await till.attempt(begun.id)).toMatchObject([{ state: 'failed', last_answer: 'CLOSE' }])
})

test('pages show a cancelled order’s money as received, then as being refunded, then as refunded', async () => {
  const { ctx, id, reference } = await begin('snappay')
  await control('snappay', reference, { action: 'pay' })
  await expect.poll(() => said({ ctx, id })).toEqual(['received 2340'])
  await orders.cancelByStore(shop.ctx(), { id, note: '', restocks: true })
  expect(await said({ ctx, id })).toEqual(['received 2340', 'going_back 2340'])
  await shop.workOff()
  await runJobs(2)
  expect(await said({ ctx, id })).toEqual(['received 2340', 'sent 2340'])
})

test('a payment in another currency is refunded in that currency', async () => {
  const { reference } = await begin('citcon')
  await control('citcon', reference, { action: 'pay_other_currency' })
  await runJobs()
  expect(await refundRows()).toEqual([{ attempt: reference, amount: 2340, currency: 'USD', state: 'refunded' }])
})

test('cancelling an order closes its open payment at a provider that supports it', async () => {
  for (const name of ['snappay', 'stripe', 'wechatpay'] as const) {
    const { ctx, id, reference } = await begin(name)
    await orders.cancel(ctx, { id, reason: 'other' })
    await shop.workOff()
    expect(await till.attempt(id)).toMatchObject([{ reference, state: 'failed' }])
    const command = { action: 'expire' }
    await control(name, reference, command)
  }
})

test('an order paid by one attempt closes its other open attempt at the provider', async () => {
  // OTT cannot close a payment. So the OTT attempt stays open after the shopper starts a SnapPay payment, and the
  // shopper pays the OTT attempt.
  const { ctx, id } = await begin('ott')
  await start('snappay', ctx, id)
  await control('ott', `${id}-A1`, { action: 'pay' })
  await expect.poll(() => orders.find(ctx, id)).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
  await shop.workOff()
  expect(await till.attempt(id)).toMatchObject([{ state: 'paid' }, { state: 'failed' }])
  expect(await till.calls(`${id}-A2`, 'pay.ordercancel')).toBe(1)
})

test('a payment to another merchant account waits for staff, who can change their decision', async () => {
  const { ctx, id, reference } = await begin('iotpay')
  shop.app.config.IOTPAY_MERCHANT_ID = 'another'
  await shop.query("update payment_attempts set state = 'mismatch', received = 2340, received_currency = 'CAD'")
  const waits = async () => (await stuck()).filter((one) => one.reference === reference)
  expect(await waits()).toMatchObject([{ kind: 'mismatch' }])
  const review = (number: string, decision: 'refund' | 'honour' | 'dismiss') =>
    payments.review(shop.ctx(), { reference: number, decision })
  await review(reference, 'dismiss')
  expect(await waits()).toEqual([])
  await review(reference, 'dismiss')
  await review(reference, 'honour')
  expect(await orders.find(ctx, id)).toMatchObject({ paymentStatus: 'PAID_ONLINE' })
})
