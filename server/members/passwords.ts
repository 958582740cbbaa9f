import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's parameters for argon2id, the library's default kind: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const hashingsAtOnce = 2

let running = 0
const waiting: (() => void)[] = []
let decoy: Promise<string> | undefined

/** The hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), cost))
}

/** Whether the password belongs to the hash. Without one it takes as long, and is wrong. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('base64url'))
  const compared = stored ?? (await decoy)
  const fits = await inTurn(() => verify(compared, canonical(password)))
  return fits && stored !== undefined
}

/** The same password from every keyboard: composed and decomposed accents, full-width and plain letters. */
function canonical(password: string) {
  return password.normalize('NFKC')
}

/** So many at a time: each takes 19 MiB and a processor, and anybody can ask for one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashingsAtOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
