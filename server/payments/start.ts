import { moreBase } from '#contract/constants.ts'
import { pick } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import type { PaymentPart, StartedPayment } from '#contract/payments.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { codeOf } from './code.ts'
import { reminderTime, transferDeadline } from './deadlines.ts'
import { closeAttempt } from './expiry.ts'
import { createHandover } from './handover.ts'
import { findInstructions } from './instructions.ts'
import { acceptsAmount } from './options.ts'
import { isDown } from './providers/breaker.ts'
import type { NextStep, Provider, StartResult } from './providers/provider.ts'
import {
  offeredProvider,
  openProvider,
  optionOf,
  placeOf,
  paymentMethods as providerMethods,
} from './providers/providers.ts'
import { nextCheck } from './status.ts'

const pollIntervalMs = 50
const maxWaitMs = 5000
const timeoutMarginMs = 2000
/**
 * How many times a call plans the payment. A call plans again after it closed or waited for another attempt. If new
 * attempts keep appearing, other calls are paying for the order, so this call stops.
 */
const maxRounds = 4
/**
 * A payment lasts until the order's deadline, but at least `minMinutes` and at most `maxMinutes`. An e-transfer has a
 * deadline of its own.
 */
const minMinutes = 5
const maxMinutes = 60

/** The chosen payment method, with its provider and the provider's channel for this visitor. */
interface ChosenMethod {
  option: PaymentMethodId
  provider: Provider
  channel: string
  openId: string | null
  part: PaymentPart
  token: string | undefined
}

/** The part of the order to pay, and the `token` of an emailed link, which proves ownership instead of the session. */
export interface StartOptions {
  part?: PaymentPart | undefined
  token?: string | undefined
}

/**
 * What to do after the order's lock is released:
 * - `call`: contact the provider for this new attempt.
 * - `show`: show this attempt again.
 * - `wait`: another request is contacting the provider for this attempt.
 * - `replace`: close this attempt, because the shopper cannot go on with it (`isUsable`), then plan again.
 */
type Plan =
  | { todo: 'call'; attempt: Attempt; order: orders.OrderRow }
  | { todo: 'show' | 'wait' | 'replace'; attempt: Attempt }

/**
 * Starts or resumes a payment with this method. Only one of several concurrent calls contacts the provider. An
 * e-transfer closes the order's cart. Fails with `orders.paid` or `orders.closed`, and with `orders.no_balance` if the
 * order accepts no payment of its balance. Fails with `campaigns.cancelled` if staff cancelled the order's group-buy.
 * Fails with `payments.unavailable` if the shop does not offer the method for this order or in this kind of app or
 * device, with `payments.down` while the provider does not respond, and with `payments.provider` if the provider
 * refused.
 */
export async function start(
  ctx: Context,
  { orderID, part = 'order', token, openId = null }: StartOptions & { orderID: string; openId?: string | null },
  option: PaymentMethodId,
): Promise<StartedPayment> {
  const chosen = { ...(await chooseMethod(ctx, option, openId)), part, token }
  const since = ctx.app.now()
  for (let round = 0; round < maxRounds; round++) {
    const plan = await transact(ctx, (ctx) => planPayment(ctx, chosen, orderID))
    if (plan.todo === 'call') return callProvider(ctx, chosen, { order: plan.order, attempt: plan.attempt })
    if (plan.todo === 'show') return toStarted(ctx, plan.attempt)
    if (plan.todo === 'wait') {
      const answered = await waitForAddress(ctx, plan.attempt)
      if (matchesMethod(answered, chosen)) return toStarted(ctx, answered)
    }
    // Does not close an attempt that started after this request. Otherwise two concurrent clicks could keep closing
    // each other's payment.
    if (plan.attempt.startedAt >= since) break
    if (plan.todo === 'replace' && !(await replace(ctx, plan.attempt))) break
  }
  return toStarted(ctx, null, orderID)
}

async function chooseMethod(
  ctx: Context,
  option: PaymentMethodId,
  openId: string | null,
): Promise<Omit<ChosenMethod, 'part' | 'token'>> {
  const method = providerMethods.find((way) => way.option === option)
  const place = placeOf(ctx.environment)
  const channel = method?.channels[place]
  const provider = method && (await offeredProvider(ctx, method.provider, place))
  if (!provider || !channel) fail('payments.unavailable')
  return { option, provider, channel, openId }
}

/** Closes an attempt so that another one can replace it. A replaced attempt that fails does not fail the order. */
async function replace(ctx: Context, attempt: Attempt): Promise<boolean> {
  await attempts.writeAttempt(ctx, attempt.reference, { replacedAt: ctx.app.now() })
  const provider = await openProvider(ctx, attempt.provider)
  return provider !== null && closeAttempt(ctx, provider, attempt)
}

/**
 * Locks the order and decides what the caller must do after the lock is released. Writes a new attempt before the
 * caller contacts the provider.
 */
async function planPayment(ctx: Context, chosen: ChosenMethod, orderId: string): Promise<Plan> {
  const { provider, part, token } = chosen
  const [order, earlierAttempts] = await inParallel(
    orders.lockOwned(ctx, orderId, token),
    attempts.findByOrder(ctx, orderId),
  )
  const now = ctx.app.now()
  const payable = payableFor(order, part, now)
  if (await campaigns.isCalledOff(ctx, order)) fail('campaigns.cancelled')
  if (!acceptsAmount(provider, { amount: payable.amount, currency: order.currency })) fail('payments.unavailable')
  // If money arrived with another amount, the shopper must not pay again until staff have decided.
  const mismatched = earlierAttempts.find(
    (attempt) => attempt.part === part && attempt.state === 'mismatch' && !attempt.resolvedAt,
  )
  if (mismatched) return { todo: 'show', attempt: mismatched }
  const pending = earlierAttempts.find((attempt) => attempt.state === 'pending')
  if (pending && isCallInProgress(ctx, pending)) return { todo: 'wait', attempt: pending }
  if (pending && isUsable(pending, chosen, { amount: payable.amount, now })) return { todo: 'show', attempt: pending }
  // `paymentDeadline` fails if it is too late to start an e-transfer. An open e-transfer is still usable then, so the
  // code above returns it first.
  const until = await paymentDeadline(ctx, provider, { order, payable })
  if (pending) return { todo: 'replace', attempt: pending }
  if (until && until.getTime() !== payable.until?.getTime()) await orders.setPaymentDeadline(ctx, order, until)
  const attempt = await insertAttempt(ctx, chosen, {
    order,
    payable: { ...payable, until },
    number: earlierAttempts.length + 1,
  })
  return { todo: 'call', order, attempt }
}

/** Whether the shopper can go on with this pending attempt. */
function isUsable(attempt: Attempt, chosen: ChosenMethod, { amount, now }: { amount: number; now: Date }): boolean {
  const isSame = matchesMethod(attempt, chosen) && attempt.amount === amount
  const hasNext = attempts.hasAddress(attempt) || chosen.provider.transfer !== undefined
  return isSame && !attempt.replacedAt && hasNext && attempt.expiresAt > now
}

/** What the shopper can pay now for this part of the order. Fails if the part is paid or no longer payable. */
function payableFor(order: orders.OrderRow, part: PaymentPart, now: Date): orders.Payable {
  const payable = orders.payableOf(order)
  const isPaid = part === 'balance' ? order.balancePaid > 0 : order.paymentStatus === 'PAID_ONLINE'
  if (isPaid) fail('orders.paid')
  const isOver = payable?.part !== part || (payable.until !== null && payable.until <= now)
  if (isOver) fail(part === 'balance' ? 'orders.no_balance' : 'orders.closed')
  return payable
}

/**
 * The deadline of a payment with this provider. An e-transfer extends the order's deadline, and a later payment by
 * another method shortens it again. Fails with `payments.unavailable` if an e-transfer would arrive too late, or if it
 * would pay a balance, which has no deadline.
 */
async function paymentDeadline(
  ctx: Context,
  { transfer }: Provider,
  { order, payable: { part, until } }: { order: orders.OrderRow; payable: orders.Payable },
): Promise<Date | null> {
  if (!transfer) {
    const standard = new Date(ctx.app.now().getTime() + limits.minutesToPay * 60_000)
    return until && until > standard ? standard : until
  }
  const deadline = part === 'order' ? await transferDeadline(ctx, transfer.hours, order) : null
  return deadline ?? fail('payments.unavailable')
}

/** Whether an attempt pays this part of the order (`order` or `balance`) with this provider and channel. */
const matchesMethod = (attempt: Attempt, { provider, channel, part }: ChosenMethod) =>
  attempt.provider === provider.name && attempt.channel === channel && attempt.part === part

interface NewAttempt {
  order: orders.OrderRow
  payable: orders.Payable
  number: number
}

async function insertAttempt(ctx: Context, { provider, channel }: ChosenMethod, newAttempt: NewAttempt) {
  if (isDown(ctx.app, provider.name)) fail('payments.down')
  const { order } = newAttempt
  const attempt = toAttempt(provider, newAttempt, { channel, startedAt: ctx.app.now() })
  if (provider.transfer) {
    await orders.closeCart(ctx, order)
    await emit(ctx, 'order.transfer_awaited', { reference: attempt.reference })
  }
  await writeWithCommit(ctx, () =>
    inParallel(attempts.insert(ctx, attempt), orders.setPaymentOption(ctx, order.id, optionOf(attempt))),
  )
  return attempt
}

/** A pending attempt, as it is before the provider is contacted. */
function toAttempt(
  provider: Provider,
  { order, payable: { part, amount, until }, number }: NewAttempt,
  { channel, startedAt }: { channel: string; startedAt: Date },
): Attempt {
  const expiresAt = expiryOf(provider, startedAt, until)
  return {
    reference: `${order.id}-A${number}`,
    orderId: order.id,
    part,
    provider: provider.name,
    channel,
    state: 'pending',
    amount,
    currency: order.currency,
    startedAt,
    expiresAt,
    remindAt: provider.transfer ? reminderTime(startedAt, expiresAt) : null,
    checkAt: nextCheck('pending', 0, startedAt),
    checks: 0,
    providerReference: null,
    paymentUrl: null,
    handover: null,
    isQrCode: false,
    askedAt: null,
    replacedAt: null,
    settledAt: null,
    lastAnswer: null,
    received: null,
    receivedCurrency: null,
    refunded: 0,
    resolution: null,
    resolvedAt: null,
    reconciledAt: null,
    discrepancy: null,
  }
}

/** When an attempt expires. An e-transfer lasts until its deadline `until`. */
function expiryOf({ transfer }: Provider, startedAt: Date, until: Date | null): Date {
  if (transfer && until) return until
  const minutesLeft = until ? (until.getTime() - startedAt.getTime()) / 60_000 : maxMinutes
  const minutes = Math.min(maxMinutes, Math.max(minMinutes, Math.floor(minutesLeft)))
  return new Date(startedAt.getTime() + minutes * 60_000)
}

/**
 * Whether another request may still be calling the provider: the attempt has no result yet, and it started so recently
 * that the provider's timeout has not passed.
 */
function isCallInProgress(ctx: Context, attempt: Attempt): boolean {
  if (attempts.hasAddress(attempt) || attempt.lastAnswer) return false
  return ctx.app.now().getTime() < attempt.startedAt.getTime() + ctx.app.config.PROVIDER_TIMEOUT_MS + timeoutMarginMs
}

async function callProvider(
  ctx: Context,
  { option, provider, openId, token }: ChosenMethod,
  { order, attempt }: { order: orders.OrderRow; attempt: Attempt },
): Promise<StartedPayment> {
  const { reference, channel, amount, currency } = attempt
  const query = `${token ? `token=${token}&` : ''}from_source=${paymentMethods[option].source}X${order.id}`
  const result = await provider.start({
    reference,
    channel,
    amount: { amount, currency },
    description: `${pick(order.location.name, order.locale)} · ${orders.numberOf(order)}`,
    returnUrl: `${ctx.origin}/confirmation/${order.id}?${query}`,
    notifyUrl: `${ctx.app.config.PUBLIC_URL ?? ctx.origin}${moreBase}/payments/${provider.name}/notification`,
    minutes: (attempt.expiresAt.getTime() - attempt.startedAt.getTime()) / 60_000,
    locale: ctx.locale,
    isMobile: ctx.environment.isMobile,
    ip: ctx.ip,
    openId,
  })
  if (result.outcome !== 'started') {
    const { outcome, answer } = result
    ctx.app.log.warn('a payment could not be started', { reference, outcome, answer })
  }
  // A notification may settle the attempt before the provider responds. The response then changes nothing.
  const updated = await attempts.writePending(ctx, reference, toChanges(ctx, result))
  return toStarted(ctx, updated ?? null, order.id)
}

function toChanges(ctx: Context, result: StartResult): Partial<Attempt> {
  if (result.outcome !== 'started') {
    const isRefused = result.outcome === 'refused'
    const end = { state: 'failed', settledAt: ctx.app.now(), checkAt: null } as const
    return { lastAnswer: result.answer, ...(isRefused && end) }
  }
  const { next, providerReference } = result
  return { ...nextFields(next), lastAnswer: 'started', ...(providerReference && { providerReference }) }
}

/** The fields of an attempt that say how the shopper goes on. */
function nextFields(next: NextStep): Partial<Attempt> {
  if (next.kind === 'redirect') return { paymentUrl: next.url }
  if (next.kind === 'qr_code') return { paymentUrl: next.text, isQrCode: true }
  return next.kind === 'mini_program' ? { handover: next.parameters } : {}
}

/** Waits until another request has received the provider's response, at most for `maxWaitMs` or the call's timeout. */
async function waitForAddress(ctx: Context, attempt: Attempt): Promise<Attempt> {
  const until = performance.now() + Math.min(ctx.app.config.PROVIDER_TIMEOUT_MS, maxWaitMs)
  let current = attempt
  while (isCallInProgress(ctx, current) && current.state === 'pending' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    current = (await attempts.find(ctx, attempt.reference)) ?? current
  }
  return current
}

async function toStarted(
  ctx: Context,
  attempt: Attempt | null,
  orderId = attempt?.orderId ?? '',
): Promise<StartedPayment> {
  // If a failed attempt has no next check, the provider refused to start it. For any other failed attempt, the code
  // below returns the order's status.
  if (attempt?.state === 'failed' && !attempt.checkAt) fail('payments.provider')
  if (attempt?.state === 'pending') {
    const { isQrCode, paymentUrl, handover, part } = attempt
    const next = {
      orderID: orderId,
      paymentUrl: isQrCode ? null : paymentUrl,
      ...(isQrCode && codeOf(ctx, attempt)),
      ...(handover && createHandover(ctx, attempt, handover)),
      ...(await findInstructions(ctx, attempt)),
    }
    // The attempt is pending, so the order's state is known. If the attempt pays the order, the order is still pending.
    // If it pays the balance, the order is already placed and its deposit is paid.
    return part === 'balance'
      ? { ...next, status: 'NEW', paymentStatus: 'PAID_ONLINE' }
      : { ...next, status: 'INTERIM', paymentStatus: 'NOT_PAID' }
  }
  const { status, paymentStatus } = (await orders.find(ctx, orderId)) ?? fail('not_found')
  return { orderID: orderId, paymentUrl: null, status, paymentStatus }
}
