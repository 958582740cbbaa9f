import type { Context } from '#server/platform/context.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { orderChannel, owned } from './rows.ts'

/**
 * `GET …/orders/:id/events`: sends the event `changed` for each change of the visitor's order. `not_found` for another
 * visitor's order, `request.too_many` over the limits of streams.
 */
export async function watchOrder(ctx: Context, id: string, token?: string): Promise<Response> {
  await owned(ctx, id, token)
  return openEventStream(ctx, [orderChannel], (_, payload) => (payload === id ? 'changed' : null))
}
