import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent, request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ServerCommand, ServerMessage } from './server-process.ts'
import type { Place, ShopServer } from './shop-server.ts'

const agent = new Agent({ keepAlive: true })
const unavailable = { status: 503 }

/** Sends a request with its own Host header, which `fetch` may not set. */
async function send(options: RequestOptions, body: Buffer): Promise<Response> {
  const clientRequest = httpRequest({ host: '127.0.0.1', ...options })
  clientRequest.end(body)
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const responseBody = await buffer(response)
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  const status = response.statusCode ?? 500
  return new Response([204, 304].includes(status) ? null : responseBody, { status, headers })
}

/** A server in a process of its own. */
export interface ProcessServer extends ShopServer {
  /** Ends the process at once, without a chance to clean up. */
  kill(): void
  /** Starts a new process if the last process was killed. */
  revive(): Promise<void>
  setClock(): Promise<void>
}

/** Starts a server in a process of its own. `shiftMs` tells how far the history's clock is ahead of the machine's. */
export async function startProcessServer(
  place: Place,
  { shiftMs, report }: { shiftMs(): number; report(error: string): unknown },
): Promise<ProcessServer> {
  let running = await start()
  let isKilled = false

  async function start() {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tests/histories/run-server.ts'], {
      env: { ...process.env, HISTORIES_PLACE: JSON.stringify({ ...place, shiftMs: shiftMs() }) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const waiting = new Map<number, (failure: string | null) => void>()
    const opened = Promise.withResolvers<number>()
    child.on('message', (message: ServerMessage) => {
      if ('open' in message) opened.resolve(message.open)
      else if ('error' in message) report(message.error)
      else waiting.get(message.done)?.(message.failure)
    })
    child.on('exit', () => {
      opened.reject(new Error('the server ended before it was open'))
      for (const end of waiting.values()) end('the server was killed')
    })
    return { child, waiting, port: await opened.promise }
  }

  let lastId = 0
  async function sendCommand(what: ServerCommand['what']) {
    const id = ++lastId
    const { child, waiting } = running
    const failure = await new Promise<string | null>((resolve) => {
      if (!child.connected) return resolve('the server was killed')
      waiting.set(id, resolve)
      child.send({ id, what, shiftMs: shiftMs() } satisfies ServerCommand, (error) => error && resolve(error.message))
    })
    waiting.delete(id)
    if (failure) throw new Error(failure)
  }

  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = Buffer.from(await request.arrayBuffer())
      const headers = Object.fromEntries(request.headers)
      const options = { port: running.port, path: pathname + search, method: request.method, headers, agent }
      // If the server is dead, responds as a proxy in front of the server would.
      return send(options, body).catch(() =>
        Response.json({ error: { errors: [{ code: 'unavailable' }] } }, unavailable),
      )
    },
    work: () => sendCommand('work'),
    clear: () => sendCommand('clear'),
    setClock: () => sendCommand('clock'),
    kill() {
      isKilled = true
      running.child.kill('SIGKILL')
    },
    async revive() {
      if (!isKilled) return
      isKilled = false
      running = await start()
    },
    async close() {
      if (running.child.exitCode === null && running.child.signalCode === null) {
        running.child.disconnect()
        await once(running.child, 'exit')
      }
    },
  }
}
