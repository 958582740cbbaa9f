import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of unanswered requests per connection. Browsers send one request and wait, so ordinary clients stay
 * far below it.
 */
const maxPendingRequests = 16
/** How long the body of a request may take, unless it is a form with files. */
const maxBodyTimeMs = 15_000

/**
 * Creates HTTP servers that close a connection with too many unanswered requests. A client with such a connection sends
 * requests without reading the responses, and the waiting responses would fill the memory. Once `stopping` is aborted,
 * each connection ends with its current response.
 */
export const boundedServer = (stopping: AbortSignal) => (options: ServerOptions, listener: RequestListener) =>
  createBoundedServer(stopping, options, listener)

function createBoundedServer(stopping: AbortSignal, options: ServerOptions, listener: RequestListener): Server {
  const pendingRequests = new WeakMap<Socket, number>()
  const unanswered = new Set<ServerResponse>()
  stopping.addEventListener('abort', () => {
    for (const outgoing of unanswered) outgoing.shouldKeepAlive = false
  })
  return createServer(options, (incoming, outgoing) => {
    const { socket } = incoming
    // This handler still gets the other requests of the same packet after it has closed the connection.
    if (socket.destroyed) return
    const pendingCount = (pendingRequests.get(socket) ?? 0) + 1
    if (pendingCount > maxPendingRequests) return socket.destroy()
    pendingRequests.set(socket, pendingCount)
    unanswered.add(outgoing)
    if (stopping.aborted) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => {
      unanswered.delete(outgoing)
      pendingRequests.set(socket, (pendingRequests.get(socket) ?? 1) - 1)
    })
    limitBodyTime(incoming)
    listener(incoming, outgoing)
  })
}

/** Closes the connection if the body of the request takes too long. */
function limitBodyTime(incoming: IncomingMessage) {
  const { headers, socket } = incoming
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody || /^multipart\/form-data/i.test(headers['content-type'] ?? '')) return
  const timer = setTimeout(() => {
    if (!incoming.complete) socket.destroy()
  }, maxBodyTimeMs)
  incoming.once('close', () => clearTimeout(timer))
}
