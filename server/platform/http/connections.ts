import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'

/** Of one connection. Browsers send one request and wait; nothing that means well comes near it. */
const mostUnderWay = 16

/**
 * Makes HTTP servers that hang up on who sends request upon request over one connection and reads no answer: what waits
 * to be read would fill the memory. Once it is `stopping`, a server ends each connection with the answer that it gives.
 */
export const boundedServer = (stopping: AbortSignal) => (options: ServerOptions, listener: RequestListener) =>
  createBoundedServer(stopping, options, listener)

function createBoundedServer(stopping: AbortSignal, options: ServerOptions, listener: RequestListener): Server {
  const underWay = new WeakMap<Socket, number>()
  const unanswered = new Set<ServerResponse>()
  stopping.addEventListener('abort', () => {
    for (const outgoing of unanswered) outgoing.shouldKeepAlive = false
  })
  return createServer(options, (incoming, outgoing) => {
    const { socket } = incoming
    // What came in the same piece is still read after hanging up.
    if (socket.destroyed) return
    const now = (underWay.get(socket) ?? 0) + 1
    if (now > mostUnderWay) return socket.destroy()
    underWay.set(socket, now)
    unanswered.add(outgoing)
    if (stopping.aborted) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => {
      unanswered.delete(outgoing)
      underWay.set(socket, (underWay.get(socket) ?? 1) - 1)
    })
    listener(incoming, outgoing)
  })
}
