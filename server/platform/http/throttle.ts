import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { App, Context } from '#server/platform/context.ts'
import { requireNoTransaction } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { Counter } from '#server/platform/http/attempts.ts'
import { clearAttempts, countAttempt, uncountAttempt } from '#server/platform/http/attempts.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { windowsPerApp } from '#server/platform/http/rate-windows.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'
import { scaledLimit } from '#server/platform/scaled-limit.ts'

const windowSeconds = 900
const firstDelayMs = 250
const maxDelayMs = 8000
const uploadsPerHour = 10
/**
 * The name of the cookie that identifies a browser that was signed in before. The back office and the accounts of
 * members have different cookies.
 */
const deviceCookie = (account: string) => (isStaffAccount(account) ? officeDeviceCookie : 'device')
const officeDeviceCookie = 'office-device'
const isStaffAccount = (account: string) => account.startsWith('staff ')
/**
 * The cookie of the back office has a second signature, which is for this name instead of an account. It proves that
 * the browser was signed in to some staff account.
 */
const anyStaffAccount = 'staff'

/** The kind of secret: a password, or a code from an email or an authenticator app. */
type Secret = 'password' | 'code'

/** A counted attempt to sign in. */
export interface Attempt {
  /**
   * Clears the count of the caller's browser or network, and subtracts this try from the count of all unknown browsers.
   * Call it when the secret was correct.
   */
  clear(): Promise<void>
}

/**
 * Limits guesses of a secret. Counts each try to sign in across all processes, before the secret is checked. After five
 * tries in 15 minutes, each further try waits longer. After twenty, each further try fails with `request.too_many`. A
 * browser that has signed in before has its own count, so strangers cannot lock the owner out. All other browsers are
 * counted per network prefix, and also together, with a limit of one hundred tries.
 */
export async function countSecretAttempt(ctx: Context, secret: Secret, account: string): Promise<Attempt> {
  requireNoTransaction(ctx)
  const [own, shared] = countersOf(ctx, secret, account)
  const factor = ctx.app.config.RATE_LIMIT_FACTOR
  const [ownCount, sharedCount] = await Promise.all([
    countAttempt(ctx.app, own, windowSeconds),
    shared && countAttempt(ctx.app, shared, windowSeconds),
  ])
  if (ownCount.count > limits.secretTries * factor) failWithRetryAfter(ownCount.msLeft)
  if (sharedCount && sharedCount.count > limits.secretTriesOfAll * factor) failWithRetryAfter(sharedCount.msLeft)
  const delayMs = delayAfter(ownCount.count - 1, factor)
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  return {
    async clear() {
      await clearAttempts(ctx.app, own)
      if (shared) await uncountAttempt(ctx.app, shared)
    },
  }
}

/**
 * Clears the count of tries for an account whose owner proved their identity in another way, such as by an emailed
 * link.
 */
export async function clearSecretAttempts(ctx: Context, secret: Secret, account: string): Promise<void> {
  for (const counter of countersOf(ctx, secret, account)) await clearAttempts(ctx.app, counter)
}

/** Whether this browser was signed in to this account before. */
export const isKnownDevice = (ctx: Context, account: string): boolean => deviceOf(ctx, account) !== null

/** Sets a cookie which proves that this browser was once signed in to this account. */
export function rememberDevice(ctx: Context, account: string): void {
  const name = deviceCookie(account)
  const id = deviceOf(ctx, account) ?? randomBytes(12).toString('base64url')
  const signatures = isStaffAccount(account) ? [account, anyStaffAccount] : [account]
  const value = [id, ...signatures.map((one) => signDevice(ctx.app, one, id))].join('.')
  if (ctx.cookie(name) !== value) ctx.setCookie(name, value, { isHidden: true })
}

/**
 * The id of a browser that was signed in to the back office before, to any account. Limits count such a browser by its
 * id, so that strangers with the same network address cannot keep staff out.
 */
export function findOfficeDevice(app: App, cookies: Record<string, string>): string | null {
  const [id = '', , signature = ''] = (cookies[officeDeviceCookie] ?? '').split('.')
  return id && isEqualSecret(signature, signDevice(app, anyStaffAccount, id)) ? id : null
}

/** Counts a member's uploaded picture. Fails with `request.too_many` after ten pictures in an hour. */
export function countUpload(app: App, memberId: string): void {
  const { count, msLeft } = uploads(app).add(memberId)
  if (count > scaledLimit(app, uploadsPerHour)) failWithRetryAfter(msLeft)
}

/** Counts a new session of a guest. Fails with `request.too_many` above the hourly limit of the network. */
export function countGuestSession({ app, ip }: Context): void {
  const { count, msLeft } = guestSessions(app).add(networkOf(ip))
  if (count > scaledLimit(app, limits.guestSessionsPerNetworkAndHour)) failWithRetryAfter(msLeft)
}

const uploads = windowsPerApp(3600)
const guestSessions = windowsPerApp(3600)

/** Milliseconds to wait after this number of tries. `factor` raises the number of tries without a wait. */
export function delayAfter(attempts: number, factor = 1): number {
  const excess = attempts - Math.ceil(limits.freeSecretTries * factor)
  return excess < 0 ? 0 : Math.min(firstDelayMs * 2 ** excess, maxDelayMs)
}

type Counters = [own: Counter] | [own: Counter, shared: Counter]

function countersOf(ctx: Context, secret: Secret, account: string): Counters {
  const name = `account.${secret}`
  const device = deviceOf(ctx, account)
  if (device) return [{ name, subject: `${account} device ${device}` }]
  return [
    { name, subject: `${account} network ${networkOf(ctx.ip)}` },
    { name, subject: `${account} strangers` },
  ]
}

/** The id of this browser, if it was signed in to the account before. */
function deviceOf(ctx: Context, account: string): string | null {
  const [id = '', signature = ''] = (ctx.cookie(deviceCookie(account)) ?? '').split('.')
  return id && isEqualSecret(signature, signDevice(ctx.app, account, id)) ? id : null
}

function signDevice(app: App, account: string, id: string): string {
  return createHmac('sha256', app.secret).update(`device ${account} ${id}`).digest('base64url').slice(0, 27)
}

function failWithRetryAfter(ms: number): never {
  return fail('request.too_many', { seconds: Math.max(1, Math.ceil(ms / 1000)) })
}
