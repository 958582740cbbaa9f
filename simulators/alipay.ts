import type { KeyObject } from 'node:crypto'
import { createHash, createPrivateKey, createSign, createVerify, randomBytes } from 'node:crypto'
import { openConsents, people } from './frame/consent.ts'
import type { Call, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'

export interface AlipaySettings {
  port: number
  host?: string
  appId: string
  /** The app's public key. */
  appKey: KeyObject
  /** PEM of the private key that signs this gateway's responses. */
  gatewayKey: string
  now?: () => Date
}

type Fields = Record<string, string>
const brand = { name: { en: 'Alipay', zh: '支付宝' }, accent: '#1262d6' }
const codeMs = 24 * 3_600_000
const openIdOf = (appId: string, person: string) =>
  createHash('sha256').update(`${appId} ${person}`).digest('base64url').slice(0, 30)

/**
 * Starts a simulator of Alipay's sign-in: its page, and the calls `alipay.system.oauth.token` and
 * `alipay.user.info.share`, signed with RSA2.
 */
export function startAlipay(settings: AlipaySettings): Promise<Simulator> {
  return startSimulator(settings, () => createProtocol(settings))
}

function createProtocol({ appId, appKey, gatewayKey, now = () => new Date() }: AlipaySettings): Protocol {
  const consents = openConsents({ brand, codeMs, now })
  const sessions = new Map<string, string>()
  const privateKey = createPrivateKey(gatewayKey)

  function read(call: Call): Operation | Reply | null {
    const { method, path } = call
    if (path === '/oauth2/publicAppAuthorize.htm') {
      const isGood = call.query.get('app_id') === appId && URL.canParse(call.query.get('redirect_uri') ?? '')
      if (!isGood) return { status: 200, type: 'text/plain; charset=utf-8', body: '授权链接参数错误' }
      return method === 'POST' ? recordConsent(call) : consents.page(call)
    }
    if (method !== 'POST' || path !== '/gateway.do') return null
    const fields = Object.fromEntries(new URLSearchParams(call.body))
    return { reference: '', name: fields.method ?? '', perform: (fault) => respond(fields, fault) }
  }

  function recordConsent(call: Call): Reply {
    const [scope = '', back = '', state = ''] = ['scope', 'redirect_uri', 'state'].map(
      (name) => call.query.get(name) ?? '',
    )
    return consents.decide(call, { appId, scope, back, state }, (code) => ({
      ...(code && { auth_code: code, scope }),
      app_id: appId,
      source: 'alipay_wallet',
      state,
    }))
  }

  function respond(fields: Fields, fault: string | undefined): Reply {
    const problem = fault === 'busy' ? error('20000', 'isp.unknow-error') : (findProblem(fields) ?? null)
    const [name, node] = problem ? (['error_response', problem] as const) : perform(fields, fault)
    const text = JSON.stringify(node)
    const sign = createSign('RSA-SHA256')
      .update(fault === 'bad_answer_signature' ? `${text} ` : text)
      .sign(privateKey, 'base64')
    const signature = fault === 'no_answer_signature' ? '' : `,"sign":"${sign}"`
    return { status: 200, type: 'application/json; charset=utf-8', body: `{"${name}":${text}${signature}}` }
  }

  /**
   * Checks the app, the signature and the parameters. The signature `sign` covers all other fields that are not empty,
   * sorted by name.
   */
  function findProblem({ sign = '', ...fields }: Fields): object | undefined {
    const text = Object.keys(fields)
      .filter((name) => fields[name])
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    if (fields.app_id !== appId || fields.sign_type !== 'RSA2') return error('40002', 'isv.invalid-app-id')
    const isSigned = createVerify('RSA-SHA256').update(text, 'utf8').verify(appKey, sign, 'base64')
    if (!isSigned) return error('40002', 'isv.invalid-signature')
    if (
      fields.charset !== 'utf-8' ||
      fields.version !== '1.0' ||
      !/^\d{4}(-\d\d){2} (\d\d:){2}\d\d$/.test(fields.timestamp ?? '')
    )
      return error('40002', 'isv.invalid-parameter')
    return undefined
  }

  const error = (code: string, sub_code: string) => ({ code, msg: 'Invalid Arguments', sub_code, sub_msg: sub_code })

  function perform(fields: Fields, fault: string | undefined): readonly [string, object] {
    if (fields.method === 'alipay.user.info.share') {
      const person = people.find(({ id }) => id === sessions.get(fields.auth_token ?? ''))
      const node = person
        ? { code: '10000', msg: 'Success', nick_name: person.nickname }
        : error('20001', 'aop.invalid-auth-token')
      return ['alipay_user_info_share_response', node]
    }
    if (fields.method !== 'alipay.system.oauth.token') return ['error_response', error('40001', 'isv.invalid-method')]
    const consent = fields.grant_type === 'authorization_code' ? consents.spend(fields.code ?? '', appId) : 'unknown'
    if (typeof consent === 'string') return ['error_response', error('40002', 'isv.code-invalid')]
    const accessToken = randomBytes(20).toString('hex')
    sessions.set(accessToken, consent.person.id)
    return [
      'alipay_system_oauth_token_response',
      {
        access_token: accessToken,
        ...(fault === 'nobody' ? {} : { open_id: openIdOf(appId, consent.person.id) }),
        expires_in: '1296000',
        re_expires_in: '2592000',
        refresh_token: randomBytes(20).toString('hex'),
      },
    ]
  }

  return {
    read,
    notice: () => null,
    isAcknowledged: () => true,
    faults: { notices: [], answers: ['busy', 'nobody', 'no_answer_signature', 'bad_answer_signature'] },
  }
}
