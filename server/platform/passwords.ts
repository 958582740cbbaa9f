import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '#server/platform/fail.ts'
import { createTaskQueue } from '#server/platform/turns.ts'

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB and two passes. */
const argonOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Limits concurrent hashes, because each takes 19 MiB and a processor core, and any visitor can cause one. The limit of
 * 50 keeps the wait short: fifty hashes take about two seconds.
 */
const hashQueue = createTaskQueue({
  concurrency: 2,
  maxWaiting: 50,
  onFull: () => fail('request.too_many', { seconds: 5 }),
})

let decoy: Promise<string> | undefined

/**
 * Hashes a password. The result includes the parameters and the salt. Fails with `request.too_many` if too many hashes
 * wait.
 */
export function hashPassword(password: string): Promise<string> {
  return hashQueue.run(() => hash(canonical(password), argonOptions))
}

/**
 * Whether the password matches the hash. If `stored` is missing, takes the same time and returns false. Fails with
 * `request.too_many` if too many hashes wait.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  // This hash does not use the queue. A full queue would refuse it, and the cached promise would then stay rejected
  // until the process ends.
  decoy ??= hash(randomBytes(24).toString('base64url'), argonOptions)
  const comparedHash = stored ?? (await decoy)
  const matches = await hashQueue.run(() => verify(comparedHash, canonical(password)))
  return matches && stored != null
}

/**
 * Makes a password independent of the keyboard: converts decomposed accents and full-width letters to their usual form.
 */
function canonical(password: string) {
  return password.normalize('NFKC')
}
