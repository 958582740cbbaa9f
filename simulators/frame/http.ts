import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:net'

const maxBodyBytes = 256 * 1024

/** Reads a request's body as text; throws if it is too large. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server does not listen on a port')
  return address.port
}

/** Sends a body that is already JSON text. */
export const sendJson = (response: ServerResponse, status: number, body: string) =>
  send(response, status, 'application/json; charset=utf-8', body)

/** Sends a response that is not cached and has strict security headers. */
export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, {
      ...headers,
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    })
    .end(body)
}
