import { Agent, request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'

/** A shopper with cookies of their own over real HTTP; `at` says where the shop is, each time anew if it is a function. */
export function createShopper(at: string | (() => string)): {
  api: Client
  walk: (path: string) => Promise<Response>
  cookies: Map<string, string>
} {
  const cookies = new Map<string, string>()
  const url = () => (typeof at === 'string' ? at : at())
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const token = cookies.get(xsrfCookie)
    if (token) headers.set(xsrfHeader, decodeURIComponent(token))
    const response = await ask(path.startsWith('http') ? path : url() + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    return response
  }
  const api = createClient(
    async (path, init) => {
      if (!cookies.has(xsrfCookie)) await (await send('/api/istore/client/common3/exchangeRates/')).arrayBuffer()
      return send(path, init)
    },
    () => undefined,
  )
  return { api, walk: send, cookies }
}

const agent = new Agent({ keepAlive: true })

/** Asks over a kept connection with half the work of `fetch`, so that a load of shoppers leaves the machine to the shop. */
function ask(url: string, { method = 'GET', headers = {}, body = null }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: Object.fromEntries(new Headers(headers)) }, async (answer) => {
      try {
        const text = await readAll(answer)
        const { statusCode: status = 0, rawHeaders } = answer
        const pairs = rawHeaders.flatMap((name, n) =>
          n % 2 ? [] : [[name, rawHeaders[n + 1] ?? ''] as [string, string]],
        )
        resolve(new Response(hasNoBody(status) ? null : text, { status, headers: pairs }))
      } catch (error) {
        reject(error)
      }
    })
    // The server may close a kept connection at the very moment at which it is used again: browsers ask once more.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(url, { method, headers, body }))
      else reject(error)
    })
    sent.end(body as string | undefined)
  })
}

const hasNoBody = (status: number) => status === 204 || status === 304

/**
 * A whole checkout up to an order that waits for its payment, by the calls that the pages make: add, what there is to
 * choose, the form's details, whatever else is chosen for the bill, bill, place.
 */
export async function placeOrder(
  api: Client,
  sku: string,
  choose: (slots: { date: string; time: string }[]) => { date: string; time: string } | undefined,
  chooseMore?: () => Promise<void>,
) {
  await api.cart.add({ sku, quantity: 1 })
  const { methods } = await api.checkout.config()
  const free = (methods[0]?.days ?? []).flatMap(({ date, slots }) =>
    slots.filter(({ state }) => state !== 'full').map(({ time }) => ({ date, time })),
  )
  const slot = choose(free)
  if (!slot) throw new Error('no slot is free')
  await api.checkout.fillIn({
    steps: {
      setMethod: { method: 'PICKUP' },
      setPickupSlot: slot,
      setContact: { name: 'Bench 测试', phone: '416 555 0100', email: 'bench@example.com' },
      setComment: { comment: '' },
    },
  })
  await chooseMore?.()
  const bill = await api.billing.view({})
  return api.billing.place({ id: bill.id, hash: bill.hash })
}
