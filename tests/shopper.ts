import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:http'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | undefined
}

/**
 * A shopper with their own cookies over real HTTP. `baseUrl` is the shop's URL, or a function that returns it for each
 * request.
 */
export function createShopper(baseUrl: string | (() => string)): {
  api: Client
  walk: (path: string, init?: RequestOptions) => Promise<Response>
  cookies: Map<string, string>
} {
  const cookies = new Map<string, string>()
  const url = () => (typeof baseUrl === 'string' ? baseUrl : baseUrl())
  const send = async (path: string, { method = 'GET', headers, body }: RequestOptions = {}) => {
    const requestHeaders: Record<string, string> = { ...headers }
    requestHeaders.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = cookies.get(xsrfCookie)
    if (token) requestHeaders[xsrfHeader] = decodeURIComponent(token)
    const response = await sendRequest(path.startsWith('http') ? path : url() + path, {
      method,
      headers: requestHeaders,
      body,
    })
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    return response
  }
  const api = createClient(
    async (path, init) => {
      if (!cookies.has(xsrfCookie)) await send('/api/istore/client/common3/exchangeRates/')
      const { status, text } = await send(path, init as RequestOptions)
      return { status, ok: status >= 200 && status < 300, json: async () => JSON.parse(text) }
    },
    () => undefined,
  )
  return { api, walk: async (path, init) => toResponse(await send(path, init)), cookies }
}

const agent = new Agent({ keepAlive: true })

interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Sends a request over a keep-alive connection. This takes half as much processor time as `fetch`, which leaves more
 * for the shop.
 */
function sendRequest(url: string, options: RequestOptions): Promise<RawResponse> {
  const { method, headers, body } = options
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      const { statusCode: status = 0, headers } = response
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status, headers, text }))
      response.on('error', reject)
    })
    // The server may close a keep-alive connection just when it is reused. Sends the request again then, as browsers
    // do.
    clientRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (clientRequest.reusedSocket && error.code === 'ECONNRESET') resolve(sendRequest(url, options))
      else reject(error)
    })
    clientRequest.end(body)
  })
}

function toResponse({ status, headers, text }: RawResponse): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((value): [string, string] => [name, value]),
  )
  return new Response(hasNoBody(status) ? null : text, { status, headers: pairs })
}

const hasNoBody = (status: number) => status === 204 || status === 304

/** Returns a new contact each time, as in a real shop. */
function newContact() {
  const digits = String(Math.floor(Math.random() * 10_000)).padStart(4, '0')
  return { name: 'Bench 测试', phone: `416 555 ${digits}`, email: `bench-${randomUUID()}@example.com` }
}

/**
 * Adds a product to the cart, checks out and places an order that waits for payment. Makes the same calls as the shop's
 * pages. `chooseMore` runs before the bill.
 */
export async function placeOrder(
  api: Client,
  sku: string,
  choose: (slots: { date: string; time: string }[]) => { date: string; time: string } | undefined,
  chooseMore?: () => Promise<void>,
) {
  await api.cart.add({ sku, quantity: 1 })
  const { methods } = await api.checkout.config()
  const freeSlots = (methods[0]?.days ?? []).flatMap(({ date, slots }) =>
    slots.filter(({ state }) => state !== 'full').map(({ time }) => ({ date, time })),
  )
  // Skips the first slot, because it may expire before the shopper chooses it.
  const slot = choose(freeSlots.slice(1))
  if (!slot) throw new Error('no slot is free')
  await api.checkout.fillIn({
    steps: {
      setMethod: { method: 'PICKUP' },
      setPickupSlot: slot,
      setContact: newContact(),
      setComment: { comment: '' },
    },
  })
  await chooseMore?.()
  const bill = await api.billing.view({})
  return api.billing.place({ id: bill.id, hash: bill.hash })
}
