import type { App, Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import { orderChannel, owned } from './rows.ts'

const aliveEveryMs = 15_000
/** A stream closes after this long and the browser reconnects. This frees streams of browsers that are gone. */
const longestMs = 10 * 60_000
/** With more watchers than this, the server refuses the stream and the browser polls instead. */
const mostWatchers = 1000
const mostOfOne = 20

interface Watcher {
  orderId: string
  /** The network of the client; the number of its watchers is limited. */
  who: string
  tell(): void
}
interface Watch {
  watchers: Set<Watcher>
  listening: Promise<void>
}
const watches = new WeakMap<App, Watch>()

/**
 * `GET …/orders/:id/events`: sends a server-sent event for each change of the visitor's order. The event has no data;
 * the browser then fetches the order. `not_found` for another visitor's order, `request.too_many` over the limits.
 */
export async function watchOrder(ctx: Context, id: string, token?: string): Promise<Response> {
  await owned(ctx, id, token)
  const { app } = ctx
  const who = networkOf(ctx.ip)
  const { watchers, listening } = watchOf(app)
  // Counts after the last await, so that parallel requests cannot exceed the limits.
  await listening
  const ofOne = [...watchers].filter((other) => other.who === who).length
  if (watchers.size >= mostWatchers || ofOne >= mostOfOne) fail('request.too_many', { seconds: 60 })
  return new Response(stream(app, watchers, { orderId: id, who }), {
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Stops nginx from buffering the stream: it would hold events back for ever.
      'X-Accel-Buffering': 'no',
    },
  })
}

function stream(app: App, watchers: Set<Watcher>, { orderId, who }: Pick<Watcher, 'orderId' | 'who'>): ReadableStream {
  const encoder = new TextEncoder()
  let end = () => {}
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const watcher: Watcher = { orderId, who, tell: () => send('event: changed\ndata: {}\n\n') }
      watchers.add(watcher)
      send('retry: 3000\n: here\n\n')
      const alive = setInterval(() => send(': alive\n\n'), aliveEveryMs)
      const over = setTimeout(() => stop(), longestMs)
      const forget = () => {
        clearInterval(alive)
        clearTimeout(over)
        watchers.delete(watcher)
        app.stopping.removeEventListener('abort', stop)
      }
      const stop = () => {
        forget()
        controller.close()
      }
      app.stopping.addEventListener('abort', stop)
      end = forget
    },
    cancel: () => end(),
  })
}

/** The watchers of this process. The first one starts the database listener. */
function watchOf(app: App): Watch {
  const known = watches.get(app)
  if (known) return known
  const watchers = new Set<Watcher>()
  const tell = (is: (watcher: Watcher) => boolean) => {
    for (const watcher of watchers) if (is(watcher)) watcher.tell()
  }
  const listening = app.database.listen(
    orderChannel,
    (id) => tell(({ orderId }) => orderId === id),
    // Events may be lost while the listener is disconnected, so every browser fetches its order after a reconnect.
    () => tell(() => true),
  )
  const watch = { watchers, listening }
  watches.set(app, watch)
  return watch
}
