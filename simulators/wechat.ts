import { createHash, randomBytes } from 'node:crypto'
import { mei, openConsents, people } from './frame/consent.ts'
import type { Call, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import { json } from './payments.ts'
import { weChatScript } from './wechat-script.ts'

interface App {
  id: string
  secret: string
}
export interface WeChatSettings {
  port: number
  host?: string
  official: App
  website: App
  miniProgram: App
  now?: () => Date
}

const codeMs = 5 * 60_000
const tokenSeconds = 7200
const brand = { name: { en: 'WeChat', zh: '微信' }, accent: '#0a8f47' }

const digest = (...parts: string[]) => createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 24)
const openIdOf = (appId: string, person: string) => `o${digest(appId, person)}`
/** A person's union id, which is the same in every app of a shop. */
export const unionIdOf = (person: string) => `union-${person}`

/**
 * Starts a simulator of WeChat. It handles sign-in by web page authorisation, website login and code2Session. It also
 * issues tickets for WeChat's script and lists live rooms. The visitor chooses on a page which person signs in; the
 * real WeChat uses the phone's owner. `faults` lists the failures that the simulator can cause.
 */
export function startWeChat(settings: WeChatSettings): Promise<Simulator> {
  return startSimulator(settings, () => createProtocol(settings))
}

function createProtocol({ official, website, miniProgram, now = () => new Date() }: WeChatSettings): Protocol {
  const consents = openConsents({ brand, codeMs, now })
  const sessions = new Map<string, { person: string; appId: string }>()
  const tokens = new Map<string, string>()
  const apps = [official, website, miniProgram]
  let tickets = 0

  function read(call: Call): Operation | Reply | null {
    const { method, path, query } = call
    switch (`${method} ${path}`) {
      case 'GET /connect/oauth2/authorize':
      case 'GET /connect/qrconnect':
        return findProblem(call) ?? consents.page(call)
      case 'POST /connect/oauth2/authorize':
      case 'POST /connect/qrconnect':
        return findProblem(call) ?? recordConsent(call)
      case 'GET /sns/oauth2/access_token':
        return toOperation('access_token', (fault) => exchange(query, fault))
      case 'GET /sns/userinfo':
        return toOperation('userinfo', () => userInfo(query))
      case 'GET /sns/jscode2session':
        return toOperation('jscode2session', (fault) => toSession(query, fault))
      case 'POST /cgi-bin/stable_token':
        return toOperation('stable_token', () => token(JSON.parse(call.body)))
      case 'GET /cgi-bin/ticket/getticket':
        return toOperation('getticket', () => ticket(query))
      case 'POST /wxa/business/getliveinfo':
        return toOperation('getliveinfo', () => rooms(query))
      case 'POST /wx.login':
        return json({ code: consents.grant({ appId: miniProgram.id, scope: '', back: '', state: '' }, personOf(call)) })
      case 'GET /open/js/jweixin-1.6.0.js':
        return { status: 200, type: 'text/javascript; charset=utf-8', body: weChatScript }
      default:
        return null
    }
  }

  const toOperation = (name: string, answer: (fault: string | undefined) => object): Operation => ({
    reference: '',
    name,
    perform: (fault) => {
      if (fault === 'busy') return json({ errcode: -1, errmsg: 'system error' })
      return fault === 'not_json' ? { status: 200, type: 'text/html', body: '<html>' } : json(answer(fault))
    },
  })

  /** WeChat's error page for a malformed link; null if the link is correct. */
  function findProblem({ path, query }: Call): Reply | null {
    const [app, scopes] =
      path === '/connect/qrconnect' ? [website, ['snsapi_login']] : [official, ['snsapi_base', 'snsapi_userinfo']]
    const isGood =
      query.get('appid') === app.id &&
      query.get('response_type') === 'code' &&
      scopes.includes(query.get('scope') ?? '') &&
      URL.canParse(query.get('redirect_uri') ?? '') &&
      /^[a-zA-Z0-9]{0,128}$/.test(query.get('state') ?? '')
    return isGood ? null : { status: 200, type: 'text/plain; charset=utf-8', body: 'redirect_uri 参数错误 (10003)' }
  }

  /** Redirects to the shop. If the person refuses, the URL has no code. */
  function recordConsent(call: Call): Reply {
    const [appId = '', scope = '', back = '', state = ''] = ['appid', 'scope', 'redirect_uri', 'state'].map(
      (name) => call.query.get(name) ?? '',
    )
    return consents.decide(call, { appId, scope, back, state }, (code) => ({ ...(code && { code }), state }))
  }

  const isApp = (id: string | null, secret: string | null) => apps.some((app) => app.id === id && app.secret === secret)
  const invalid = { errcode: 40125, errmsg: 'invalid appsecret' }

  function exchange(query: URLSearchParams, fault: string | undefined): object {
    const appId = query.get('appid') ?? ''
    if (!isApp(appId, query.get('secret')) || query.get('grant_type') !== 'authorization_code') return invalid
    const consent = consents.spend(query.get('code') ?? '', appId)
    if (typeof consent === 'string') return refusalOf(consent)
    const accessToken = randomBytes(16).toString('hex')
    sessions.set(accessToken, { person: consent.person.id, appId })
    return {
      access_token: accessToken,
      expires_in: tokenSeconds,
      refresh_token: randomBytes(16).toString('hex'),
      openid: fault === 'no_openid' ? '' : openIdOf(appId, consent.person.id),
      scope: consent.scope,
      ...(fault !== 'no_unionid' && { unionid: unionIdOf(consent.person.id) }),
    }
  }

  const refusalOf = (why: 'unknown' | 'used') =>
    why === 'used' ? { errcode: 40163, errmsg: 'code been used' } : { errcode: 40029, errmsg: 'invalid code' }

  function userInfo(query: URLSearchParams): object {
    const session = sessions.get(query.get('access_token') ?? '')
    if (!session || query.get('openid') !== openIdOf(session.appId, session.person))
      return { errcode: 40001, errmsg: 'invalid credential' }
    const { nickname = '' } = people.find(({ id }) => id === session.person) ?? {}
    return { openid: query.get('openid'), nickname, unionid: unionIdOf(session.person), privilege: [] }
  }

  function toSession(query: URLSearchParams, fault: string | undefined): object {
    const appId = query.get('appid') ?? ''
    if (appId !== miniProgram.id || !isApp(appId, query.get('secret'))) return invalid
    const consent = consents.spend(query.get('js_code') ?? '', appId)
    if (typeof consent === 'string') return refusalOf(consent)
    return {
      openid: openIdOf(appId, consent.person.id),
      session_key: randomBytes(16).toString('base64'),
      ...(fault !== 'no_unionid' && { unionid: unionIdOf(consent.person.id) }),
    }
  }

  const personOf = ({ body }: Call) => people.find(({ id }) => id === JSON.parse(body || '{}').person) ?? mei

  function token({ grant_type, appid, secret }: Record<string, string>): object {
    if (grant_type !== 'client_credential' || !isApp(appid ?? '', secret ?? '')) return invalid
    const accessToken = tokens.get(appid ?? '') ?? randomBytes(32).toString('hex')
    tokens.set(appid ?? '', accessToken)
    return { access_token: accessToken, expires_in: tokenSeconds }
  }

  const isToken = (query: URLSearchParams, { id }: App) =>
    tokens.has(id) && tokens.get(id) === query.get('access_token')
  const noToken = { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' }

  function ticket(query: URLSearchParams): object {
    if (!isToken(query, official) || query.get('type') !== 'jsapi') return noToken
    return { errcode: 0, errmsg: 'ok', ticket: `stand-in-ticket-${++tickets}`, expires_in: tokenSeconds }
  }

  function rooms(query: URLSearchParams): object {
    if (!isToken(query, miniProgram)) return noToken
    const nowSeconds = Math.floor(now().getTime() / 1000)
    const room = (roomid: number, name: string, live_status: number, startsIn: number) => ({
      roomid,
      name,
      live_status,
      anchor_name: '小雨',
      cover_img: '',
      share_img: '',
      start_time: nowSeconds + startsIn,
      end_time: nowSeconds + startsIn + 5400,
      goods: [],
    })
    const room_info = [
      room(3, '中秋月饼开箱', 102, 86_400),
      room(2, '冬夜热茶，一起喝', 101, -1800),
      room(1, '开店第一天', 103, -172_800),
      room(4, '没有开始的直播', 107, -90_000),
    ]
    return { errcode: 0, errmsg: 'ok', total: room_info.length, room_info }
  }

  return {
    read,
    notice: () => null,
    isAcknowledged: () => true,
    faults: { notices: [], answers: ['busy', 'not_json', 'no_openid', 'no_unionid'] },
  }
}
