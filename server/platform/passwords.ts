import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#server/platform/fail.ts'

/** OWASP's parameters for argon2id, the library's default kind: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const hashingsAtOnce = 2
/** About two seconds of work. Later requests would wait too long. */
const mostWaiting = 50

let running = 0
const waiting: (() => void)[] = []
let decoy: Promise<string> | undefined

/** The hash of a password, with its parameters and salt; `request.too_many` if too many hashes wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), cost))
}

/**
 * Whether the password fits the hash. Without a hash it takes the same time and returns false. `request.too_many` if
 * too many hashes wait.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  // Not queued: a refusal of the queue would stay in the cached promise.
  decoy ??= hash(randomBytes(24).toString('base64url'), cost)
  const compared = stored ?? (await decoy)
  const fits = await inTurn(() => verify(compared, canonical(password)))
  return fits && stored != null
}

/** Every keyboard yields the same password: composed and decomposed accents, full-width and plain letters. */
function canonical(password: string) {
  return password.normalize('NFKC')
}

/** Limits parallel hashes: each takes 19 MiB and a processor, and every visitor can cause one. */
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
