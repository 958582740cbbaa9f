import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto'

/** The largest accepted difference between the signed time and our time (WeChat Pay, "verifying a signature"). */
const leewaySeconds = 300
const tagBytes = 16

/** The key that signs our requests: merchant number, private key (PEM) and the certificate's serial number. */
export interface MerchantKey {
  merchantId: string
  privateKey: string
  serial: string
}

/**
 * Returns the `Authorization` header of a request to API v3. `path` includes the query, and `body` is empty for GET.
 */
export function createAuthorization(
  key: MerchantKey,
  request: { method: string; path: string; body: string; now: Date },
): string {
  const timestamp = toSeconds(request.now)
  const nonce = newNonce()
  const signature = signLines(key.privateKey, [request.method, request.path, timestamp, nonce, request.body])
  const fields = { mchid: key.merchantId, nonce_str: nonce, signature, timestamp, serial_no: key.serial }
  const pairs = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`
}

/** The headers of a response or a notification, and its raw body. */
export interface SignedMessage {
  headers: Record<string, string>
  body: string
}

/** Whether WeChat Pay signed the message with the known key, at most five minutes before or after our time. */
export function isSigned(
  { headers, body }: SignedMessage,
  platform: { publicKey: string; serial: string },
  now: Date,
): boolean {
  const timestamp = headers['wechatpay-timestamp'] ?? ''
  if (headers['wechatpay-serial'] !== platform.serial || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Number(timestamp) - now.getTime() / 1000) > leewaySeconds) return false
  return verifyLines(platform.publicKey, [timestamp, headers['wechatpay-nonce'] ?? '', body], {
    signature: headers['wechatpay-signature'] ?? '',
  })
}

/** The parameters of `wx.requestPayment`. */
export interface RequestPayment {
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'RSA'
  paySign: string
}

/** Signs a prepared payment for the mini-program. The same payment may be signed more than once. */
export function signForMiniProgram(
  key: MerchantKey,
  appId: string,
  { prepayId, now }: { prepayId: string; now: Date },
): RequestPayment {
  const timeStamp = toSeconds(now)
  const nonceStr = newNonce()
  const packed = `prepay_id=${prepayId}`
  const paySign = signLines(key.privateKey, [appId, timeStamp, nonceStr, packed])
  return { timeStamp, nonceStr, package: packed, signType: 'RSA', paySign }
}

/**
 * Decrypts a notification's resource (AEAD_AES_256_GCM, with the tag at the end of the ciphertext). Null if the key is
 * wrong or the text was changed.
 */
export function decryptResource(
  resource: { ciphertext: string; nonce: string; associated_data?: string | undefined },
  apiKey: string,
): string | null {
  try {
    const bytes = Buffer.from(resource.ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', apiKey, resource.nonce)
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    decipher.setAAD(Buffer.from(resource.associated_data ?? ''))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const toSeconds = (now: Date) => String(Math.floor(now.getTime() / 1000))
const newNonce = () => randomBytes(16).toString('hex')
const toLines = (lines: string[]) => lines.map((line) => `${line}\n`).join('')

function signLines(privateKey: string, lines: string[]): string {
  return createSign('RSA-SHA256').update(toLines(lines), 'utf8').sign(privateKey, 'base64')
}

function verifyLines(publicKey: string, lines: string[], { signature }: { signature: string }): boolean {
  return createVerify('RSA-SHA256').update(toLines(lines), 'utf8').verify(publicKey, signature, 'base64')
}
