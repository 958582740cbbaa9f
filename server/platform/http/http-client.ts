import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import https from 'node:https'
import { isRecord } from '#contract/object-keys.ts'
import { toError } from '#server/platform/node-errors.ts'

const maxResponseBytes = 1024 * 1024

/**
 * Connections stay open for further requests. If the other side closed an idle connection while the shop sends a
 * request on it, the request would get no response. It would then be unknown whether, for example, a refund was made.
 * So the shop closes an idle connection long before the other side does.
 */
const agentOptions = { keepAlive: true, timeout: 1000 }
const agents = { http: new Agent(agentOptions), https: new https.Agent(agentOptions) }

/** The agent that keeps connections open for this URL's protocol. Payment providers' own libraries use it too. */
export const agentOf = (url: string): Agent => (url.startsWith('https:') ? agents.https : agents.http)

/**
 * `answered`: a provider's response. `broken`: there is no response, or it is a redirect or HTTP 5xx; `answer` is the
 * reason. `mayRepeat` is whether the shop may send the request again if it is read-only.
 */
export type HttpResult =
  | { kind: 'answered'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'broken'; answer: string; mayRepeat: boolean }

interface HttpRequestOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  timeoutMs: number
}

/**
 * Whether the other side could be reached. `down`: after a timeout, a failed connection or handshake, or HTTP 5xx.
 * `unused`: no request was sent.
 */
export type ConnectionState = 'up' | 'down' | 'unused'
const connectionStore = new AsyncLocalStorage<{ line: ConnectionState }>()

/** Runs `work`. Returns its result and the state of the connection at the last request that it sent. */
export async function watchConnection<T>(work: () => Promise<T>): Promise<{ result: T; line: ConnectionState }> {
  const connection: { line: ConnectionState } = { line: 'unused' }
  const result = await connectionStore.run(connection, work)
  return { result, line: connection.line }
}

/** Records the state of the connection for `watchConnection`. */
export function recordConnection(line: ConnectionState) {
  const connection = connectionStore.getStore()
  if (connection) connection.line = line
}

/**
 * Sends a request to a provider. Never throws: returns `broken` for a timeout, a failed connection, a redirect or HTTP
 * 5xx. If the response is longer than a megabyte, its text is empty.
 */
export async function sendRequest(url: string, options: HttpRequestOptions): Promise<HttpResult> {
  try {
    const { statusCode: status = 0, headers, text } = await send(url, options)
    recordConnection(status >= 500 ? 'down' : 'up')
    if (status >= 500 || (status >= 300 && status < 400))
      return { kind: 'broken', answer: `HTTP ${status}`, mayRepeat: status >= 500 }
    const pairs = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')])
    return { kind: 'answered', status, headers: Object.fromEntries(pairs), text }
  } catch (error) {
    recordConnection('down')
    const timedOut = toError(error).name === 'TimeoutError'
    return { kind: 'broken', answer: timedOut ? 'timeout' : 'connection', mayRepeat: !timedOut }
  }
}

type ReceivedResponse = Pick<IncomingMessage, 'statusCode' | 'headers'> & { text: string }

/** Uses Node's HTTP client. It takes half the time of `fetch`, which matters with two requests for each order. */
function send(
  url: string,
  { method = 'POST', headers = {}, body, timeoutMs }: HttpRequestOptions,
): Promise<ReceivedResponse> {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:')
    const outgoing = (isSecure ? https.request : request)(url, {
      agent: agentOf(url),
      method,
      headers: { Accept: 'application/json', 'User-Agent': 'storefront', ...type, ...headers },
    })
    const abort = () => {
      reject(new DOMException('no answer in time', 'TimeoutError'))
      outgoing.destroy()
    }
    const timer = setTimeout(abort, timeoutMs)
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.on('error', reject)
      readLimited(response).then(
        (text) => resolve({ statusCode: response.statusCode, headers: response.headers, text }),
        reject,
      )
    })
    outgoing.end(isForm ? String(body) : body)
  })
}

/** The text of a response; empty if it exceeds the limit. */
async function readLimited(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > maxResponseBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Sends a request like `sendRequest`. Retries it once if the first result has `mayRepeat`. Use it only for read-only
 * requests, never for requests that move money.
 */
export async function sendRequestWithRetry(url: string, options: HttpRequestOptions): Promise<HttpResult> {
  const result = await sendRequest(url, options)
  return result.kind === 'broken' && result.mayRepeat ? sendRequest(url, options) : result
}

/** Returns a value of a response as text, cut to 100 characters. Null if the value is empty or not a text. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : null)

/** Parses a JSON object; null for anything else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
