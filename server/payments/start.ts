import { moreBase } from '#contract/constants.ts'
import { pick } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import type { PaymentPart, StartedPayment } from '#contract/payments.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { inParallel, transact, writeWithCommit } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { codeOf } from './code.ts'
import { remindAtOf, transferDeadline } from './deadlines.ts'
import { close } from './expiry.ts'
import { createHandover } from './handover.ts'
import { instructionsOf } from './instructions.ts'
import { takes } from './options.ts'
import { isDown } from './providers/breaker.ts'
import type { Provider, Started } from './providers/provider.ts'
import { offeredProvider, openProvider, optionOf, placeOf, paymentMethods as ways } from './providers/providers.ts'
import { nextCheck } from './status.ts'

const waitStepMs = 50
const longestWaitMs = 5000
const soonMs = 2000

/** The chosen payment method, with its provider and the provider's channel for this visitor. */
interface Chosen {
  option: PaymentMethodId
  provider: Provider
  channel: string
  openId: string | null
  part: PaymentPart
  token: string | undefined
}

/** The payment to start. The `token` of an emailed link replaces the session as proof of ownership. */
export interface Which {
  part?: PaymentPart | undefined
  token?: string | undefined
}

type Plan =
  | { todo: 'call'; attempt: Attempt; order: orders.OrderRow }
  | { todo: 'show' | 'wait' | 'replace'; attempt: Attempt }

/**
 * Starts or resumes a payment with this method. Only one of several concurrent calls contacts the provider. An
 * e-transfer closes the order's cart. Fails with `orders.paid` or `orders.closed`, and with `orders.no_balance` if the
 * order accepts no payment of its balance. Fails with `payments.unavailable` if the method does not work here,
 * `payments.down` while the provider does not respond, and `payments.provider` if the provider refused.
 */
export async function start(
  ctx: Context,
  { orderID, part = 'order', token, openId = null }: Which & { orderID: string; openId?: string | null },
  option: PaymentMethodId,
): Promise<StartedPayment> {
  const chosen = { ...(await choose(ctx, option, openId)), part, token }
  const since = ctx.app.now()
  for (let round = 0; round < 4; round++) {
    const plan = await transact(ctx, (ctx) => prepare(ctx, chosen, orderID))
    if (plan.todo === 'call') return callProvider(ctx, chosen, { order: plan.order, attempt: plan.attempt })
    if (plan.todo === 'show') return toStarted(ctx, plan.attempt)
    const attempt = plan.todo === 'wait' ? await waitForAddress(ctx, plan.attempt) : plan.attempt
    const isSameWay = isOf(attempt, chosen)
    if (plan.todo === 'wait' && isSameWay) return toStarted(ctx, attempt)
    // Does not close an attempt that started after this request. Otherwise two concurrent clicks could keep closing
    // each other's payment.
    if (attempt.startedAt >= since) break
    if (plan.todo === 'replace' && !(await replace(ctx, attempt))) break
  }
  return toStarted(ctx, null, orderID)
}

async function choose(
  ctx: Context,
  option: PaymentMethodId,
  openId: string | null,
): Promise<Omit<Chosen, 'part' | 'token'>> {
  const way = ways.find((way) => way.option === option)
  const place = placeOf(ctx.environment)
  const channel = way?.channels[place]
  const provider = way && (await offeredProvider(ctx, way.provider, place))
  if (!provider || !channel) fail('payments.unavailable')
  return { option, provider, channel, openId }
}

/** Closes an attempt so that another one can replace it. A replaced attempt that fails does not fail the order. */
async function replace(ctx: Context, attempt: Attempt): Promise<boolean> {
  await attempts.change(ctx, attempt.reference, { replacedAt: ctx.app.now() })
  const provider = await openProvider(ctx, attempt.provider)
  return provider !== null && close(ctx, provider, attempt)
}

/**
 * Locks the order and decides what the caller must do after the lock is released. Writes a new attempt before the
 * caller contacts the provider.
 */
async function prepare(ctx: Context, chosen: Chosen, orderId: string): Promise<Plan> {
  const { provider, part, token } = chosen
  const [order, tries] = await inParallel(orders.lockOwned(ctx, orderId, token), attempts.ofOrder(ctx, orderId))
  const now = ctx.app.now()
  const payable = payableFor(order, part, now)
  if (!takes(provider, { amount: payable.amount, currency: order.currency })) fail('payments.unavailable')
  const until = await untilOf(ctx, provider, { order, payable })
  // If money arrived with another amount, the shopper must not pay again until staff have decided.
  const odd = tries.find((attempt) => attempt.part === part && attempt.state === 'mismatch' && !attempt.resolvedAt)
  if (odd) return { todo: 'show', attempt: odd }
  const open = tries.find((attempt) => attempt.state === 'pending')
  if (!open) {
    if (until && until.getTime() !== payable.until?.getTime()) await orders.payUntil(ctx, order, until)
    const attempt = await insertAttempt(ctx, chosen, {
      order,
      payable: { ...payable, until },
      number: tries.length + 1,
    })
    return { todo: 'call', order, attempt }
  }
  if (isUnderWay(ctx, open)) return { todo: 'wait', attempt: open }
  const isSame = isOf(open, chosen) && open.amount === payable.amount
  const hasNext = open.paymentUrl || open.handover || provider.transfer
  const isUsable = isSame && !open.replacedAt && hasNext && open.expiresAt > now
  return { todo: isUsable ? 'show' : 'replace', attempt: open }
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
async function untilOf(
  ctx: Context,
  { transfer }: Provider,
  { order, payable: { part, until } }: { order: orders.OrderRow; payable: orders.Payable },
): Promise<Date | null> {
  if (!transfer) {
    const usual = new Date(ctx.app.now().getTime() + limits.minutesToPay * 60_000)
    return until && until > usual ? usual : until
  }
  const deadline = part === 'order' ? await transferDeadline(ctx, transfer.hours, order) : null
  return deadline ?? fail('payments.unavailable')
}

/** Whether an attempt pays this part of the order (`order` or `balance`) with this provider and channel. */
const isOf = (attempt: Attempt, { provider, channel, part }: Chosen) =>
  attempt.provider === provider.name && attempt.channel === channel && attempt.part === part

async function insertAttempt(
  ctx: Context,
  { provider, channel }: Chosen,
  {
    order,
    payable: { part, amount, until },
    number,
  }: { order: orders.OrderRow; payable: orders.Payable; number: number },
) {
  if (isDown(ctx.app, provider.name)) fail('payments.down')
  const startedAt = ctx.app.now()
  const left = until ? (until.getTime() - startedAt.getTime()) / 60_000 : 60
  const minutes = provider.transfer ? left : Math.min(60, Math.max(5, Math.floor(left)))
  const expiresAt = new Date(startedAt.getTime() + minutes * 60_000)
  const attempt: Attempt = {
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
    remindAt: provider.transfer ? remindAtOf(startedAt, expiresAt) : null,
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
  if (provider.transfer) {
    await orders.closeCart(ctx, order)
    await emit(ctx, 'order.transfer_awaited', { reference: attempt.reference })
  }
  await writeWithCommit(ctx, () =>
    inParallel(attempts.insert(ctx, attempt), orders.setPaymentOption(ctx, order.id, optionOf(attempt))),
  )
  return attempt
}

/**
 * Whether another request may still be calling the provider: the attempt has no result yet, and it started so recently
 * that the provider's timeout has not passed.
 */
function isUnderWay(ctx: Context, attempt: Attempt): boolean {
  if (attempt.paymentUrl || attempt.handover || attempt.lastAnswer) return false
  return ctx.app.now().getTime() < attempt.startedAt.getTime() + ctx.app.config.PROVIDER_TIMEOUT_MS + soonMs
}

async function callProvider(
  ctx: Context,
  { option, provider, openId, token }: Chosen,
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
  const kept = await attempts.changePending(ctx, reference, toChanges(ctx, result))
  return toStarted(ctx, kept ?? null, order.id)
}

function toChanges(ctx: Context, result: Started): Partial<Attempt> {
  if (result.outcome !== 'started') {
    const isRefused = result.outcome === 'refused'
    const end = { state: 'failed', settledAt: ctx.app.now(), checkAt: null } as const
    return { lastAnswer: result.answer, ...(isRefused && end) }
  }
  const { next, providerReference } = result
  const way =
    next.kind === 'redirect'
      ? { paymentUrl: next.url }
      : next.kind === 'qr_code'
        ? { paymentUrl: next.text, isQrCode: true }
        : next.kind === 'mini_program'
          ? { handover: next.parameters }
          : {}
  return { ...way, lastAnswer: 'started', ...(providerReference && { providerReference }) }
}

/** Waits until another request has received the provider's response. */
async function waitForAddress(ctx: Context, attempt: Attempt): Promise<Attempt> {
  const until = performance.now() + Math.min(ctx.app.config.PROVIDER_TIMEOUT_MS, longestWaitMs)
  let seen = attempt
  while (isUnderWay(ctx, seen) && seen.state === 'pending' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, waitStepMs))
    seen = (await attempts.find(ctx, attempt.reference)) ?? seen
  }
  return seen
}

async function toStarted(
  ctx: Context,
  attempt: Attempt | null,
  orderId = attempt?.orderId ?? '',
): Promise<StartedPayment> {
  // If a failed attempt has no next check, the provider refused to start it. After any other failed attempt the order
  // has changed, so the code below returns the order's status.
  if (attempt?.state === 'failed' && !attempt.checkAt) fail('payments.provider')
  if (attempt?.state === 'pending') {
    const { isQrCode, paymentUrl, handover, part } = attempt
    const next = {
      orderID: orderId,
      paymentUrl: isQrCode ? null : paymentUrl,
      ...(isQrCode && codeOf(ctx, attempt)),
      ...(handover && createHandover(ctx, attempt, handover)),
      ...(await instructionsOf(ctx, attempt)),
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
