import { and, eq, lte, or } from 'drizzle-orm'
import type { App, Context } from '#server/platform/context.ts'
import { systemContext } from '#server/platform/context.ts'
import { maxBodyBytes, readText } from '#server/platform/http/input.ts'
import * as attempts from './attempts.ts'
import { noteDispute } from './disputes.ts'
import type { Delivery, Notification, Provider, Reception } from './providers/provider.ts'
import { openProvider } from './providers/providers.ts'
import { insertNotification, insertNotificationAndClaim } from './queries.ts'
import { settle } from './settle.ts'
import { askIntervalMs } from './status.ts'
import { ask } from './status-check.ts'
import { paymentNotifications } from './tables.ts'
import { noteUnmatched } from './unmatched.ts'

const dayMs = 86_400_000
const longestForgedBody = 4000
const soonMs = 2000
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
  return provider.answerNotification(await receive(systemContext(app), provider, { body, headers, query }))
}

/**
 * Stores a provider's notification. Then queries the provider about the payment, because most providers' signatures are
 * too weak to prove a payment. Returns `refused` if the notification is forged, and `again` if the provider must repeat
 * it because the payment is not confirmed yet. Otherwise returns `taken`.
 */
export async function receive(ctx: Context, provider: Provider, delivery: Delivery): Promise<Reception> {
  const notification = await provider.readNotification(delivery)
  if (notification.verdict === 'accepted') return confirm(ctx, provider, { about: notification, delivery })
  await insertNotification(ctx.db, toRow(ctx, provider, { notification, delivery }))
  if (notification.verdict === 'dispute') return noteDispute(ctx, provider, notification.dispute)
  if (notification.verdict !== 'forged') return 'taken'
  ctx.app.log.warn('a notification was refused', { provider: provider.name, reason: notification.reason })
  return 'refused'
}

async function confirm(
  ctx: Context,
  provider: Provider,
  { about, delivery }: { about: Accepted; delivery: Delivery },
): Promise<Reception> {
  const named =
    about.reference === null ? await attempts.findByProvider(ctx, provider.name, about.providerReference) : about
  const reference = named?.reference ?? null
  const now = ctx.app.now()
  const [claimed] = await insertNotificationAndClaim(ctx.db, {
    ...toRow(ctx, provider, { notification: about, delivery }),
    attempt: reference ?? '',
    now,
    before: new Date(now.getTime() - askIntervalMs),
  })
  const attempt = reference && (claimed ?? (await attempts.find(ctx, reference)))
  if (!attempt || attempt.provider !== provider.name) {
    const { reference: ours, providerReference: theirs = null } = about
    return noteUnmatched(ctx, provider, { reference: ours ?? theirs ?? '', providerReference: theirs })
  }
  if (attempt.state !== 'pending' && attempt.state !== 'failed') return 'taken'
  const report = claimed ? await ask(ctx, provider, attempt) : undefined
  if (report) await settle(ctx, provider, report)
  if (report?.outcome === 'paid' || report?.outcome === 'failed') return 'taken'
  await attempts.askSoon(ctx, attempt.reference, soonMs)
  return report ? 'again' : 'taken'
}

type Accepted = Extract<Notification, { verdict: 'accepted' }>

/** A notification as the database stores it. */
function toRow(
  ctx: Context,
  provider: Provider,
  { notification, delivery: { body, headers, query } }: { notification: Notification; delivery: Delivery },
) {
  const { verdict, eventKey } = notification
  const isForged = verdict === 'forged'
  const isAccepted = verdict === 'accepted' || verdict === 'dispute'
  return {
    provider: provider.name,
    eventKey,
    reference: referenceIn(notification),
    // Replaces NUL, which PostgreSQL cannot store. Cuts the body of a forged notification to save space.
    body: (body || query).replaceAll('\0', '\uFFFD').slice(0, isForged ? longestForgedBody : undefined),
    headers: isForged ? {} : headers,
    verdict: isAccepted ? 'accepted' : 'rejected',
    reason: verdict === 'forged' || verdict === 'foreign' ? notification.reason : null,
    receivedAt: ctx.app.now(),
  }
}

/** The reference of the payment that a notification names; null for a dispute, which has only its own number. */
function referenceIn(notification: Notification): string | null {
  if (notification.verdict === 'dispute') return null
  if (notification.verdict === 'accepted') return notification.reference ?? notification.providerReference
  return notification.reference
}

/** Deletes old notifications: rejected ones after a week, accepted ones after half a year. */
export async function sweep(ctx: Context): Promise<void> {
  const { receivedAt, verdict } = paymentNotifications
  const before = (days: number) => new Date(ctx.app.now().getTime() - days * dayMs)
  const isForgotten = or(lte(receivedAt, before(180)), and(eq(verdict, 'rejected'), lte(receivedAt, before(7))))
  await ctx.db.delete(paymentNotifications).where(isForgotten)
}
