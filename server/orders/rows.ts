import { eq } from 'drizzle-orm'
import type { Line } from '#contract/cart.ts'
import { perLocale, rowText } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import type { Order } from '#contract/orders.ts'
import type { Text } from '#contract/shapes.ts'
import { find as findMember } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { writeWithCommit } from '#server/platform/database/transactions.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { fail } from '#server/platform/fail.ts'
import type { Sender } from '#server/platform/mail/sender.ts'
import { publishBatched } from '#server/platform/publish.ts'
import { memberSaved } from '#server/pricing/pricing.ts'
import { sender, settings } from '#server/settings/settings.ts'
import type { ShopSettings } from '#server/settings/tables.ts'
import { isOrderToken } from './codes.ts'
import { amountDue, balanceStatusOf, refundStatusOf } from './money.ts'
import { lockOrder, selectOrder, updateStep, updateStepOrAbort } from './queries.ts'
import type { State, Step } from './states.ts'
import { nextState } from './states.ts'
import type { OrderRow } from './tables.ts'
import { orders } from './tables.ts'

/** The database channel on which every process receives the id of a changed order. */
export const orderChannel = 'orders'

/** Finds an order by id, without an ownership check; null if missing. */
export async function find(ctx: Context, id: string): Promise<OrderRow | null> {
  const [order] = await selectOrder(ctx.db, { id })
  return order ?? null
}

/** What emails about an order need besides the order: the sender and the shop's customized labels. */
export type ShopEmailSettings = Pick<ShopSettings, 'labels'> & { sender: Sender }

/** Reads the sender of emails and the shop's customized labels. */
export async function loadEmailSettings(ctx: Context): Promise<ShopEmailSettings> {
  const [{ labels }, emailSender] = await Promise.all([settings(ctx), sender(ctx)])
  return { labels, sender: emailSender }
}

/**
 * Finds an order for an email, with the sender and labels. For a member, the email is in the member's saved language.
 * For a guest, the email is in the order's language.
 */
export async function findForEmail(ctx: Context, id: string): Promise<(OrderRow & ShopEmailSettings) | null> {
  const order = await find(ctx, id)
  if (!order) return null
  const emailSettings = await loadEmailSettings(ctx)
  const member = order.memberId ? await findMember(ctx, order.memberId) : null
  return { ...order, ...emailSettings, ...(member && { locale: member.locale }) }
}

/** Finds an order that the visitor owns or can open with an emailed link's token. Fails with `not_found` otherwise. */
export async function findOwned(ctx: Context, id: string, token?: string): Promise<OrderRow> {
  const order = await find(ctx, id)
  return order && canAccess(ctx, order, token) ? order : fail('not_found')
}

/** Like `findOwned`, but also locks the order until the transaction ends. */
export async function lockOwned(ctx: Context, id: string, token?: string): Promise<OrderRow> {
  const order = await lock(ctx, id)
  return canAccess(ctx, order, token) ? order : fail('not_found')
}

/**
 * Locks an order until the transaction ends. Fails with `not_found` if there is none. Locks its cart first, as the
 * checkout does, to prevent deadlocks.
 */
export async function lock(ctx: Context, orderId: string): Promise<OrderRow> {
  const [found] = await lockOrder(ctx.db, { orderId })
  return found?.order ?? fail('not_found')
}

function canAccess(ctx: Context, order: OrderRow, token?: string): boolean {
  if (ctx.sessionId && order.sessionId === ctx.sessionId) return true
  if (ctx.memberId && order.memberId === ctx.memberId) return true
  return token !== undefined && isOrderToken(ctx.app.secret, order.id, { token, now: ctx.app.now() })
}

/**
 * Moves a locked order to its next state and writes these values. Returns the changed order, or null if its state does
 * not allow the step.
 */
export async function applyStep(
  ctx: Context,
  order: OrderRow,
  { name, values = {} }: { name: Step; values?: Partial<OrderRow> | undefined },
): Promise<OrderRow | null> {
  const next = nextState(order, name, { ...order, isService: isService(order.lines) })
  if (!next) return null
  const { status, paymentStatus, fulfilmentStatus, cancelRequest }: State = next
  const cancelChange = cancelRequest !== order.cancelRequest && { cancelRequest }
  const change = { ...values, status, paymentStatus, fulfilmentStatus, ...cancelChange }
  const before = { before: order.status, fulfilmentBefore: order.fulfilmentStatus }
  const parameters = { ...change, ...before, orderId: order.id }
  let isUpdated = true
  await writeWithCommit(
    ctx,
    () => updateStepOrAbort(ctx.db, parameters, ...Object.keys(change)),
    async () => {
      isUpdated = (await updateStep(ctx.db, parameters, ...Object.keys(change))).length > 0
    },
  )
  if (!isUpdated) return null
  publishChange(ctx, order.id)
  return { ...order, ...change }
}

/** Writes these columns of a locked order without changing its state. */
export async function updateOrder(ctx: Context, orderId: string, values: Partial<OrderRow>): Promise<void> {
  await ctx.db.update(orders).set(values).where(eq(orders.id, orderId))
  publishChange(ctx, orderId)
}

/** Notifies all browsers that watch this order, right after the commit. */
export function publishChange(ctx: Context, orderId: string) {
  publishBatched(ctx, orderChannel, orderId)
}

/** The fulfilment status as text. */
export function stateText({ fulfilmentStatus }: Pick<OrderRow, 'fulfilmentStatus'>): Text {
  const state = rowText(texts[`orders.state_${fulfilmentStatus}`])
  return perLocale((locale) => state[locale].toLowerCase())
}

/** The payload of `order.paid`. The membership module grants the memberships that it contains. */
export function paidPayload({ id, memberId, lines }: OrderRow): EventPayloads['order.paid'] {
  const membershipLines = lines.filter(({ isMembership }) => isMembership)
  if (!memberId || membershipLines.length === 0) return { orderId: id }
  const toPayloadLine = ({ key, sku, quantity }: Line) => ({ key, sku, quantity })
  return { orderId: id, memberships: { memberId, lines: membershipLines.map(toPayloadLine) } }
}

/** The order number that people see; for old orders without one, the pickup code. */
export const numberOf = ({ number, pickupCode }: Pick<OrderRow, 'number' | 'pickupCode'>): string =>
  number ?? pickupCode

/** Converts a row to the shape that the API returns. */
export function toOrder(row: OrderRow): Order {
  const { currency } = row
  return {
    orderID: row.id,
    qrCodeScan: false,
    status: row.status,
    paymentStatus: row.paymentStatus,
    ...(row.balance > 0 && { balanceStatus: balanceStatusOf(row) }),
    fulfilmentStatus: row.fulfilmentStatus,
    cancelRequest: row.cancelRequest,
    promisedAt: row.promisedAt?.toISOString() ?? null,
    orderNumber: numberOf(row),
    pickupCode: row.pickupCode,
    payAtStore: row.payAtStore,
    lines: row.lines,
    subtotal: { amount: row.subtotal, currency },
    adjustments: row.adjustments,
    total: { amount: row.total, currency },
    parts: row.parts,
    memberSaved: { amount: memberSaved(row), currency },
    isService: isService(row.lines),
    coupon: row.coupon,
    credit: { amount: row.credit, currency },
    amountDue: { amount: amountDue(row), currency },
    balance: { amount: row.balance, currency },
    method: row.method,
    slot: row.slot,
    timeZone: row.timeZone,
    contact: row.contact,
    address: row.address,
    arrival: row.arrival,
    tracking: row.tracking,
    table: row.tableNumber === null ? null : { number: row.tableNumber },
    campaign: row.campaign,
    placeOfSupply: row.placeOfSupply,
    comment: row.comment,
    location: row.location,
    placedAt: row.placedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentOption: row.paymentOption,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    refundStatus: refundStatusOf(row),
    refunded: { amount: row.refunded, currency },
    creditReturned: { amount: row.creditReturned, currency },
  }
}

/** Whether all lines are memberships, so that there is nothing to prepare, pick up or deliver. */
export function isService(lines: Line[]): boolean {
  return lines.length > 0 && lines.every(({ isMembership }) => isMembership)
}
