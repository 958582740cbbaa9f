import { limits } from '#contract/limits.ts'
import type { App } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'
import { countAttempt } from './attempts.ts'
import { networkOf, readAddress } from './client-address.ts'
import { isLoopback, isWithin } from './networks.ts'
import { isEqualSecret } from './xsrf.ts'

const windowSeconds = 900
/** Each proxy adds at least one of these headers when it forwards a request. */
const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** A request to a route that requires a secret. */
export interface StaffRequest {
  route: string
  headers: Headers
  ip: string
  /** Whether the call came over a connection, and not from within the process. */
  isFromNetwork: boolean
}

/**
 * Admits a caller who has the secret and whose network is in `STAFF_NETWORKS`. If the shop has an https address, the
 * request must use https. Fails with `not_found` if one of these conditions is not met, as if the route did not exist.
 * Logs the reason, except if the request has no secret. Fails with `request.too_many` after many wrong secrets from one
 * network prefix.
 */
export async function requireSecret(app: App, request: StaffRequest, secret: string): Promise<void> {
  const { route, headers, ip } = request
  const refuse = (message: string) => {
    app.log.warn(message, { route, ip })
    return fail('not_found')
  }
  const sentSecret = headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  if (sentSecret === '') fail('not_found')
  if (request.isFromNetwork) {
    // A proxy on this machine connects from the loopback address on behalf of any caller, so that address does not
    // identify the caller's network.
    if (isForwarded(headers) && app.config.TRUST_PROXY === 0)
      refuse('a staff call through a proxy was refused: set TRUST_PROXY')
    // If the shop listens on one address only, a command on this machine connects from that address. So a request from
    // that address counts as a request from the loopback address.
    const sender = { headers, ip: ip === readAddress(app.config.HOST) ? '127.0.0.1' : ip }
    if (!isWithin(app.config.STAFF_NETWORKS, sender.ip)) refuse('a staff call from outside STAFF_NETWORKS was refused')
    if (!isEncrypted(app, sender)) refuse('a staff call over plain HTTP was refused')
  }
  if (isEqualSecret(sentSecret, secret)) return
  const { count, msLeft } = await countAttempt(app, { name: 'staff.secret', subject: networkOf(ip) }, windowSeconds)
  app.log.warn('a staff call with a wrong secret was refused', { route, ip, count })
  if (count > scaledLimit(app, limits.wrongStaffSecrets)) {
    fail('request.too_many', { seconds: Math.ceil(msLeft / 1000) })
  }
  fail('not_found')
}

/**
 * Whether the secret was sent within this machine, or over https according to the trusted proxies. Always true for a
 * shop without an https address.
 */
function isEncrypted(app: App, { headers, ip }: Pick<StaffRequest, 'headers' | 'ip'>): boolean {
  if (!app.config.PUBLIC_URL?.startsWith('https:')) return true
  if (!isForwarded(headers)) return isLoopback(ip)
  const schemes = headers.get('x-forwarded-proto')?.split(',') ?? []
  return schemes.length > 0 && schemes.every((scheme) => scheme.trim() === 'https')
}

const isForwarded = (headers: Headers) => proxyHeaders.some((name) => headers.has(name))
