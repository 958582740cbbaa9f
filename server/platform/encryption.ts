import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from './context.ts'

/** Bytes that only the shop's key opens: a key of their own, itself sealed with the key of `keyId`. */
export interface Encrypted {
  keyId: string
  wrappedKey: Uint8Array
  sealed: Uint8Array
}
interface Key {
  id: string
  key: Buffer
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Whether this shop can seal at all: `CONTACT_KEYS` is set, or it is the demonstration. */
export function canEncrypt(app: App): boolean {
  return keysOf(app).length > 0
}

/**
 * Seals bytes with the newest key. `about` names what they belong to: sealed bytes moved to another row do not open.
 */
export function encrypt(app: App, bytes: Uint8Array, about: string): Encrypted {
  const [newest] = keysOf(app)
  if (!newest) throw new Error('nothing can be sealed without CONTACT_KEYS')
  const key = randomBytes(32)
  return { keyId: newest.id, wrappedKey: encryptBytes(newest.key, key, about), sealed: encryptBytes(key, bytes, about) }
}

/** Opens what was sealed; throws where its key is gone or a byte of it is another. */
export function decrypt(app: App, sealed: Encrypted, about: string): Buffer {
  return decryptBytes(unwrap(app, sealed, about), sealed.sealed, about)
}

/** The same under the newest key, its bytes untouched; null where it is already. */
export function rewrap(app: App, sealed: Encrypted, about: string): Omit<Encrypted, 'sealed'> | null {
  const [newest] = keysOf(app)
  if (!newest || newest.id === sealed.keyId) return null
  return { keyId: newest.id, wrappedKey: encryptBytes(newest.key, unwrap(app, sealed, about), about) }
}

/** The id of the key that seals now. */
export function newestKey(app: App): string | null {
  return keysOf(app)[0]?.id ?? null
}

function unwrap(app: App, { keyId, wrappedKey }: Encrypted, about: string): Buffer {
  const known = keysOf(app).find(({ id }) => id === keyId)
  if (!known) throw new Error(`CONTACT_KEYS has no key ${keyId}`)
  return decryptBytes(known.key, wrappedKey, about)
}

/**
 * Those of the configuration, the newest first. The demonstration, whose identities are nobody's, makes do with its own
 * secret.
 */
function keysOf({ config, secret }: App): Key[] {
  if (config.CONTACT_KEYS.length > 0 || !config.DEMO) return config.CONTACT_KEYS
  return [{ id: 'demo', key: Buffer.from(hkdfSync('sha256', secret, '', 'contacts', 32)) }]
}

function encryptBytes(key: Buffer, bytes: Uint8Array, about: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decryptBytes(key: Buffer, bytes: Uint8Array, about: string): Buffer {
  const all = Buffer.from(bytes)
  const decipher = createDecipheriv(algorithm, key, all.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about)).setAuthTag(all.subarray(-tagBytes))
  return Buffer.concat([decipher.update(all.subarray(ivBytes, -tagBytes)), decipher.final()])
}
