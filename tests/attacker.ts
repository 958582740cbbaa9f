import { connect } from 'node:net'
import { xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import * as members from '#server/members/members.ts'
import { startSnapPay } from '#simulators/snappay.ts'
import { addProducts, openStore } from './catalogue-factory.ts'
import type { TestShop } from './harness.ts'
import { openTestShop } from './harness.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'

/** A text that attacks pages which do not escape it. */
export const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"'{{7*7}}`
/** The password of both members. */
export const password = 'persimmon lantern oolong'
const settings = {
  APP_SECRET: 'a secret of the tests that is long enough',
  DEMO: 'false',
  RATE_LIMIT_FACTOR: '100000',
  DATABASE_POOL: '10',
}

/** The built server with the products `tea` and `trap`, which has a hostile name, and the members Mei and Daniel. */
export interface Victim {
  server: RunningServer
  shop: TestShop
  /** Starts another server of the same shop with other settings, such as an HTTPS URL. */
  startBeside(env: Record<string, string>): Promise<RunningServer>
  close(): Promise<void>
}

export async function openVictim(): Promise<Victim> {
  const shop = await openTestShop(settings)
  const wallet = await startSnapPay({
    port: 0,
    appId: 'demo-app',
    merchantNo: '901800000116',
    key: 'demo-key-of-the-stand-in',
  })
  await openStore(shop.ctx())
  await openStore(shop.ctx(), 'uptown', 1)
  await addProducts(shop.ctx(), { id: 'tea', stock: 1000 }, { id: 'trap', name: { en: hostile, zh: hostile } })
  for (const name of ['Mei', 'Daniel'])
    await members.create(shop.ctx(), { name: `${name} Secret`, email: `${name}@shop.example`, password })
  const startBeside = (env: Record<string, string>) =>
    startServer({
      ...settings,
      DATABASE_URL: shop.url,
      DATA_DIR: shop.app.config.DATA_DIR,
      SNAPPAY_URL: wallet.url,
      ...env,
    })
  const server = await startBeside({})
  return {
    server,
    shop,
    startBeside,
    async close() {
      await server.stop()
      await wallet.close()
      await shop.close()
    },
  }
}

export const hostOf = ({ url }: RunningServer) => url.slice('http://'.length)

export interface RawResponse {
  text: string
  status: number
  ms: number
}

/**
 * Sends `payload` over a bare socket, and then `drip` every `everyMs` milliseconds. Collects the response until the
 * server closes the connection, at most for `patience` milliseconds. Starts to read after `deafMs` milliseconds, like a
 * client on a congested network.
 */
export function sendRaw(
  server: RunningServer,
  payload: string | Buffer,
  { drip = '', everyMs = 0, deafMs = 0, patience = 5000 } = {},
): Promise<RawResponse> {
  return new Promise((resolve) => {
    const [host, port] = hostOf(server).split(':')
    const startedAt = performance.now()
    let text = ''
    let dripTimer: ReturnType<typeof setInterval> | undefined
    const socket = connect(Number(port), host, () => {
      socket.write(payload)
      // Starts to send `drip` only once the connection is open and `payload` is written. Otherwise, `drip` could be
      // sent first.
      if (everyMs) dripTimer = setInterval(() => socket.write(drip), everyMs)
    })
    if (deafMs) {
      socket.pause()
      setTimeout(() => socket.resume(), deafMs)
    }
    const timeout = setTimeout(() => socket.destroy(), patience)
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    // Ignores errors, because in some tests the server closes the connection during a request.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripTimer)
      clearTimeout(timeout)
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), ms: performance.now() - startedAt })
    })
  })
}

/** A browser that keeps cookies, sends forms with an `Origin` and sends calls with the XSRF header. */
export interface AttackClient {
  cookies: Map<string, string>
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Sends a form as the shop's pages do, or with other headers. */
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  signIn(): Promise<Response>
  /** The head of a POST request without a content length, with this browser's cookies. For use over a bare socket. */
  head(path: string, type: string): string
}

export async function openAttackClient(server: RunningServer): Promise<AttackClient> {
  const cookies = new Map<string, string>()
  const cookieLine = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const ask: AttackClient['ask'] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', cookieLine())
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(server.url + path, { redirect: 'manual', signal, ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const form: AttackClient['form'] = (path, fields, headers = { origin: server.url }) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const token = () => cookies.get(xsrfCookie) ?? ''
  // Opens a page that begins a session. Pages that guests share do not begin a session.
  await (await ask('/checkout/cart')).text()
  return {
    cookies,
    ask,
    form,
    call: (method, path, body, headers) =>
      ask(path, {
        method,
        headers: { 'content-type': 'application/json', [xsrfHeader]: token(), ...headers },
        ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
      }),
    signIn: () => form('/account/login', { email: 'mei@shop.example', password }),
    head: (path, type) =>
      `POST ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nOrigin: ${server.url}\r\nCookie: ${cookieLine()}\r\n${xsrfHeader}: ${token()}\r\nContent-Type: ${type}\r\n`,
  }
}
