import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { publishBatched } from '#server/platform/publish.ts'

/** The channel with the ids of people whose sessions or rights changed. */
const staffChannel = 'staff'

/** Tells every browser of a person, after the commit, that their sessions or rights changed. */
export const publishPerson = (ctx: Context, personId: string) => publishBatched(ctx, staffChannel, personId)

/**
 * `GET /api/office/live`: sends `session` when the caller's sessions or rights changed, and the name of a channel of
 * `shopChannels` for each of its messages. `staff.sign_in_required`, `request.too_many` over the limits of streams.
 */
export function watchOffice(ctx: Context, shopChannels: readonly string[]): Promise<Response> {
  const personId = ctx.staff?.personId ?? fail('staff.sign_in_required')
  return openEventStream(ctx, [staffChannel, ...shopChannels], (channel, payload) => {
    if (channel === staffChannel) return payload === personId ? 'session' : null
    return shopChannels.includes(channel) ? channel : null
  })
}
