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

const own = '/__mini-program'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const desktopWeChat =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF'

/**
 * Starts a simulator of WeChat around a shop in a mini-program's web-view. It proxies the shop under its own URL with
 * WeChat's user agent. It adds the bridge (`WeixinJSBridge`, `wx.miniProgram`) to every page before the page's own
 * scripts. It also serves the mini-program's sign-in and payment pages, and shows only the paths of its other pages.
 */
export async function startMiniProgramHost(options: HostOptions): Promise<MiniProgramHost> {
  const calls: BridgeCall[] = []
  const server = createServer((asked, answer) => {
    handle({ asked, answer }, options, calls).catch((error) => answer.writeHead(502).end(String(error)))
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
  asked: IncomingMessage
  answer: ServerResponse
}

async function handle({ asked, answer }: Exchange, options: HostOptions, calls: BridgeCall[]) {
  const path = asked.url ?? '/'
  if (path === '/') {
    answer.writeHead(302, { Location: `/home?wmpoid=${openIdOf(options)}` }).end()
  } else if (path === `${own}/calls`) {
    calls.push(JSON.parse(await text(asked)))
    answer.writeHead(204).end()
  } else if (path.startsWith(`${own}/sheet`)) {
    await answerSheet({ asked, answer }, options, path.slice(`${own}/sheet`.length))
  } else if (path === `${own}/login`) {
    const body = JSON.stringify({ person: options.person })
    const told = await fetch(`${options.weChatUrl}/wx.login`, { method: 'POST', body })
    answer.writeHead(told.status, { 'Content-Type': 'application/json' }).end(await told.text())
  } else if (path.startsWith(`${own}${loginPath}`)) {
    answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(loginPage(own))
  } else if (path.startsWith(`${own}${payPath}`)) {
    answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(payPage(own, openIdOf(options)))
  } else if (path.startsWith(own)) {
    answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(ownPage(path.slice(own.length)))
  } else {
    carry(asked, answer, options)
  }
}

const openIdOf = ({ openId = 'oStandIn-1' }: HostOptions) => openId

/**
 * Forwards the requests of `wx.requestPayment` and of its payment sheet to WeChat Pay's simulator. Adds the payer's
 * open id, which WeChat knows.
 */
async function answerSheet({ asked, answer }: Exchange, options: HostOptions, path: string) {
  const given = await text(asked)
  const body = given && JSON.stringify({ ...JSON.parse(given), openId: openIdOf(options) })
  const target = path ? `/wallet${path}` : '/sheet'
  const told = await fetch(`${options.weChatPayUrl}${target}`, {
    method: 'POST',
    redirect: 'manual',
    ...(body && { body }),
  })
  const isPaid = told.status === 303
  answer.writeHead(isPaid ? 200 : told.status, { 'Content-Type': 'application/json' })
  answer.end(isPaid ? '{}' : await told.text())
}

/** Renders a placeholder for one of the mini-program's own pages: the page's path and a link back. */
const ownPage = (path: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>${path.replace(/[^\w/-]/g, '')}</title>` +
  `<main><h1>Mini-program</h1><p>${path.replace(/[^\w/-]/g, '')}</p><a href="javascript:history.back()">Back</a></main>`

/** Proxies a request to the shop and adds the bridge to pages. */
function carry(asked: IncomingMessage, answer: ServerResponse, options: HostOptions) {
  const headers = { ...asked.headers, 'user-agent': userAgentOf(options), 'accept-encoding': 'identity' }
  const target = new URL(asked.url ?? '/', options.shopUrl)
  const passed = request(target, { method: asked.method ?? 'GET', headers }, async (given) => {
    const isPage = given.headers['content-type']?.startsWith('text/html') && given.statusCode === 200
    if (!isPage) {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
      return
    }
    const facts = { own, userAgent: userAgentOf(options), isMiniProgram: !options.isBrowser }
    const bridge = `(${putBridge})(${JSON.stringify(facts)})`
    const page = (await text(given)).replace(/<head[^>]*>/, (head) => `${head}<script>${bridge}</script>`)
    const hash = createHash('sha256').update(bridge).digest('base64')
    const policy = String(given.headers['content-security-policy'])
    const { 'content-length': _, ...others } = given.headers
    const kept = { ...others, 'content-security-policy': policy.replace('script-src', `script-src 'sha256-${hash}'`) }
    answer.writeHead(given.statusCode ?? 200, kept).end(page)
  })
  passed.on('error', (error) => answer.writeHead(502).end(String(error)))
  asked.pipe(passed)
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
function putBridge({ own, userAgent, isMiniProgram }: BridgeOptions) {
  document.currentScript?.remove()
  Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
  type Done = (result: { err_msg: string }) => void
  const invoke = (name: string, call: { name: string; arg: { url?: string } }, done?: Done) => {
    // Also records the calls by WeChat's own script.
    const isScript = /^(preVerifyJSAPI|update\w+ShareData)$/.test(name)
    if (!isScript && (name !== 'invokeMiniProgramAPI' || !isMiniProgram)) return done?.({ err_msg: `${name}:fail` })
    const body = JSON.stringify(isScript ? { name, arg: call } : call)
    const sent = fetch(`${own}/calls`, { method: 'POST', body, keepalive: true })
    const { url } = isScript ? {} : call.arg
    sent.then(() => {
      done?.({ err_msg: `${name}:ok` })
      if (url && /^(navigateTo|redirectTo|reLaunch|switchTab)$/.test(call.name)) location.assign(own + url)
      if (call.name === 'navigateBack') history.back()
    })
  }
  const ask = (name: string) => (arg: object) => invoke('invokeMiniProgramAPI', { name, arg })
  const miniProgram = {
    navigateTo: ask('navigateTo'),
    redirectTo: ask('redirectTo'),
    reLaunch: ask('reLaunch'),
    switchTab: ask('switchTab'),
    navigateBack: ask('navigateBack'),
    postMessage: ({ data }: { data: object }) => ask('postMessage')(data),
    getEnv: (tell: (env: { miniprogram: boolean }) => void) => tell({ miniprogram: isMiniProgram }),
  }
  document.addEventListener('DOMContentLoaded', () => {
    const environment = isMiniProgram ? { __wxjs_environment: 'miniprogram' } : {}
    Object.assign(window, environment, { WeixinJSBridge: { invoke, call: invoke, on: () => {} }, wx: { miniProgram } })
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
  })
}
