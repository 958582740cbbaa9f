import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'

/** Of one connection. Browsers send one request and wait; nothing that means well comes near it. */
const mostUnderWay = 16

/**
 * An HTTP server that hangs up on who sends request upon request over one connection and reads no answer: what waits to
 * be read would fill the memory.
 */
export function createBoundedServer(options: ServerOptions, listener: RequestListener): Server {
  const underWay = new WeakMap<Socket, number>()
  return createServer(options, (incoming, outgoing) => {
    const { socket } = incoming
    // What came in the same piece is still read after hanging up.
    if (socket.destroyed) return
    const now = (underWay.get(socket) ?? 0) + 1
    if (now > mostUnderWay) return socket.destroy()
    underWay.set(socket, now)
    outgoing.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    listener(incoming, outgoing)
  })
}
