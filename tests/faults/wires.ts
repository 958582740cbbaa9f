import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A moment of a server's outgoing request, which is a database statement or a provider call. */
export interface Step {
  to: 'database' | 'provider'
  text: string
  /** `before`: the request has not reached the service yet. `after`: the service is done, but has not responded yet. */
  moment: 'before' | 'after'
  /** Whether the connection has no open transaction, so that its writes so far are permanent. False at `before`. */
  isKept: boolean
}
/** Called at each step, in order. If it returns true, no bytes pass from then on, as from a dead machine. */
export type Watch = (step: Step) => boolean

/** A proxy between a server and a service. It reports each step, and a test can cut it at any step. */
export interface Wire {
  port: number
  /** Ends all open connections. The proxy accepts new connections. */
  drop(): void
  close(): Promise<void>
}

/** Starts a proxy to the PostgreSQL on port `target`. The proxy parses the statements that pass through it. */
export async function openDatabaseWire(target: number, watch: Watch): Promise<Wire> {
  return openPairs(target, (near, far) =>
    relayStatements(near, far, (text, moment, isKept) => watch({ to: 'database', text, moment, isKept })),
  )
}

/** A fault of the connections that listen for notifications. Callers may change `is` while the proxy runs. */
export interface ListenerFault {
  /** `silent`: no bytes pass, as if the machine were dead. `deaf`: only notifications are lost, as in a pooler. */
  is: 'none' | 'silent' | 'deaf'
}

/**
 * Starts a proxy to PostgreSQL on port `target`. `fault` affects only the connections that listen for notifications.
 * The proxy forwards everything on all other connections.
 */
export async function openListenerWire(target: number, fault: ListenerFault): Promise<Wire> {
  return openPairs(target, (near, far) => {
    let listens = false
    const isDropped = (type: string) => listens && (fault.is === 'silent' || (fault.is === 'deaf' && type === 'A'))
    readMessages(near, true, (type, message) => {
      if (type === '') listens = message.includes('application_name\0listening\0')
      if (!isDropped(type)) far.write(message)
    })
    readMessages(far, false, (type, message) => {
      if (!isDropped(type)) near.write(message)
    })
  })
}

/**
 * Starts a proxy to the port `target`. For each incoming connection, opens a connection to that port and calls `join`
 * with both. If one of the two closes, closes the other too.
 */
function openPairs(target: number, join: (near: Socket, far: Socket) => void): Promise<Wire> {
  const sockets = new Set<Socket>()
  const wire = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    join(near, far)
  })
  return listening(wire, () => {
    for (const socket of sockets) socket.destroy()
  })
}

/** A proxy to a provider's gateway at this URL. */
export async function openProviderWire(target: string, watch: Watch): Promise<Wire> {
  const wire = createHttpServer(async (request, response) => {
    const body = await readAll(request)
    const text = /"(?:method|action)":"([^"]+)"/.exec(body)?.[1] ?? request.url ?? ''
    if (watch({ to: 'provider', text, moment: 'before', isKept: false })) return void request.socket.destroy()
    const upstreamResponse = await fetch(target + request.url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': request.headers['content-type'] ?? '' },
    })
    const responseBody = await upstreamResponse.text()
    if (watch({ to: 'provider', text, moment: 'after', isKept: true })) return void request.socket.destroy()
    response
      .writeHead(upstreamResponse.status, { 'Content-Type': upstreamResponse.headers.get('content-type') ?? '' })
      .end(responseBody)
  })
  return listening(wire, () => wire.closeAllConnections())
}

/** The faults of a network connection. TCP resends a lost packet, so the reader gets it late. */
export interface NetworkFaults {
  /** Each chunk arrives this many milliseconds late. */
  delayMs?: number
  /** The proxy loses and resends a chunk whenever the total number of chunks reaches a multiple of this number. */
  loseEvery?: number
  /** The proxy resets a connection whenever the total number of chunks reaches a multiple of this number. */
  resetEvery?: number
}
/** Linux resends a lost TCP packet after 200 ms at the earliest. */
const retransmitDelayMs = 200

/** A proxy to a local port with these faults. Callers may change `faults` while it runs. */
export async function openFaultyWire(target: number, faults: NetworkFaults): Promise<Wire> {
  const sockets = new Set<Socket>()
  let pieces = 0
  const isEvery = (count: number | undefined) => count !== undefined && pieces % count === 0
  const wire = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const reset = () => {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        near.destroy()
        far.destroy()
      })
      let delivered = Promise.resolve()
      from.on('data', (piece: Buffer) => {
        pieces++
        if (isEvery(faults.resetEvery)) return reset()
        const delayMs = (faults.delayMs ?? 0) + (isEvery(faults.loseEvery) ? retransmitDelayMs : 0)
        const arrives = delayMs > 0 ? sleep(delayMs) : Promise.resolve()
        delivered = delivered.then(() => arrives).then(() => void to.write(piece))
      })
    }
  })
  return listening(wire, () => {
    for (const socket of sockets) socket.destroy()
  })
}

function listening(server: Server, cut: () => void): Promise<Wire> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        drop: cut,
        close() {
          cut()
          return new Promise((done) => server.close(() => done()))
        },
      }),
    )
  })
}

/**
 * Forwards PostgreSQL's messages in both directions. Holds each response until it is complete. Calls `onStatement`
 * before and after each statement. Once `onStatement` returns true, forwards nothing more.
 */
function relayStatements(
  near: Socket,
  far: Socket,
  onStatement: (text: string, moment: Step['moment'], isKept: boolean) => boolean,
) {
  const statements = new Map<string, string>()
  const pendingStatements: string[] = []
  let isCut = false
  let text = ''
  let requestParts: Buffer[] = []
  let responseParts: Buffer[] = []
  const pass = (to: Socket, messages: Buffer[]) => {
    if (!isCut) to.write(Buffer.concat(messages))
  }
  readMessages(near, true, (type, message) => {
    requestParts.push(message)
    if (type === 'Q') text = cString(message, 5)
    if (type === 'P') {
      const name = cString(message, 5)
      statements.set(name, cString(message, 6 + Buffer.byteLength(name)))
    }
    if (type === 'B') text = statements.get(cString(message, 6 + Buffer.byteLength(cString(message, 5)))) ?? ''
    if (['P', 'B', 'D', 'E', 'C'].includes(type)) return
    if (type === 'Q' || type === 'S') {
      pendingStatements.push(text)
      isCut ||= onStatement(text, 'before', false)
    }
    pass(far, requestParts)
    requestParts = []
  })
  readMessages(far, false, (type, message) => {
    responseParts.push(message)
    // `CopyInResponse`: PostgreSQL waits for rows to copy, and responds to the statement only after these rows.
    // Forwards this message at once, so that the client sends the rows.
    if (type === 'G') {
      pass(near, responseParts)
      responseParts = []
      return
    }
    if (pendingStatements.length > 0 && type !== 'Z') return
    const statement = pendingStatements.shift()
    if (statement !== undefined) isCut ||= onStatement(statement, 'after', message[5] === idle)
    pass(near, responseParts)
    responseParts = []
  })
}
/** Each `ReadyForQuery` message of PostgreSQL states whether a transaction is open; `I` means none. */
const idle = 'I'.charCodeAt(0)

/** Splits a stream into PostgreSQL's messages. A client's first message has no type. */
function readMessages(socket: Socket, isClient: boolean, onMessage: (type: string, message: Buffer) => void) {
  let buffered = Buffer.alloc(0)
  let isFirst = isClient
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (buffered.length < head + 4) return
      const length = head + buffered.readInt32BE(head)
      if (buffered.length < length) return
      const message = buffered.subarray(0, length)
      buffered = buffered.subarray(length)
      onMessage(isFirst ? '' : String.fromCharCode(message[0] ?? 0), message)
      isFirst = false
    }
  })
}

function cString(message: Buffer, from: number): string {
  return message.toString('utf8', from, message.indexOf(0, from))
}
