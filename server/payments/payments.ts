import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { PaymentOption } from '#contract/checkout.ts'
import type { MessageKey } from '#contract/messages.ts'
import { texts } from '#contract/messages.ts'
import type { StatusResult } from '#contract/orders.ts'
import type { StartedPayment } from '#contract/payments.ts'
import { choices } from '#server/cart/cart.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { openAll, placeholders, prepared } from '#server/platform/prepared.ts'
import type { Channel, Notification, Provider } from './providers/provider.ts'
import { snapPay } from './providers/snappay.ts'
import type { Attempt } from './settle.ts'
import { change, claim, close, closeOrGiveUp, optionOf, settle } from './settle.ts'
import { endIntervalMs, nextCheck } from './status.ts'
import { paymentAttempts, paymentNotifications } from './tables.ts'

const batch = 20
const waitStepMs = 50
const longestWaitMs = 5000
const soonMs = 2000
const dayMs = 86_400_000
const longestForgedBody = 4000

type OrderInput = { orderID: string }

/**
 * The ways to pay where this visitor is: within a wallet's own browser only that wallet works. Paying at the store is
 * last, for what is picked up there.
 */
export async function options(ctx: Context): Promise<{ options: PaymentOption[] }> {
  const { kind, isWeChat } = ctx.environment
  const wallets: Channel[] =
    kind === 'payment_app'
      ? ['webpay/ALIPAY']
      : isWeChat || kind === 'mini_program'
        ? ['h5pay/WECHATPAY']
        : ['h5pay/WECHATPAY', 'webpay/ALIPAY', 'webpay/UNIONPAY']
  const ids = ctx.app.config.SNAPPAY_URL ? wallets.map((channel) => optionOf[channel]) : []
  const method = (await choices.read(ctx))?.method ?? 'PICKUP'
  return { options: [...ids, ...(method === 'PICKUP' ? ['pay_at_store'] : [])].map(toOption) }
}

/** Starts paying with WeChat, or takes it up again with the same address. `orders.paid`, `orders.closed`, `payments.provider`. */
export function startSnapPayWeChat(ctx: Context, { orderID }: OrderInput): Promise<StartedPayment> {
  return start(ctx, orderID, 'h5pay/WECHATPAY')
}

/** The same with Alipay. */
export function startSnapPayAlipay(ctx: Context, { orderID }: OrderInput): Promise<StartedPayment> {
  return start(ctx, orderID, 'webpay/ALIPAY')
}

/** The same with UnionPay. */
export function startSnapPayUnionPay(ctx: Context, { orderID }: OrderInput): Promise<StartedPayment> {
  return start(ctx, orderID, 'webpay/UNIONPAY')
}

/** How the caller's own order stands; asks the provider while it is pending, but not for each of many pollers. */
export async function checkSnapPay(ctx: Context, { orderID }: OrderInput): Promise<StatusResult> {
  let order = await orders.owned(ctx, orderID)
  const provider = openProvider(ctx)
  const attempt = provider && order.status === 'INTERIM' ? await findOpen(ctx, orderID) : undefined
  if (provider && attempt && (await claim(ctx, attempt.reference))) {
    await settle(ctx, provider, await provider.check(attempt.reference))
    order = await readOrder(ctx, orderID)
  }
  const { status, paymentStatus } = order
  return { orderID, qrCodeScan: false, status, paymentStatus }
}

/**
 * SnapPay tells us something. It is kept word by word, then SnapPay is asked, as the signature proves little.
 * `refused`: forged. `again`: could not be confirmed now, it shall come once more. `taken`: nothing left to do.
 */
export async function snapPayNotified(
  ctx: Context,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<'taken' | 'refused' | 'again'> {
  const provider = openProvider(ctx)
  if (!provider) return 'refused'
  const notification = provider.readNotification(body)
  const isNew = await remember(ctx, provider, notification, { body, headers })
  if (notification.verdict === 'forged') {
    ctx.app.log.warn('a notification was refused', { provider: provider.name, reason: notification.reason })
    return 'refused'
  }
  return notification.verdict === 'accepted' ? confirm(ctx, provider, notification.reference, isNew) : 'taken'
}

/** The job: asks about every attempt that is due, and ends orders whose time is over. Any number may run at once. */
export async function checkPending(ctx: Context): Promise<void> {
  const provider = openProvider(ctx)
  const due = provider ? await claimDue(ctx) : []
  await allOf(ctx, due, async (attempt) => {
    const order = await readOrder(ctx, attempt.orderId)
    if (attempt.state === 'pending' && !isPayable(ctx, order)) await closeOrGiveUp(ctx, provider, attempt)
    else if (provider) await settle(ctx, provider, await provider.check(attempt.reference))
  })
  await allOf(ctx, await orders.expired(ctx, batch), (orderId) => expire(ctx, provider, orderId))
}

/** An order failed or was cancelled: what is still open at the provider is closed, so that nobody pays for nothing. */
export async function closeOpen(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const attempt = await findOpen(ctx, orderId)
  if (attempt) await closeOrGiveUp(ctx, openProvider(ctx), attempt)
}

/** Forgets what providers told us: forged notifications after a week, true ones after half a year. */
export async function sweep(ctx: Context): Promise<void> {
  const { receivedAt, verdict } = paymentNotifications
  const before = (days: number) => new Date(ctx.app.now().getTime() - days * dayMs)
  const isForgotten = or(lte(receivedAt, before(180)), and(eq(verdict, 'rejected'), lte(receivedAt, before(7))))
  await ctx.db.delete(paymentNotifications).where(isForgotten)
}

type Plan =
  | { todo: 'call'; attempt: Attempt; order: orders.OrderRow }
  | { todo: 'show' | 'wait' | 'replace'; attempt: Attempt }

async function start(ctx: Context, orderId: string, channel: Channel): Promise<StartedPayment> {
  const provider = openProvider(ctx) ?? fail('payments.unavailable')
  const since = ctx.app.now()
  for (let round = 0; round < 4; round++) {
    const plan = await transact(ctx, (ctx) => prepare(ctx, provider, orderId, channel))
    if (plan.todo === 'call') return callProvider(ctx, provider, plan.order, plan.attempt)
    if (plan.todo === 'show') return toStarted(ctx, plan.attempt)
    const attempt = plan.todo === 'wait' ? await waitForAddress(ctx, plan.attempt) : plan.attempt
    if (plan.todo === 'wait' && attempt.channel === channel) return toStarted(ctx, attempt)
    // Begun after this request was: two clicks at once must not close each other's payment for ever.
    if (attempt.startedAt >= since) break
    if (plan.todo === 'replace' && !(await replace(ctx, provider, attempt))) break
  }
  return toStarted(ctx, null, orderId)
}

/** Closes an attempt for another one to take its place: its failing doesn't fail the order. */
async function replace(ctx: Context, provider: Provider, { reference }: Attempt): Promise<boolean> {
  await change(ctx, reference, { replacedAt: ctx.app.now() })
  return close(ctx, provider, reference)
}

const selectAttempts = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, sql.placeholder('orderId'))),
)

/** Decides under the order's lock what is to be done outside it; a new attempt is written before the provider is called. */
async function prepare(ctx: Context, provider: Provider, orderId: string, channel: Channel): Promise<Plan> {
  const order = await orders.lockOwned(ctx, orderId)
  const now = ctx.app.now()
  if (order.paymentStatus === 'PAID_ONLINE') fail('orders.paid')
  if (!isPayable(ctx, order)) fail('orders.closed')
  if (orders.amountDue(order) <= 0 || !provider.currencies.includes(order.currency)) fail('payments.unavailable')
  const attempts = await selectAttempts(ctx.db, { orderId })
  // Money came, though not as agreed: nobody is asked to pay again until a person has looked.
  const odd = attempts.find((attempt) => attempt.state === 'mismatch')
  if (odd) return { todo: 'show', attempt: odd }
  const open = attempts.find((attempt) => attempt.state === 'pending')
  if (!open)
    return { todo: 'call', order, attempt: await insertAttempt(ctx, provider, order, channel, attempts.length + 1) }
  if (isUnderWay(ctx, open)) return { todo: 'wait', attempt: open }
  const isUsable = open.channel === channel && !open.replacedAt && open.paymentUrl && open.expiresAt > now
  return { todo: isUsable ? 'show' : 'replace', attempt: open }
}

const isPayable = (ctx: Context, { status, expiresAt }: orders.OrderRow) =>
  status === 'INTERIM' && (!expiresAt || expiresAt > ctx.app.now())

async function insertAttempt(
  ctx: Context,
  provider: Provider,
  order: orders.OrderRow,
  channel: Channel,
  number: number,
) {
  const startedAt = ctx.app.now()
  const left = order.expiresAt ? (order.expiresAt.getTime() - startedAt.getTime()) / 60_000 : 60
  const minutes = Math.min(60, Math.max(5, Math.floor(left)))
  const attempt: Attempt = {
    reference: `${order.id}-A${number}`,
    orderId: order.id,
    provider: provider.name,
    channel,
    state: 'pending',
    amount: orders.amountDue(order),
    currency: order.currency,
    startedAt,
    expiresAt: new Date(startedAt.getTime() + minutes * 60_000),
    checkAt: nextCheck('pending', 0, startedAt),
    checks: 0,
    providerReference: null,
    paymentUrl: null,
    askedAt: null,
    replacedAt: null,
    settledAt: null,
    lastAnswer: null,
  }
  await insertRow(ctx.db, attempt)
  await orders.setPaymentOption(ctx, order.id, optionOf[channel])
  return attempt
}

const insertRow = prepared((db) => db.insert(paymentAttempts).values(placeholders(paymentAttempts)))

/** Another request is calling the provider right now, or died less than a timeout ago. */
function isUnderWay(ctx: Context, attempt: Attempt): boolean {
  if (attempt.paymentUrl || attempt.lastAnswer) return false
  return ctx.app.now().getTime() < attempt.startedAt.getTime() + ctx.app.config.PROVIDER_TIMEOUT_MS + soonMs
}

async function callProvider(
  ctx: Context,
  provider: Provider,
  order: orders.OrderRow,
  attempt: Attempt,
): Promise<StartedPayment> {
  const result = await provider.start({
    reference: attempt.reference,
    channel: attempt.channel as Channel,
    amount: { amount: attempt.amount, currency: attempt.currency },
    description: `${order.location.name[order.locale] || order.location.name.en} · ${order.pickupCode}`,
    returnUrl: `${ctx.origin}/confirmation/${order.id}?from_source=snappay_h5X${order.id}`,
    notifyUrl: `${ctx.app.config.PUBLIC_URL ?? ctx.origin}/api/istore/more/payments/snappay/notification`,
    minutes: (attempt.expiresAt.getTime() - attempt.startedAt.getTime()) / 60_000,
    isMobile: ctx.environment.isMobile,
  })
  const outcome: Partial<Attempt> =
    result.outcome === 'started'
      ? { paymentUrl: result.url, lastAnswer: 'started' }
      : result.outcome === 'refused'
        ? { state: 'failed' as const, lastAnswer: result.answer, settledAt: ctx.app.now(), checkAt: null }
        : { lastAnswer: result.answer }
  const [kept] = await writePending(ctx.db, { ...outcome, attempt: attempt.reference }, ...Object.keys(outcome))
  if (result.outcome !== 'started') {
    const { answer } = result
    ctx.app.log.warn('a payment could not be started', {
      reference: attempt.reference,
      outcome: result.outcome,
      answer,
    })
  }
  // Not ours to decide any more: a notification was faster than the provider's answer.
  if (!kept) return toStarted(ctx, null, order.id)
  return toStarted(ctx, kept)
}

const writePending = prepared((db, ...names: string[]) =>
  db
    .update(paymentAttempts)
    .set(openAll(paymentAttempts, names))
    .where(and(eq(paymentAttempts.reference, sql.placeholder('attempt')), eq(paymentAttempts.state, 'pending')))
    .returning(),
)

/** Waits for what another request is fetching. */
async function waitForAddress(ctx: Context, attempt: Attempt): Promise<Attempt> {
  const until = performance.now() + Math.min(ctx.app.config.PROVIDER_TIMEOUT_MS, longestWaitMs)
  let seen = attempt
  while (isUnderWay(ctx, seen) && seen.state === 'pending' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, waitStepMs))
    seen = (await findAttempt(ctx, attempt.reference)) ?? seen
  }
  return seen
}

async function toStarted(
  ctx: Context,
  attempt: Attempt | null,
  orderId = attempt?.orderId ?? '',
): Promise<StartedPayment> {
  // A refused start has no follow-up question; any other failure was told to the order.
  if (attempt?.state === 'failed' && !attempt.checkAt) fail('payments.provider')
  // While an attempt is pending so is its order.
  if (attempt?.state === 'pending') {
    return { orderID: orderId, paymentUrl: attempt.paymentUrl, status: 'INTERIM', paymentStatus: 'NOT_PAID' }
  }
  const { status, paymentStatus } = await readOrder(ctx, orderId)
  return { orderID: orderId, paymentUrl: null, status, paymentStatus }
}

async function confirm(ctx: Context, provider: Provider, reference: string, isNew: boolean) {
  const claimed = await claim(ctx, reference, isNew ? 0 : undefined)
  const attempt = claimed ?? (await findAttempt(ctx, reference))
  if (!attempt) {
    ctx.app.log.error('a notification is about no payment of ours', { reference })
    return 'taken'
  }
  if (attempt.state !== 'pending' && attempt.state !== 'failed') return 'taken'
  const report = claimed ? await provider.check(reference) : undefined
  if (report) await settle(ctx, provider, report)
  if (report?.outcome === 'paid' || report?.outcome === 'failed') return 'taken'
  await askSoon(ctx, reference)
  return report ? 'again' : 'taken'
}

async function askSoon(ctx: Context, reference: string) {
  await ctx.db
    .update(paymentAttempts)
    .set({ checkAt: new Date(ctx.app.now().getTime() + soonMs) })
    .where(and(eq(paymentAttempts.reference, reference), inArray(paymentAttempts.state, ['pending', 'failed'])))
}

/** Keeps a notification; false where it was kept before. */
async function remember(
  ctx: Context,
  provider: Provider,
  notification: Notification,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<boolean> {
  const isForged = notification.verdict === 'forged'
  const kept = await insertNotification(ctx.db, {
    provider: provider.name,
    eventKey: notification.eventKey,
    reference: notification.reference,
    // PostgreSQL keeps no NUL; what is forged is not worth much room.
    body: body.replaceAll('\0', '\uFFFD').slice(0, isForged ? longestForgedBody : undefined),
    headers,
    verdict: notification.verdict === 'accepted' ? 'accepted' : 'rejected',
    reason: notification.verdict === 'accepted' ? null : notification.reason,
    receivedAt: ctx.app.now(),
  })
  return kept.length > 0
}

const insertNotification = prepared((db) => {
  const { id: _, ...columns } = placeholders(paymentNotifications)
  return db
    .insert(paymentNotifications)
    .values(columns)
    .onConflictDoNothing()
    .returning({ id: paymentNotifications.id })
})

/** Takes the attempts that are due for this worker, and says when each is due again. */
async function claimDue(ctx: Context): Promise<Attempt[]> {
  const now = ctx.app.now()
  return transact(ctx, async (ctx) => {
    const due = await ctx.db
      .select()
      .from(paymentAttempts)
      .where(lte(paymentAttempts.checkAt, now))
      .orderBy(asc(paymentAttempts.checkAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const { reference, state, checks } of due) {
      await ctx.db
        .update(paymentAttempts)
        .set({ askedAt: now, checks: checks + 1, checkAt: nextCheck(state, checks + 1, now) })
        .where(eq(paymentAttempts.reference, reference))
    }
    return due
  })
}

/** The order's time is over: closes what is open at the provider, then fails it unless money came after all. */
async function expire(ctx: Context, provider: Provider | null, orderId: string) {
  const attempt = await findOpen(ctx, orderId)
  if (attempt) {
    if (!(await claim(ctx, attempt.reference, endIntervalMs))) return
    if (!(await closeOrGiveUp(ctx, provider, attempt))) return
  }
  await transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    if (order.status === 'INTERIM' && !(await findOpen(ctx, orderId))) await orders.fail(ctx, order)
  })
}

async function allOf<T>(ctx: Context, items: T[], work: (item: T) => Promise<unknown>) {
  const results = await Promise.allSettled(items.map(work))
  for (const result of results) {
    if (result.status === 'rejected') ctx.app.log.error('a payment could not be checked', { error: result.reason })
  }
}

async function findAttempt(ctx: Context, reference: string): Promise<Attempt | undefined> {
  const [attempt] = await selectAttempt(ctx.db, { reference })
  return attempt
}

const selectAttempt = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, sql.placeholder('reference'))),
)

async function findOpen(ctx: Context, orderId: string): Promise<Attempt | undefined> {
  const [attempt] = await selectOpen(ctx.db, { orderId })
  return attempt
}

const selectOpen = prepared((db) =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, sql.placeholder('orderId')), eq(paymentAttempts.state, 'pending'))),
)

async function readOrder(ctx: Context, orderId: string): Promise<orders.OrderRow> {
  return (await orders.find(ctx, orderId)) ?? fail('not_found')
}

function openProvider(ctx: Context): Provider | null {
  const { config } = ctx.app
  return config.SNAPPAY_URL ? snapPay({ ...config, SNAPPAY_URL: config.SNAPPAY_URL }, () => ctx.app.now()) : null
}

function toOption(id: string): PaymentOption {
  const [en, zh] = texts[`payments.${id}` as MessageKey]
  return { id, name: { en, zh }, icon: id }
}
