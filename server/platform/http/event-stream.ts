import type { App, Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { networkOf } from './client-address.ts'
import { securityHeaders } from './responses.ts'

const heartbeatIntervalMs = 15_000
/**
 * A stream closes after this long, and the browser opens a new stream. The server thus drops the streams of browsers
 * that are gone.
 */
const maxStreamMs = 10 * 60_000
/** With more watchers than this, the server refuses the stream and the browser polls instead. */
const maxWatchers = 1000
const maxWatchersPerNetwork = 20

/**
 * Returns the name of the event to send for a channel's message, or null to send none. It also gets the messages of
 * channels that only other streams watch.
 */
export type ToEvent = (channel: string, payload: string) => string | null

interface Watcher {
  /** The client's network prefix. The number of watchers per network is limited. */
  network: string
  toEvent: ToEvent
  send(event: string): void
}
interface WatchRegistry {
  watchers: Set<Watcher>
  /** Maps each channel that has ever been watched to the promise of its database listener. */
  listeners: Map<string, Promise<void>>
}
const registries = new WeakMap<App, WatchRegistry>()

/**
 * Opens a stream of server-sent events. For each message of the database channels, `toEvent` names the event to send,
 * if any. Events have no data; the browser fetches the changed data after each event. The event `changed` is sent when
 * messages may have been lost. Fails with `request.too_many` if too many streams are open.
 */
export async function openEventStream(ctx: Context, channels: readonly string[], toEvent: ToEvent): Promise<Response> {
  const { app } = ctx
  const network = networkOf(ctx.ip)
  const registry = registryOf(app)
  await Promise.all(channels.map((channel) => listen(app, registry, channel)))
  const { watchers } = registry
  // Counts after the last await, so that parallel requests cannot exceed the limits.
  const networkCount = [...watchers].filter((other) => other.network === network).length
  if (watchers.size >= maxWatchers || networkCount >= maxWatchersPerNetwork) fail('request.too_many', { seconds: 60 })
  return new Response(stream(app, watchers, { network, toEvent }), {
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Stops nginx from buffering the stream, which would delay the events.
      'X-Accel-Buffering': 'no',
    },
  })
}

function stream(app: App, watchers: Set<Watcher>, { network, toEvent }: Omit<Watcher, 'send'>): ReadableStream {
  const encoder = new TextEncoder()
  let end = () => {}
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const watcher: Watcher = { network, toEvent, send: (event) => write(`event: ${event}\ndata: {}\n\n`) }
      watchers.add(watcher)
      write('retry: 3000\n: here\n\n')
      const heartbeat = setInterval(() => write(': alive\n\n'), heartbeatIntervalMs)
      const closeTimer = setTimeout(() => stop(), maxStreamMs)
      const cleanUp = () => {
        clearInterval(heartbeat)
        clearTimeout(closeTimer)
        watchers.delete(watcher)
        app.stopping.removeEventListener('abort', stop)
      }
      const stop = () => {
        cleanUp()
        controller.close()
      }
      app.stopping.addEventListener('abort', stop)
      end = cleanUp
      // A stopping server still accepts connections for a moment, but its signal has already been aborted.
      if (app.stopping.aborted) stop()
    },
    cancel: () => end(),
  })
}

function registryOf(app: App): WatchRegistry {
  const existing = registries.get(app)
  if (existing) return existing
  const registry: WatchRegistry = { watchers: new Set(), listeners: new Map() }
  registries.set(app, registry)
  return registry
}

/** Listens to a channel. Further calls for the same channel in this process return the same promise. */
function listen(app: App, { watchers, listeners }: WatchRegistry, channel: string): Promise<void> {
  const existing = listeners.get(channel)
  if (existing) return existing
  const listening = app.database.listen(
    channel,
    (payload) => {
      for (const { toEvent, send } of watchers) {
        const event = toEvent(channel, payload)
        if (event) send(event)
      }
    },
    // Messages may be lost while the listener is disconnected, so all watchers get `changed`.
    () => {
      for (const { send } of watchers) send('changed')
    },
  )
  listeners.set(channel, listening)
  return listening
}
