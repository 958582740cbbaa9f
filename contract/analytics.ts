import { z } from 'zod'
import { shopCall, staffCall } from './call.ts'
import { date, queryInteger } from './shapes.ts'

/** Shopper actions that an owner may count if the shopper consents. Events carry names only, no personal data. */
export const eventNames = [
  'page_viewed',
  'item_viewed',
  'article_viewed',
  'searched',
  'cart_added',
  'cart_removed',
  'checkout_begun',
  'payment_started',
  'payment_failed',
  'purchased',
  'shared',
  'campaign_joined',
  'friend_referred',
] as const
export type EventName = (typeof eventNames)[number]

/** Where events are sent: nowhere, or to the shop's own daily counts. */
export const adapters = ['none', 'own'] as const
export type Adapter = (typeof adapters)[number]

export const measuring = {
  count: shopCall('POST /measuring/events', {
    description:
      'Counts events by day. Ignores browsers that decline tracking (`DNT`, `Sec-GPC`); `not_found` if the shop does ' +
      'not count events.',
    refusals: ['not_found'],
    limit: { points: 600, seconds: 60 },
    input: z.strictObject({ events: z.array(z.enum(eventNames)).min(1).max(20) }),
    output: z.object({ counted: z.int() }),
  }),
}

const dayCount = z.object({ day: date, name: z.enum(eventNames), count: z.int() })
export type DayCount = z.infer<typeof dayCount>

/** Calls of the staff API that return the event counts of the last UTC days, including today, newest first. */
export const measuringStaffCalls = {
  counts: staffCall('GET /counts', {
    right: 'reports.see',
    place: 'shop',
    description: 'Event counts by day.',
    input: z.strictObject({ days: queryInteger(1, 366).default(7) }),
    output: z.object({ counts: z.array(dayCount) }),
  }),
}
