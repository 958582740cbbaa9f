import type { NoticeKind } from '#contract/office/notices.ts'
import { noticeRights } from '#contract/office/notices.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { publishBatched } from '#server/platform/publish.ts'

/** The channel for changes of a staff member's sessions or rights. A message is the id of the staff member. */
const staffChannel = 'staff'

/** The channel for new notifications. A message identifies the staff members who see the notification. */
const noticeChannel = 'staff_notices'

/** After the commit, tells every browser of a staff member that their sessions or rights changed. */
export const publishStaffChange = (ctx: Context, personId: string) => publishBatched(ctx, staffChannel, personId)

/** Identifies the staff members who see a notification. */
interface Addressee {
  kind: NoticeKind
  location: string | null
  personId: string | null
}

/** After the commit, tells the browsers of all staff members whom `to` describes that there is a new notification. */
export const publishNotice = (ctx: Context, to: Addressee) => publishBatched(ctx, noticeChannel, JSON.stringify(to))

function isAddressee(ctx: Context, payload: string): boolean {
  // The cast is safe: `publishNotice` wrote the payload.
  const { kind, location, personId }: Addressee = JSON.parse(payload)
  const right = noticeRights[kind]
  if (right === null) return personId === ctx.staff?.personId && !ctx.staff.deviceId
  return !ctx.staff?.isHeldBack && canAccessStore(ctx, right, location)
}

/**
 * Opens the event stream of `GET /api/office/live`. Sends `session` when the caller's sessions or rights change, and
 * `notices` when there is a new notification that the caller may see. For each message of a channel in `shopChannels`,
 * sends the channel's name. Fails with `staff.sign_in_required` if the caller has no session, and with
 * `request.too_many` if too many streams are open.
 */
export function watchOffice(ctx: Context, shopChannels: readonly string[]): Promise<Response> {
  const personId = ctx.staff?.personId ?? fail('staff.sign_in_required')
  return openEventStream(ctx, [staffChannel, noticeChannel, ...shopChannels], (channel, payload) => {
    if (channel === staffChannel) return payload === personId ? 'session' : null
    if (channel === noticeChannel) return isAddressee(ctx, payload) ? 'notices' : null
    return shopChannels.includes(channel) ? channel : null
  })
}
