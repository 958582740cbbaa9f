import { and, eq, lte, or } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { maxBodyBytes, readText } from '#server/platform/http/input.ts'
import { windowsPerApp } from '#server/platform/http/rate-windows.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import * as attempts from './attempts.ts'
import { recordDispute } from './disputes.ts'
import type { Notification, NotificationOutcome, Provider, WebhookDelivery } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { insertNotification, insertNotificationAndClaim } from './queries.ts'
import { recheckRefund } from './refunds.ts'
import { settle } from './settle.ts'
import { queryIntervalMs } from './status.ts'
import { queryProvider } from './status-check.ts'
import { paymentNotifications } from './tables.ts'
import { recordUnmatched } from './unmatched.ts'

const maxForgedBodyLength = 4000
const recheckDelayMs = 2000
/** Headers that the shop does not store, because they may hold secrets. */
const privateHeaders = new Set(['authorization', 'cookie'])

/**
 * Receives every provider's notifications at `/api/istore/more/payments/<provider>/notification`, and responds in the
 * provider's format.
 */
export async function receiveNotification(app: App, request: Request, name: string): Promise<Response> {
  const provider = await openProvider(systemContext(app), name)
  if (!provider) return new Response('', { status: 404 })
  const body = request.method === 'GET' ? '' : await readText(request, maxBodyBytes)
  const headers = Object.fromEntries([...request.headers].filter(([header]) => !privateHeaders.has(header)))
  const query = new URL(request.url).search.slice(1)
  return provider.respondToNotification(await receive(systemContext(app), provider, { body, headers, query }))
}

/**
 * Stores a provider's notification. Then queries the provider about the payment, because most providers' signatures are
 * too weak to prove a payment. Stores only a limited number of forged notifications per hour. Returns `refused` if the
 * notification is forged, and `again` if the provider must repeat it because the payment is not confirmed yet.
 * Otherwise returns `taken`.
 */
export async function receive(
  ctx: Context,
  provider: Provider,
  delivery: WebhookDelivery,
): Promise<NotificationOutcome> {
  const notification = await provider.readNotification(delivery)
  if (notification.verdict === 'accepted') return confirmPayment(ctx, provider, { notification, delivery })
  if (notification.verdict !== 'forged' || mayStoreForgery(ctx.app, provider.name))
    await insertNotification(ctx.db, toRow(ctx, provider, { notification, delivery }))
  if (notification.verdict === 'dispute') return recordDispute(ctx, provider, notification.dispute)
  if (notification.verdict === 'refund') return recheckRefund(ctx, provider, notification.refund)
  if (notification.verdict !== 'forged') return 'taken'
  ctx.app.log.warn('a notification was refused', { provider: provider.name, reason: notification.reason })
  return 'refused'
}

const forgeries = windowsPerApp(hourMs / 1000)

/** Whether another forged notification may be stored. Anyone can send them, so their number must be limited. */
function mayStoreForgery(app: App, provider: string): boolean {
  return forgeries(app).add(provider).count <= scaledLimit(app, limits.storedForgeriesPerHour)
}

async function confirmPayment(
  ctx: Context,
  provider: Provider,
  { notification, delivery }: { notification: AcceptedNotification; delivery: WebhookDelivery },
): Promise<NotificationOutcome> {
  const identified =
    notification.reference === null
      ? await attempts.findByProvider(ctx, provider.name, notification.providerReference)
      : notification
  const reference = identified?.reference ?? null
  const now = ctx.app.now()
  const [claimed] = await insertNotificationAndClaim(ctx.db, {
    ...toRow(ctx, provider, { notification, delivery }),
    attempt: reference ?? '',
    now,
    before: new Date(now.getTime() - queryIntervalMs),
  })
  const attempt = reference && (claimed ?? (await attempts.find(ctx, reference)))
  if (!attempt || attempt.provider !== provider.name) {
    const { reference: ours, providerReference: theirs = null } = notification
    return recordUnmatched(ctx, provider, { reference: ours ?? theirs ?? '', providerReference: theirs })
  }
  if (attempt.state !== 'pending' && attempt.state !== 'failed') return 'taken'
  const report = claimed ? await queryProvider(ctx, provider, attempt) : undefined
  if (report) await settle(ctx, provider, report)
  if (report?.outcome === 'paid' || report?.outcome === 'failed') return 'taken'
  await attempts.scheduleCheck(ctx, attempt.reference, recheckDelayMs)
  return report ? 'again' : 'taken'
}

type AcceptedNotification = Extract<Notification, { verdict: 'accepted' }>

/** A notification as the database stores it. */
function toRow(
  ctx: Context,
  provider: Provider,
  { notification, delivery: { body, headers, query } }: { notification: Notification; delivery: WebhookDelivery },
) {
  const { verdict, eventKey } = notification
  const isForged = verdict === 'forged'
  const isAccepted = verdict === 'accepted' || verdict === 'dispute' || verdict === 'refund'
  return {
    provider: provider.name,
    eventKey,
    reference: referenceIn(notification),
    // Replaces NUL, which PostgreSQL cannot store. Cuts the body of a forged notification to save space.
    body: (body || query).replaceAll('\0', '\uFFFD').slice(0, isForged ? maxForgedBodyLength : undefined),
    headers: isForged ? {} : headers,
    verdict: isAccepted ? 'accepted' : 'rejected',
    reason: verdict === 'forged' || verdict === 'foreign' ? notification.reason : null,
    receivedAt: ctx.app.now(),
  }
}

/** The reference of the payment that a notification names; null for a dispute or refund, which has its own number. */
function referenceIn(notification: Notification): string | null {
  if (notification.verdict === 'dispute' || notification.verdict === 'refund') return null
  if (notification.verdict === 'accepted') return notification.reference ?? notification.providerReference
  return notification.reference
}

/** Deletes old notifications: rejected ones after a week, accepted ones after half a year. */
export async function deleteOldNotifications(ctx: Context): Promise<void> {
  const { receivedAt, verdict } = paymentNotifications
  const before = (days: number) => new Date(ctx.app.now().getTime() - days * dayMs)
  const outdated = or(lte(receivedAt, before(180)), and(eq(verdict, 'rejected'), lte(receivedAt, before(7))))
  await ctx.db.delete(paymentNotifications).where(outdated)
}
