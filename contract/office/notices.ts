import { z } from 'zod'
import { staffCall } from '../call.ts'
import { method } from '../checkout.ts'
import { keysOf } from '../object-keys.ts'
import type { Right } from '../rights.ts'
import { instant, money, noInput, queryInteger, text } from '../shapes.ts'

/**
 * The right that a staff member needs to see each kind of notification. Null if only the staff member whom the
 * notification concerns may see it.
 */
export const noticeRights = {
  order_placed: 'orders.see',
  cancel_asked: 'orders.see',
  comment_received: 'orders.see',
  payment_stuck: 'money.see',
  group_reached: 'groups.see',
  group_ended: 'groups.see',
  task_failed: 'health.see',
  new_device: null,
} as const satisfies Record<string, Right | null>
export type NoticeKind = keyof typeof noticeRights
export const noticeKinds = keysOf(noticeRights)
const kind = z.enum(noticeKinds)

const noticeId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

function noticeOf<Kind extends NoticeKind, Data extends z.ZodRawShape>(kind: Kind, data: Data) {
  return z.object({
    id: z.int(),
    at: instant,
    kind: z.literal(kind),
    location: z.string().nullable().describe('The store; null if it concerns the whole shop or the staff member.'),
    subject: z.string().describe('The id of the order, the payment or the group-buy; empty: none.'),
    data: z.object(data).describe('What the sentence says. It names no customer.'),
    isRead: z.boolean().describe('Also true for a kind that the bell does not count.'),
  })
}

const notice = z.discriminatedUnion('kind', [
  noticeOf('order_placed', {
    code: z.string(),
    pieces: z.int(),
    method,
    date: z.string().nullable().describe('The day and time of the slot, by the clock of the store.'),
    time: z.string().nullable(),
    table: z.string().nullish().describe('The table, for EAT_IN; missing in older notifications.'),
  }),
  noticeOf('cancel_asked', { code: z.string() }),
  noticeOf('comment_received', { code: z.string() }),
  noticeOf('payment_stuck', { amount: money.nullable(), order: z.string().nullable(), code: z.string().nullable() }),
  noticeOf('group_reached', { title: text }),
  noticeOf('group_ended', { title: text, isSuccess: z.boolean() }),
  noticeOf('task_failed', {}),
  noticeOf('new_device', { device: z.string() }),
])
/** A notification, as one staff member sees it. */
export type Notice = z.infer<typeof notice>

export const noticeState = z.object({
  unread: z.int().describe('Unread notifications that the bell counts, at most 100.'),
  newest: z.int().describe('The newest notification that the bell counts; 0: none.'),
})
/** The state of a staff member's notifications, as the bell shows it. */
export type NoticeState = z.infer<typeof noticeState>

const noticeChoices = z.object({
  kinds: z.array(z.object({ kind, isCounted: z.boolean() })).describe('The kinds that the staff member may see.'),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

export const noticeCalls = {
  list: staffCall('GET /notices', {
    right: 'self',
    place: 'mine',
    worksOnDevices: true,
    description:
      "The caller's notifications of the last 30 days, newest first, limited to their stores and rights; `before` is " +
      'the id of the last one seen. A counter device shows none that concern a single staff member.',
    input: z.strictObject({
      before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
      limit: queryInteger(1, 100).default(30),
    }),
    output: z.object({ notices: z.array(notice), hasMore: z.boolean() }),
  }),
  read: staffCall('POST /notices/read', {
    right: 'self',
    place: 'mine',
    isUnlogged: true,
    worksOnDevices: true,
    description:
      'Marks one notification as read, or all up to `upTo`, for the caller alone. A counter device marks only those that ' +
      'it shows. `not_found` for one that the caller does not see.',
    input: z.union([z.strictObject({ notice: noticeId }), z.strictObject({ upTo: noticeId })]),
    output: noticeState,
  }),
  choices: staffCall('GET /me/notices', {
    right: 'self',
    place: 'self',
    description: 'The kinds of notifications that the caller may see, and which of them the bell counts.',
    input: noInput,
    output: noticeChoices,
  }),
  choose: staffCall('POST /me/notices', {
    right: 'self',
    place: 'self',
    description: 'Sets which kinds of notifications the bell counts for the caller, of those that they may see.',
    input: z.strictObject({ counted: z.array(kind).max(noticeKinds.length) }),
    output: noticeChoices,
  }),
}
