import type { Context } from '#server/platform/context.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import { findOwned, orderChannel } from './rows.ts'

/**
 * `GET …/orders/:id/events`: sends the event `changed` whenever the visitor's order changes. Fails with `not_found` for
 * another visitor's order, and with `request.too_many` beyond the limits on open streams.
 */
export async function watchOrder(ctx: Context, id: string, token?: string): Promise<Response> {
  await findOwned(ctx, id, token)
  return openEventStream(ctx, [orderChannel], (_, payload) => (payload === id ? 'changed' : null))
}
