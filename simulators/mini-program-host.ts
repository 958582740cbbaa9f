import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from './frame/http.ts'
import { loginPage, loginPath } from './mini-program-login.ts'
import { payPage, payPath } from './mini-program-pay.ts'

/**
 * A call that a page makes to the mini-program. `arg` is `{ url }` for `navigateTo`, and the data for `postMessage`.
 */
export interface BridgeCall {
  name: string
  arg: unknown
}

export interface MiniProgramHost {
  /** The URL at which the mini-program opens the shop. It redirects to the home page with the visitor's open id. */
  url: string
  /** The calls that pages have made to the mini-program so far. */
  calls: BridgeCall[]
  close(): Promise<void>
}

interface HostOptions {
  shopUrl: string
  port?: number
  openId?: string
  /** WeChat Pay's simulator, which provides the content of the payment sheet. */
  weChatPayUrl?: string
  /** WeChat's simulator, which handles `wx.login`. */
  weChatUrl?: string | undefined
  /** The id of the phone's owner in WeChat's simulator. */
  person?: string
  /** Whether to simulate WeChat before 7.0, whose user agent does not name the mini-program. */
  isOld?: boolean
  /** Whether to simulate WeChat's own browser, which has the bridge but no mini-program. */
  isBrowser?: boolean
  /** Whether to simulate WeChat for Windows, where a mini-program has a window of any width. */
  isDesktop?: boolean
}

const basePath = '/__mini-program'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const desktopWeChat =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF'

/**
 * Starts a simulator of WeChat that shows a shop in a mini-program's web-view. It proxies the shop under its own URL,
 * with WeChat's user agent. Before the scripts of each page, it inserts a script that adds the bridge
 * (`WeixinJSBridge`, `wx.miniProgram`). It also serves the mini-program's sign-in and payment pages. For any other page
 * of the mini-program, it shows only the page's path.
 */
export async function startMiniProgramHost(options: HostOptions): Promise<MiniProgramHost> {
  const calls: BridgeCall[] = []
  const server = createServer((clientRequest, response) => {
    handle({ clientRequest, response }, options, calls).catch((error) => response.writeHead(502).end(String(error)))
  })
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening')
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchange {
  clientRequest: IncomingMessage
  response: ServerResponse
}

async function handle({ clientRequest, response }: Exchange, options: HostOptions, calls: BridgeCall[]) {
  const path = clientRequest.url ?? '/'
  if (path === '/') {
    response.writeHead(302, { Location: `/home?wmpoid=${openIdOf(options)}` }).end()
  } else if (path === `${basePath}/calls`) {
    calls.push(JSON.parse(await text(clientRequest)))
    response.writeHead(204).end()
  } else if (path.startsWith(`${basePath}/sheet`)) {
    await answerSheet({ clientRequest, response }, options, path.slice(`${basePath}/sheet`.length))
  } else if (path === `${basePath}/login`) {
    const body = JSON.stringify({ person: options.person })
    const loginResponse = await fetch(`${options.weChatUrl}/wx.login`, { method: 'POST', body })
    response.writeHead(loginResponse.status, { 'Content-Type': 'application/json' }).end(await loginResponse.text())
  } else if (path.startsWith(`${basePath}${loginPath}`)) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(loginPage(basePath))
  } else if (path.startsWith(`${basePath}${payPath}`)) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(payPage(basePath, openIdOf(options)))
  } else if (path.startsWith(basePath)) {
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(miniProgramPage(path.slice(basePath.length)))
  } else {
    proxyRequest(clientRequest, response, options)
  }
}

const openIdOf = ({ openId = 'oStandIn-1' }: HostOptions) => openId

/**
 * Forwards the requests of `wx.requestPayment` and of its payment sheet to WeChat Pay's simulator. Adds the payer's
 * open id, which WeChat knows.
 */
async function answerSheet({ clientRequest, response }: Exchange, options: HostOptions, path: string) {
  const sheetText = await text(clientRequest)
  const body = sheetText && JSON.stringify({ ...JSON.parse(sheetText), openId: openIdOf(options) })
  const target = path ? `/wallet${path}` : '/sheet'
  const walletResponse = await fetch(`${options.weChatPayUrl}${target}`, {
    method: 'POST',
    redirect: 'manual',
    ...(body && { body }),
  })
  const isPaid = walletResponse.status === 303
  response.writeHead(isPaid ? 200 : walletResponse.status, { 'Content-Type': 'application/json' })
  response.end(isPaid ? '{}' : await walletResponse.text())
}

/** Renders a placeholder for one of the mini-program's own pages: the page's path and a link back. */
const miniProgramPage = (path: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>${path.replace(/[^\w/-]/g, '')}</title>` +
  `<main><h1>Mini-program</h1><p>${path.replace(/[^\w/-]/g, '')}</p><a href="javascript:history.back()">Back</a></main>`

/** Proxies a request to the shop and adds the bridge to pages. */
function proxyRequest(clientRequest: IncomingMessage, response: ServerResponse, options: HostOptions) {
  const headers = { ...clientRequest.headers, 'user-agent': userAgentOf(options), 'accept-encoding': 'identity' }
  const target = new URL(clientRequest.url ?? '/', options.shopUrl)
  const proxied = request(target, { method: clientRequest.method ?? 'GET', headers }, async (shopResponse) => {
    const isPage = shopResponse.headers['content-type']?.startsWith('text/html') && shopResponse.statusCode === 200
    if (!isPage) {
      response.writeHead(shopResponse.statusCode ?? 502, shopResponse.headers)
      shopResponse.pipe(response)
      return
    }
    const facts = { own: basePath, userAgent: userAgentOf(options), isMiniProgram: !options.isBrowser }
    const bridge = `(${installBridge})(${JSON.stringify(facts)})`
    const page = (await text(shopResponse)).replace(/<head[^>]*>/, (head) => `${head}<script>${bridge}</script>`)
    const hash = createHash('sha256').update(bridge).digest('base64')
    const policy = String(shopResponse.headers['content-security-policy'])
    const { 'content-length': _, ...others } = shopResponse.headers
    const pageHeaders = {
      ...others,
      'content-security-policy': policy.replace('script-src', `script-src 'sha256-${hash}'`),
    }
    response.writeHead(shopResponse.statusCode ?? 200, pageHeaders).end(page)
  })
  proxied.on('error', (error) => response.writeHead(502).end(String(error)))
  clientRequest.pipe(proxied)
}

function userAgentOf({ isOld = false, isBrowser = false, isDesktop = false }: HostOptions): string {
  if (isDesktop) return desktopWeChat
  const weChat = `${phone} MicroMessenger/${isOld ? '6.7.3' : '8.0.50'} NetType/WIFI Language/en`
  return isOld || isBrowser ? weChat : `${weChat} miniProgram/wx0123456789abcdef`
}

interface BridgeOptions {
  own: string
  userAgent: string
  isMiniProgram: boolean
}

/** Runs in the page before its own scripts. Like the real WeChat, adds the bridge only after the page is parsed. */
function installBridge({ own, userAgent, isMiniProgram }: BridgeOptions) {
  document.currentScript?.remove()
  Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
  type Done = (result: { err_msg: string }) => void
  const invoke = (name: string, call: { name: string; arg: { url?: string } }, done?: Done) => {
    // WeChat's own script (`jweixin`) makes these calls. They are recorded too.
    const isScript = /^(preVerifyJSAPI|update\w+ShareData)$/.test(name)
    if (!isScript && (name !== 'invokeMiniProgramAPI' || !isMiniProgram)) return done?.({ err_msg: `${name}:fail` })
    const body = JSON.stringify(isScript ? { name, arg: call } : call)
    const callSent = fetch(`${own}/calls`, { method: 'POST', body, keepalive: true })
    const { url } = isScript ? {} : call.arg
    callSent.then(() => {
      done?.({ err_msg: `${name}:ok` })
      if (url && /^(navigateTo|redirectTo|reLaunch|switchTab)$/.test(call.name)) location.assign(own + url)
      if (call.name === 'navigateBack') history.back()
    })
  }
  const createMethod = (name: string) => (arg: object) => invoke('invokeMiniProgramAPI', { name, arg })
  const miniProgram = {
    navigateTo: createMethod('navigateTo'),
    redirectTo: createMethod('redirectTo'),
    reLaunch: createMethod('reLaunch'),
    switchTab: createMethod('switchTab'),
    navigateBack: createMethod('navigateBack'),
    postMessage: ({ data }: { data: object }) => createMethod('postMessage')(data),
    getEnv: (callback: (env: { miniprogram: boolean }) => void) => callback({ miniprogram: isMiniProgram }),
  }
  document.addEventListener('DOMContentLoaded', () => {
    const environment = isMiniProgram ? { __wxjs_environment: 'miniprogram' } : {}
    Object.assign(window, environment, { WeixinJSBridge: { invoke, call: invoke, on: () => {} }, wx: { miniProgram } })
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
  })
}
