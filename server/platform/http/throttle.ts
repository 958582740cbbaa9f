import { createHmac, randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { App, Context } from '#server/platform/context.ts'
import { demandNoTransaction } from '#server/platform/database/transactions.ts'
import { fail } from '#server/platform/fail.ts'
import type { Counter } from '#server/platform/http/attempts.ts'
import { clearAttempts, countAttempt, takeAttemptBack } from '#server/platform/http/attempts.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Windows } from '#server/platform/http/rate-windows.ts'
import { createWindows } from '#server/platform/http/rate-windows.ts'
import { isSame } from '#server/platform/http/xsrf.ts'

const windowSeconds = 900
const firstDelayMs = 250
const longestDelayMs = 8000
const uploadsPerHour = 10
/** The cookie that identifies a browser that was signed in before, to a member's account or to the back office. */
const deviceCookie = (account: string) => (account.startsWith('staff ') ? 'office-device' : 'device')

/** The kind of secret: a password, or a code from an email or an authenticator app. */
type Secret = 'password' | 'code'

/** A counted attempt to sign in. */
export interface Try {
  /** Clears the caller's own count, and removes this try from the common count. Call it when the secret was correct. */
  forgive(): Promise<void>
}

/**
 * Limits guesses of a secret. Counts each try to sign in across all processes, before the secret is checked. After five
 * tries in 15 minutes, each further try waits longer. After twenty, each further try fails with `request.too_many`. A
 * browser that has signed in before has its own count, so strangers cannot lock the owner out. All other browsers are
 * counted per network prefix, and also together, with a limit of one hundred tries.
 */
export async function countTry(ctx: Context, secret: Secret, account: string): Promise<Try> {
  demandNoTransaction(ctx)
  const [own, shared] = countersOf(ctx, secret, account)
  const factor = ctx.app.config.RATE_LIMIT_FACTOR
  const [mine, everybody] = await Promise.all([
    countAttempt(ctx.app, own, windowSeconds),
    shared && countAttempt(ctx.app, shared, windowSeconds),
  ])
  if (mine.count > limits.secretTries * factor) failFor(mine.msLeft)
  if (everybody && everybody.count > limits.secretTriesOfAll * factor) failFor(everybody.msLeft)
  const delayMs = delayAfter(mine.count - 1, factor)
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  return {
    async forgive() {
      await clearAttempts(ctx.app, own)
      if (shared) await takeAttemptBack(ctx.app, shared)
    },
  }
}

/**
 * Clears the count of tries for an account whose owner proved their identity in another way, such as by an emailed
 * link.
 */
export async function forgiveTries(ctx: Context, secret: Secret, account: string): Promise<void> {
  for (const counter of countersOf(ctx, secret, account)) await clearAttempts(ctx.app, counter)
}

/** Sets a cookie which proves that this browser was once signed in to this account. */
export function rememberDevice(ctx: Context, account: string): void {
  if (deviceOf(ctx, account)) return
  const id = randomBytes(12).toString('base64url')
  ctx.setCookie(deviceCookie(account), `${id}.${signDevice(ctx.app, account, id)}`, { isHidden: true })
}

/** Counts a member's uploaded picture. Fails with `request.too_many` after ten pictures in an hour. */
export function countUpload(app: App, memberId: string): void {
  const { count, msLeft } = uploadsOf(app).add(memberId)
  const most = uploadsPerHour * app.config.RATE_LIMIT_FACTOR
  if (count > most) failFor(msLeft)
}

/** Milliseconds to wait after this number of tries. `factor` raises the number of tries without a wait. */
export function delayAfter(tries: number, factor = 1): number {
  const beyond = tries - Math.ceil(limits.freeSecretTries * factor)
  return beyond < 0 ? 0 : Math.min(firstDelayMs * 2 ** beyond, longestDelayMs)
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
  return id && isSame(signature, signDevice(ctx.app, account, id)) ? id : null
}

function signDevice(app: App, account: string, id: string): string {
  return createHmac('sha256', app.secret).update(`device ${account} ${id}`).digest('base64url').slice(0, 27)
}

function failFor(ms: number): never {
  return fail('request.too_many', { seconds: Math.max(1, Math.ceil(ms / 1000)) })
}

const uploads = new WeakMap<App, Windows>()

function uploadsOf(app: App): Windows {
  const windows = uploads.get(app) ?? createWindows(3600)
  uploads.set(app, windows)
  return windows
}
