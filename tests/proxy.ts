import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy between a browser and the shop. Tests can cut all connections until `mend`, forward to another shop, or
 * append text to a served file.
 */
export interface Wire {
  url: string
  cut(): void
  mend(): void
  /** Forwards to this shop from now on. */
  leadTo(url: string): void
  /** Appends text to the file served at a path. */
  addTo(path: string, text: string): void
  close(): Promise<void>
}

export async function startWire(shopUrl: string): Promise<Wire> {
  let target = shopUrl
  let isCut = false
  const additions = new Map<string, string>()
  const server = createServer((incoming, outgoing) => {
    if (isCut) incoming.socket.destroy()
    else proxyRequest(incoming, outgoing, target, additions.get(incoming.url ?? ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    mend() {
      isCut = false
    },
    leadTo(url) {
      target = url
    },
    addTo(path, text) {
      additions.set(path, text)
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function proxyRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  addition: string | undefined,
) {
  const { method, url, headers } = incoming
  const forwardedHeaders = addition === undefined ? headers : { ...headers, 'accept-encoding': 'identity' }
  const proxied = request(target + url, { method, headers: forwardedHeaders }, (response) => {
    const { 'content-length': length, ...rest } = response.headers
    outgoing.writeHead(response.statusCode ?? 502, addition === undefined && length ? response.headers : rest)
    response.pipe(outgoing, { end: addition === undefined })
    if (addition !== undefined) response.on('end', () => outgoing.end(addition))
  })
  proxied.on('error', () => outgoing.destroy())
  incoming.pipe(proxied)
}
