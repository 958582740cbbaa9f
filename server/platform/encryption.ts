import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { App } from './context.ts'

/** Encrypted bytes: a data key encrypts them, and the shop's key `keyId` encrypts the data key. */
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

/** Whether this shop can encrypt, because it has `CONTACT_KEYS` or is the demonstration. */
export function canEncrypt(app: App): boolean {
  return keysOf(app).length > 0
}

/**
 * Encrypts bytes with the newest key. `about` identifies their owner, so bytes copied to another row cannot be
 * decrypted.
 */
export function encrypt(app: App, bytes: Uint8Array, about: string): Encrypted {
  const [newest] = keysOf(app)
  if (!newest) throw new Error('nothing can be sealed without CONTACT_KEYS')
  const key = randomBytes(32)
  return { keyId: newest.id, wrappedKey: encryptBytes(newest.key, key, about), sealed: encryptBytes(key, bytes, about) }
}

/**
 * Decrypts bytes. Throws if the key is missing, a byte was changed, or `about` differs from the encryption's `about`.
 */
export function decrypt(app: App, sealed: Encrypted, about: string): Buffer {
  return decryptBytes(unwrap(app, sealed, about), sealed.sealed, about)
}

/**
 * Re-encrypts the data key with the newest key and leaves the encrypted bytes unchanged. Null if the data key already
 * uses the newest key, or if the shop has no key.
 */
export function rewrap(app: App, sealed: Encrypted, about: string): Omit<Encrypted, 'sealed'> | null {
  const [newest] = keysOf(app)
  if (!newest || newest.id === sealed.keyId) return null
  return { keyId: newest.id, wrappedKey: encryptBytes(newest.key, unwrap(app, sealed, about), about) }
}

/** The id of the key for new encryptions; null if this shop cannot encrypt. */
export function newestKey(app: App): string | null {
  return keysOf(app)[0]?.id ?? null
}

function unwrap(app: App, { keyId, wrappedKey }: Encrypted, about: string): Buffer {
  const wrappingKey = keysOf(app).find(({ id }) => id === keyId)
  if (!wrappingKey) throw new Error(`CONTACT_KEYS has no key ${keyId}`)
  return decryptBytes(wrappingKey.key, wrappedKey, about)
}

/**
 * The configured keys, newest first. Without a configured key, the demonstration derives one from the shop's secret.
 * This is safe enough, because all identities in the demonstration are fictional.
 */
function keysOf({ config, secret }: App): Key[] {
  if (config.CONTACT_KEYS.length > 0 || !config.DEMO) return config.CONTACT_KEYS
  return [{ id: 'demo', key: Buffer.from(hkdfSync('sha256', secret, '', 'contacts', 32)) }]
}

/** Encrypts bytes with a key derived from the shop's secret. `about` identifies their owner. */
export const sealWithSecret = (app: App, bytes: Uint8Array, about: string): Buffer =>
  encryptBytes(secretKey(app), bytes, about)

/** Decrypts the result of `sealWithSecret`. Throws if the shop's secret, a byte or `about` has changed. */
export const openWithSecret = (app: App, sealed: Uint8Array, about: string): Buffer =>
  decryptBytes(secretKey(app), sealed, about)

const secretKey = ({ secret }: App) => Buffer.from(hkdfSync('sha256', secret, '', 'staff', 32))

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
