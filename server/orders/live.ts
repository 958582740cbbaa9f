import type { App, Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { securityHeaders } from '#server/platform/http/responses.ts'
import { orderChannel, owned } from './rows.ts'

const aliveEveryMs = 15_000
/** After this long the browser comes again by itself: nothing is held for somebody who went away. */
const longestMs = 10 * 60_000
/** More browsers than these ask again and again instead. */
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
 * `GET …/orders/:id/events`: says each time that the visitor's order has changed, as server-sent events. What changed
 * is asked for as ever. Somebody else's order: `not_found`; too many at once: `request.too_many`.
 */
export async function watchOrder(ctx: Context, id: string, token?: string): Promise<Response> {
  await owned(ctx, id, token)
  const { app } = ctx
  const who = networkOf(ctx.ip)
  const { watchers, listening } = watchOf(app)
  // Counted last: who is let in is there before the next is looked at.
  await listening
  const ofOne = [...watchers].filter((other) => other.who === who).length
  if (watchers.size >= mostWatchers || ofOne >= mostOfOne) fail('request.too_many', { seconds: 60 })
  return new Response(stream(app, watchers, { orderId: id, who }), {
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // A proxy that gathers what it passes on would gather for ever.
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

/** Who watches in this process. It listens to the database from the first of them on. */
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
    // While nothing was heard something may have happened: everybody looks once.
    () => tell(() => true),
  )
  const watch = { watchers, listening }
  watches.set(app, watch)
  return watch
}
