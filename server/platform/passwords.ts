import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#server/platform/fail.ts'

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const hashingsAtOnce = 2
/** Maximum number of hashes that wait for their turn. Together they take about two seconds. */
const mostWaiting = 50

let running = 0
const waiting: (() => void)[] = []
let decoy: Promise<string> | undefined

/**
 * Hashes a password. The result includes the parameters and the salt. Fails with `request.too_many` if too many hashes
 * wait.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), cost))
}

/**
 * Whether the password matches the hash. Without a hash it takes the same time and returns false. Fails with
 * `request.too_many` if too many hashes wait.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  // This hash does not use the queue. A full queue would refuse it, and the cached promise would then stay rejected
  // until the process ends.
  decoy ??= hash(randomBytes(24).toString('base64url'), cost)
  const compared = stored ?? (await decoy)
  const fits = await inTurn(() => verify(compared, canonical(password)))
  return fits && stored != null
}

/**
 * Makes a password independent of the keyboard: converts decomposed accents and full-width letters to their usual form.
 */
function canonical(password: string) {
  return password.normalize('NFKC')
}

/** Limits concurrent hashes, because each takes 19 MiB and a processor core, and any visitor can cause one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashingsAtOnce) running++
  else if (waiting.length >= mostWaiting) fail('request.too_many', { seconds: 5 })
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
