import type { KeyObject } from 'node:crypto'
import { createCipheriv, sign, verify } from 'node:crypto'

/** Parses the `Authorization` header of a request. Throws if its scheme is not WeChat Pay's. */
export function readAuthorization(line: string): Record<string, string> {
  const scheme = 'WECHATPAY2-SHA256-RSA2048 '
  if (!line.startsWith(scheme)) throw new Error('another scheme')
  const pairs = [...line.slice(scheme.length).matchAll(/(\w+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

/**
 * Signs lines as the merchant and WeChat Pay both do. Shares no code with the shop, so that the shop's implementation
 * and this one check each other.
 */
export const signLines = (key: KeyObject, ...lines: string[]) =>
  sign('sha256', Buffer.from(`${lines.join('\n')}\n`), key).toString('base64')

/** Whether the owner of a key signed these lines. */
export const areSigned = (key: KeyObject, signature: string, ...lines: string[]) =>
  verify('sha256', Buffer.from(`${lines.join('\n')}\n`), key, Buffer.from(signature, 'base64'))

/** Encrypts a notification's resource with AES-256-GCM. The tag is at the end. */
export function encryptResource(text: string, secret: { key: string; nonce: string; aad: string }): string {
  const cipher = createCipheriv('aes-256-gcm', secret.key, secret.nonce)
  cipher.setAAD(Buffer.from(secret.aad))
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}
