import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Part } from '#contract/checkout.ts'
import type { RefundableLine } from '#contract/office/orders.ts'
import { sum } from '#contract/sum.ts'
import * as orders from '#server/orders/orders.ts'
import { moneyText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { afterCommit, isInTransaction, requireNoTransaction, transact } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import { emit } from '#server/platform/queue.ts'
import type { RefundPart, RefundSelection } from '#server/pricing/pricing.ts'
import { refundOf, splitRefund, taxesIn } from '#server/pricing/pricing.ts'
import type { Attempt } from './attempts.ts'
import * as attempts from './attempts.ts'
import { runAll } from './batch.ts'
import type { NotificationOutcome, Provider, Refund, RefundResult } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import type { ClaimedRefund, NewRefund, RefundRow } from './refund-rows.ts'
import {
  addRefunded,
  claimDue,
  claimUnsent,
  findGivenBack,
  hasPieces,
  insertRefund,
  insertRefundState,
  isOfExcess,
  piecesOf,
  publishRefundEnd,
  receivedMoney,
  remainingAmount,
  splitCreditAndMoney,
} from './refund-rows.ts'
import { sendOnce } from './sent-requests.ts'
import { nextRefundCall } from './status.ts'
import { refundStates, refunds } from './tables.ts'
import { recheckUnmatched, sendUnmatched } from './unmatched.ts'

const batchSize = 20
/** If the refund of an unwanted payment takes this long, the shopper gets a second email when the refund succeeds. */
const secondEmailAfterMs = 10 * 60_000

export interface RefundRequest {
  orderId: string
  /**
   * The amount to refund as money and store credit together, in minor units. Without `amount` and `wanted`, refunds
   * everything that was paid and not refunded.
   */
  amount?: number | undefined
  /** The parts of the order to refund, each with its share of coupon and taxes. */
  wanted?: RefundSelection | undefined
  /** The parts to refund, if the caller has already chosen them, such as the parts of a refused refund. */
  parts?: RefundPart[] | undefined
  /**
   * The money that staff gave back at the store, in minor units. Undefined for a refund that the shop makes by itself,
   * which leaves the money that was paid at the store.
   */
  givenBack?: number | undefined
  reason: string
  /**
   * Whether the refund frees its pieces, by default true. A retry of a refund of release 0.1.0 does not free them; see
   * `refunds.takesPieces`.
   */
  takesPieces?: boolean | undefined
  /**
   * A second request with this key returns the first refund. If `forMs` has passed since the first refund, the second
   * request starts a new refund.
   */
  key: string
  forMs?: number | undefined
}

/**
 * Refunds all or part of an order, never more than was paid in total. Refunds the payment of the balance before the
 * payment of the deposit, each with a separate refund. Refunds online money before money that was paid at the store,
 * and store credit last. Staff have already given back what was paid at the store, so this refund is done at once, and
 * so is store credit. Sends each other refund at once, unless the caller has a transaction open. The job sends the
 * refunds that were not sent or have no response. Refunded pieces leave the order only once the money is refunded; if
 * the refund is refused, the order keeps them. Fails with `payments.not_paid` if neither money nor credit was paid.
 * Fails with `payments.refund_too_much` if the refund exceeds the money and credit that are left; the error states this
 * limit as `most`. Fails with `payments.give_back` if staff have to give back another amount than `givenBack`.
 */
export async function refund(ctx: Context, request: RefundRequest): Promise<RefundRow[]> {
  // A rollback cannot undo what a provider has done. So if the caller has a transaction open, the job sends the refunds
  // later.
  const isForJob = isInTransaction(ctx)
  const result = await writeRefunds(ctx, request, { isForJob })
  return isForJob ? result.rows : sendWritten(ctx, result)
}

interface WrittenRefunds {
  rows: RefundRow[]
  /** Whether an earlier request with the same key wrote the refunds. */
  isKnown: boolean
}

/**
 * Writes one refund for each payment that it takes money from, and one for money that staff gave back at the store.
 * Also returns the store credit to the member. If the refund is store credit alone, writes one refund for it.
 */
function writeRefunds(
  ctx: Context,
  request: RefundRequest,
  { isForJob }: { isForJob: boolean },
): Promise<WrittenRefunds> {
  const { orderId, amount, wanted, givenBack, reason, takesPieces } = request
  return transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const known = await findKnown(ctx, request)
    if (known.length > 0) return { rows: known, isKnown: true }
    const refundable = await findRefundable(ctx, order, {
      isReduction: wanted?.reduction === true,
      isAtStore: givenBack !== undefined,
    })
    const most = refundable.money + refundable.atStore + refundable.credit
    const selection = wanted ?? (amount === undefined ? { everything: true } : { amount })
    const parts = request.parts ?? (await computeParts(ctx, order, selection))
    const total = wanted ? sum(parts.map((part) => part.total)) : (amount ?? most)
    if (total > most || total <= 0) fail('payments.refund_too_much', { most })
    const money = Math.min(total, refundable.money)
    const atStore = Math.min(total - money, refundable.atStore)
    if (atStore !== (givenBack ?? 0)) fail('payments.give_back', { amount: moneyText(atStore, order.currency) })
    const credit = total - money - atStore
    const key = request.forMs ? `${request.key}#${ctx.app.now().toISOString()}` : request.key
    const rows: RefundRow[] = []
    for (const [index, share] of toShares(refundable.payments, { money, atStore, credit, parts }).entries()) {
      const shareKey = index === 0 ? key : `${key}+${index}`
      rows.push(await insertShare(ctx, order, { share, reason, key: shareKey, isForJob, takesPieces }))
    }
    await ctx.staff?.log?.(ctx)
    if (credit > 0) await orders.returnCredit(ctx, { order, reference: key, amount: credit })
    for (const row of rows) if (row.state === 'refunded') await publishReturnedPieces(ctx, row)
    return { rows, isKnown: false }
  })
}

/** What is left to refund of an order, in minor units. */
interface Refundable {
  /** The paid payments. The payment of the balance comes first. */
  payments: Attempt[]
  /** The money of these payments. */
  money: number
  /** The money that was paid at the store. */
  atStore: number
  credit: number
}

/**
 * Finds what is left to refund. With `isReduction`, `credit` is the store credit that a price reduction can return.
 * Without `isAtStore`, money that was paid at the store counts as not paid. Fails with `payments.not_paid` if neither
 * money nor credit was paid.
 */
async function findRefundable(
  ctx: Context,
  order: orders.OrderRow,
  { isReduction, isAtStore }: { isReduction: boolean; isAtStore: boolean },
): Promise<Refundable> {
  const earlierAttempts = await attempts.findByOrder(ctx, order.id)
  const payments = earlierAttempts.filter(({ state }) => state === 'paid').sort(balanceFirst)
  const credit = isReduction ? orders.reducibleCredit(order) : orders.remainingCredit(order)
  const collected = isAtStore ? orders.collectedAmount(order) : 0
  if (payments.length === 0 && collected + credit === 0 && !isPaidWithCredit(order)) fail('payments.not_paid')
  const givenBack = await findGivenBack(ctx, order.id)
  const money = Math.min(sum(payments.map(remainingAmount)), orders.refundableOnline(order, givenBack))
  return { payments, money, atStore: Math.max(0, collected - givenBack), credit }
}

/** The part of a refund that has a refund row of its own. */
interface RefundShare {
  /** The payment that is refunded. Null for store credit alone, and for money that staff gave back at the store. */
  attempt: Attempt | null
  amount: number
  credit: number
  parts: RefundPart[] | undefined
}

/** Divides a refund among the payments and the store. The last share contains the whole store credit. */
function toShares(
  payments: Attempt[],
  { money, atStore, credit, parts }: { money: number; atStore: number; credit: number; parts: RefundPart[] },
): RefundShare[] {
  const ofAttempts = splitAmongAttempts(payments, money)
  // If the refund is store credit alone, it is one share of 0 without a payment.
  const isOwnShare = atStore > 0 || ofAttempts.length === 0
  const shares = [...ofAttempts, ...(isOwnShare ? [{ attempt: null, amount: atStore }] : [])]
  const partsOfShares = splitRefund(
    parts,
    shares.map(({ amount }) => amount),
  )
  return shares.map((share, index) => ({
    ...share,
    credit: index === shares.length - 1 ? credit : 0,
    parts: partsOfShares[index],
  }))
}

/** Writes the refund of a share, and records it in the order. */
async function insertShare(
  ctx: Context,
  order: orders.OrderRow,
  { share, ...how }: { share: RefundShare } & Pick<NewRefund, 'reason' | 'key' | 'isForJob' | 'takesPieces'>,
): Promise<RefundRow> {
  const { attempt, amount, credit, parts } = share
  const row = await insertRefund(ctx, order, {
    attempt,
    newRefund: { amount, credit, parts, ...how },
  })
  const outcome = attempt ? 'refunding' : 'given_back'
  const taxes = taxesIn(parts ?? [], amount + credit)
  await orders.recordRefund(ctx, { orderId: order.id, amount, credit, outcome, note: how.reason, taxes })
  return row
}

async function sendWritten(ctx: Context, { rows, isKnown }: WrittenRefunds): Promise<RefundRow[]> {
  if (isKnown) return rows
  const sent: RefundRow[] = []
  for (const row of rows) {
    const claimed = await claimUnsent(ctx, row.reference)
    sent.push((claimed && (await send(ctx, claimed))) ?? row)
  }
  return sent
}

const balanceFirst = (one: Attempt, other: Attempt) => Number(other.part === 'balance') - Number(one.part === 'balance')

/** Divides a refund's money among the payments. Leaves out payments from which it takes nothing. */
function splitAmongAttempts(paid: Attempt[], money: number): { attempt: Attempt | null; amount: number }[] {
  let rest = money
  const shares = paid.map((attempt) => {
    const amount = Math.min(rest, remainingAmount(attempt))
    rest -= amount
    return { attempt, amount }
  })
  return shares.filter(({ amount }) => amount > 0)
}

const isPaidWithCredit = ({ credit, paymentStatus }: orders.OrderRow) =>
  credit > 0 && (paymentStatus === 'PAID_ONLINE' || paymentStatus === 'PAID_AT_STORE')

/** Publishes which pieces were refunded, so that a group-buy frees them and a membership becomes shorter. */
async function publishReturnedPieces(ctx: Context, row: RefundRow) {
  const { orderId } = row
  if (!row.takesPieces) return
  const order = await orders.lock(ctx, orderId)
  // An order that is not paid returns store credit only for a price reduction, or if nobody came for the order. In both
  // cases, the order keeps its pieces.
  if (!orders.isPaid(order)) return
  const isLeft = orders.refundable(order) + orders.remainingCredit(order) > 0
  const isWhole = !isLeft && (await findOpenRefunds(ctx, orderId)).length === 0
  await emit(ctx, 'order.returned', { orderId, pieces: await findNewlyFreed(ctx, row), isWhole })
}

/**
 * For each line, the number of pieces that a refund frees when it succeeds. If the shopper's bank later sends the money
 * back, the pieces stay freed, and the shop must refund only the money again. That later refund must not free the same
 * pieces again. So only the pieces above the highest number that was ever refunded before are newly freed.
 */
async function findNewlyFreed(ctx: Context, { orderId, reference, parts }: RefundRow): Promise<Record<string, number>> {
  const earlier = await ctx.db
    .select({ refund: refunds.reference, parts: refunds.parts, state: refundStates.state })
    .from(refundStates)
    .innerJoin(refunds, eq(refunds.reference, refundStates.refund))
    .where(
      and(
        eq(refunds.orderId, orderId),
        ne(refunds.reference, reference),
        inArray(refundStates.state, ['refunded', 'refused']),
      ),
    )
    .orderBy(asc(refundStates.id))
  const newlyFreed = Object.entries(piecesOf(parts)).map(([line, pieces]): [string, number] => {
    const succeeded = new Set<string>()
    let refunded = 0
    let freed = 0
    for (const { refund, parts, state } of earlier) {
      const count = piecesOf(parts)[line] ?? 0
      if (state === 'refunded') {
        succeeded.add(refund)
        refunded += count
      } else if (succeeded.has(refund)) refunded -= count
      freed = Math.max(freed, refunded)
    }
    return [line, Math.max(0, refunded + pieces - freed)]
  })
  return Object.fromEntries(newlyFreed)
}

/**
 * The open refunds of an order, except refunds that staff ended and refunds of excess payments. An excess payment did
 * not pay for the order.
 */
async function findOpenRefunds(ctx: Context, orderId: string): Promise<RefundRow[]> {
  const openCondition = and(inArray(refunds.state, ['requested', 'pending']), isNull(refunds.resolvedAt))
  const open = await ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), openCondition))
  return open.filter((row) => !isOfExcess(row))
}

/** Calculates the refund of each part of the order, after earlier refunds. */
async function computeParts(ctx: Context, order: orders.OrderRow, wanted: RefundSelection): Promise<RefundPart[]> {
  // An order that nobody paid for is no sale, so the store credit that it returns contains no taxes.
  if (!orders.isPaid(order) && !wanted.reduction) return []
  const { parts, before } = await loadParts(ctx, order)
  return refundOf(parts, before, wanted)
}

/** The parts of the order, and what earlier refunds returned of them. */
async function loadParts(ctx: Context, order: orders.OrderRow): Promise<{ parts: Part[]; before: RefundPart[] }> {
  const earlier = withReductions(
    await ctx.db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.requestedAt)),
  )
  return {
    parts: partsWithReductions(order.parts, earlier),
    before: earlier.flatMap((row) => (row.state === 'refused' ? splitCreditAndMoney(row).credit : row.parts)),
  }
}

/**
 * For each line of an order with pieces that are not refunded, the refund of one piece, two pieces and so on, with
 * their taxes.
 */
export async function findRefundableLines(ctx: Context, order: orders.OrderRow): Promise<RefundableLine[]> {
  if (!orders.isPaid(order)) return []
  const { parts, before } = await loadParts(ctx, order)
  return parts
    .filter(({ kind }) => kind === 'line')
    .map((part) => {
      const refundOfPieces = (pieces: number) => refundOf([part], before, { lines: { [part.key]: pieces } })[0]
      const left = refundOfPieces(part.quantity)?.pieces ?? 0
      const sums = Array.from({ length: left }, (_, index) => refundOfPieces(index + 1)?.total ?? 0)
      return { key: part.key, sums }
    })
    .filter(({ sums }) => (sums.at(-1) ?? 0) > 0)
}

const differenceKey = (orderId: string) => `campaign:${orderId}`

/**
 * Marks the lines of each refund of a group-buy's price difference as reductions, because release 0.1.0 stored these
 * refunds without the mark.
 */
function withReductions(rows: RefundRow[]): RefundRow[] {
  const mark = (part: RefundPart) => (part.kind === 'line' ? { ...part, isReduction: true as const } : part)
  const isOfDifference = ({ key, orderId }: RefundRow) => key.split('+')[0] === differenceKey(orderId)
  return rows.map((row) => (isOfDifference(row) ? { ...row, parts: row.parts.map(mark) } : row))
}

/**
 * Adds the price reduction to the parts of an order whose price release 0.1.0 lowered. That release stored the
 * reduction only in the refund.
 */
function partsWithReductions(parts: Part[], rows: RefundRow[]): Part[] {
  const first = rows.findIndex((row) => row.parts.some(({ isReduction }) => isReduction))
  if (first < 0 || parts.some(({ lowered }) => lowered)) return parts
  const sumOf = (of: Part, some: RefundRow[], read: (part: RefundPart) => number) =>
    sum(some.flatMap((row) => row.parts.filter(({ kind, key }) => kind === of.kind && key === of.key).map(read)))
  const counted = rows.slice(0, first).filter(({ state }) => state !== 'refused')
  const reductions = rows.filter((row) => row.parts.some(({ isReduction }) => isReduction))
  return parts.map((part) => {
    const pieces = part.quantity - sumOf(part, counted, (one) => one.pieces)
    if (part.kind !== 'line' || pieces <= 0) return part
    const amount = sumOf(part, reductions, (one) => one.amount)
    const taxes = part.taxes.map((_, at) => sumOf(part, reductions, (one) => one.taxes[at] ?? 0))
    const later = { amount: 0, taxes: part.taxes.map(() => 0) }
    return { ...part, lowered: { pieces, later, back: { amount, taxes } } }
  })
}

/** Refunds a cancelled order's remaining money. Does nothing for an unpaid order, or if no money is left. */
export async function refundCancelled(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const order = await orders.find(ctx, orderId)
  // Staff may have accepted a payment of less than the bill, so the order alone does not show what is left.
  const paid = (await attempts.findByOrder(ctx, orderId)).filter(({ state }) => state === 'paid')
  const isLeft = order?.status === 'CANCELLED' && orders.refundable(order) > 0 && sum(paid.map(remainingAmount)) > 0
  const key = `cancelled:${orderId}`
  if (!isLeft && (await findByKey(ctx, key)).length === 0) return
  await refund(ctx, { orderId, reason: 'The order was cancelled', key })
}

/**
 * Lowers the price of the pieces that an order keeps to the price that its group-buy reached, and refunds the
 * difference. A second call after the refund does nothing. Does nothing while a refund of pieces is open; the end of
 * that refund calls this function again.
 */
export async function refundDifference(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  const isForJob = isInTransaction(ctx)
  const wished = await transact(ctx, async (ctx) => {
    // Under the order's lock no refund of pieces can begin before the difference is written.
    await orders.lock(ctx, orderId)
    // Stops if the difference was already refunded. Release 0.1.0 did not mark the cheaper pieces, so a new calculation
    // could give another difference.
    if ((await findByKey(ctx, differenceKey(orderId))).length > 0) return null
    if ((await findOpenRefunds(ctx, orderId)).some(hasPieces)) return null
    const { refunded: back } = await orders.applyReachedPrice(ctx, orderId)
    if (back <= 0) return null
    const wanted = { reduction: true }
    const parts = await computeParts(ctx, await orders.lock(ctx, orderId), wanted)
    if (sum(parts.map(({ total }) => total)) === 0) return null
    const reason = 'The group-buy reached a lower price'
    return writeRefunds(ctx, { orderId, wanted, parts, reason, key: differenceKey(orderId) }, { isForJob })
  })
  if (wished && !isForJob) await sendWritten(ctx, wished)
}

/** A job that sends the refunds that were not sent or have no response. Several workers may run it at once. */
export async function sendRefunds(ctx: Context): Promise<void> {
  await runAll(ctx, await claimDue(ctx, batchSize), (row) => send(ctx, row))
  await sendUnmatched(ctx)
}

/**
 * Sends a refund, or queries its state if an earlier request may have arrived. Returns the changed refund; null if its
 * provider is not configured.
 */
async function send(ctx: Context, row: ClaimedRefund): Promise<RefundRow | null> {
  requireNoTransaction(ctx)
  const attempt = row.attempt === null ? null : await attempts.find(ctx, row.attempt)
  const provider = attempt && (await openProvider(ctx, attempt.provider))
  if (!attempt || !provider) return null
  return conclude(
    ctx,
    row,
    await sendOnce(provider, toProviderRefund(row, attempt), {
      delivery: row.before,
      isAccepted: row.state === 'pending',
    }),
  )
}

const toProviderRefund = (row: RefundRow, attempt: Attempt): Refund => ({
  ...attempts.toAttemptRef(attempt),
  amount: { amount: row.amount, currency: row.currency },
  total: receivedMoney(attempt),
  refundReference: row.reference,
  refundProviderReference: row.providerReference,
  reason: row.reason,
})

/**
 * Handles a notification about a refund: queries the provider and applies the response. Even a refund that succeeded
 * can fail later, if the shopper's bank returns the money. Returns `again` if the provider gives no clear response or
 * does not know the refund.
 */
export async function recheckRefund(ctx: Context, provider: Provider, reference: string): Promise<NotificationOutcome> {
  const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference))
  const attempt = row?.attempt ? await attempts.find(ctx, row.attempt) : undefined
  if (!row || attempt?.provider !== provider.name) {
    const outcome = await recheckUnmatched(ctx, provider, reference)
    if (!outcome) ctx.app.log.warn('a notification is about no refund of ours', { provider: provider.name, reference })
    return outcome ?? 'taken'
  }
  const answer = await provider.checkRefund(toProviderRefund(row, attempt))
  if (answer.outcome === 'unknown' || answer.outcome === 'absent') return 'again'
  await conclude(ctx, row, answer, { mayReturn: true })
  return 'taken'
}

/** Records that staff sent a refund themselves. Returns false if the refund had already ended or does not exist. */
export function noteSent(ctx: Context, reference: string): Promise<boolean> {
  return transact(ctx, async (ctx) => {
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference))
    if (!row) return false
    await orders.lock(ctx, row.orderId)
    const [before] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    const isOpen = before?.state === 'requested' || before?.state === 'pending'
    if (isOpen) await conclude(ctx, row, { outcome: 'refunded', providerReference: null, answer: 'sent by staff' })
    return isOpen
  })
}

/**
 * Applies a provider's response to its refund. After the first definite response, further responses have no effect.
 * With `mayReturn`, a refund that succeeded still becomes refused if the provider reports that it failed.
 */
async function conclude(
  ctx: Context,
  { reference, orderId }: RefundRow,
  answer: RefundResult,
  { mayReturn = false } = {},
): Promise<RefundRow> {
  return transact(ctx, async (ctx) => {
    const order = await orders.lock(ctx, orderId)
    const [row] = await ctx.db.select().from(refunds).where(eq(refunds.reference, reference)).for('update')
    if (!row) fail('not_found')
    const hasReturned = mayReturn && row.state === 'refunded' && answer.outcome === 'refused'
    if ((row.state === 'refunded' && !hasReturned) || row.state === 'refused') return row
    const outcome = answer.outcome === 'absent' ? 'unknown' : answer.outcome
    await insertRefundState(ctx, reference, { state: outcome, answer: answer.answer })
    const now = ctx.app.now()
    const isEnd = outcome === 'refunded' || outcome === 'refused'
    const checks = Math.max(1, row.checks)
    const [changed] = await ctx.db
      .update(refunds)
      .set({
        providerReference: answer.providerReference ?? row.providerReference,
        ...(outcome !== 'unknown' && { state: outcome }),
        ...(hasReturned && { resolvedAt: null }),
        ...(isEnd ? { settledAt: now, checkAt: null } : { checks, checkAt: nextRefundCall(checks, now) }),
      })
      .where(eq(refunds.reference, reference))
      .returning()
    if (isEnd) {
      await tellOrder(ctx, { ...row, settledAt: now }, { order, outcome, hasReturned })
      if (!hasReturned) await publishRefundEnd(ctx, row, order)
    }
    return changed ?? row
  })
}

async function tellOrder(
  ctx: Context,
  row: RefundRow,
  { order, outcome, hasReturned }: { order: orders.OrderRow; outcome: 'refunded' | 'refused'; hasReturned: boolean },
) {
  const { orderId, amount, credit, currency, reference } = row
  if (row.attempt === null) return
  if (outcome === 'refused') {
    await addRefunded(ctx, row.attempt, -amount)
    afterCommit(ctx, () => ctx.app.log.error('a refund was refused and needs a person', { reference, orderId }))
  }
  const attempt = await attempts.find(ctx, row.attempt)
  const isLate = attempt?.state !== 'paid' || order.paymentStatus !== 'PAID_ONLINE'
  // The first email says that the refund is on its way. If the refund takes at least `secondEmailAfterMs`, a second
  // email says that the money was refunded.
  const isTold = (row.settledAt?.getTime() ?? 0) - row.requestedAt.getTime() < secondEmailAfterMs
  if (isLate) {
    await orders.recordLateRefund(ctx, { order, money: { amount, currency }, outcome, isNotified: isTold })
    return
  }
  if (isOfExcess(row)) {
    await orders.recordRefund(ctx, { orderId, amount, outcome, note: row.reason, isOfExcess: true })
    return
  }
  const all = taxesIn(row.parts, amount + credit)
  const ofCredit = taxesIn(splitCreditAndMoney(row).credit, credit)
  if (hasReturned) {
    const taxes = all?.map((tax, at) => tax - (ofCredit?.[at] ?? 0)) ?? null
    await orders.recordReturnedRefund(ctx, { order, amount, note: row.reason, taxes })
    return
  }
  const taxes = outcome === 'refunded' ? all : ofCredit
  await orders.recordRefund(ctx, { orderId, amount, credit, outcome, note: row.reason, taxes })
  if (outcome === 'refunded') await publishReturnedPieces(ctx, row)
}

/**
 * Finds the earlier refunds with the same key. Must run under the order's lock, so that concurrent requests with one
 * key find each other.
 */
async function findKnown(ctx: Context, { orderId, key, forMs }: RefundRequest): Promise<RefundRow[]> {
  if (!forMs) return findByKey(ctx, key)
  const since = new Date(ctx.app.now().getTime() - forMs)
  const keyCondition = sql`starts_with(${refunds.key}, ${`${key}#`})`
  return ctx.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), keyCondition, gt(refunds.requestedAt, since)))
    .orderBy(asc(refunds.reference))
}

/** The refunds with this key: two if the refund took money from deposit and balance of the order, else at most one. */
function findByKey(ctx: Context, key: string): Promise<RefundRow[]> {
  return ctx.db
    .select()
    .from(refunds)
    .where(inArray(refunds.key, [key, `${key}+1`]))
    .orderBy(asc(refunds.key))
}
