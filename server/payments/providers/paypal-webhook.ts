import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sendRequest } from '#server/platform/http/http-client.ts'
import type { WebhookDelivery } from './provider.ts'

type Settings = { PAYPAL_URL: string; PAYPAL_WEBHOOK_ID: string; PROVIDER_TIMEOUT_MS: number }

const certificates = new Map<string, string>()
const maxCached = 20

/** The downloads in progress, by URL. Webhooks that name the same certificate share one download. */
const downloads = new Map<string, Promise<string | null>>()
/** Maps the URL of each certificate whose download failed to the time of the failure (`performance.now()`). */
const failures = new Map<string, number>()
const failureMs = 60_000
/**
 * Anybody can send forged webhooks. So the shop starts no download while this many downloads are in progress or have
 * failed within `failureMs`.
 */
const maxFailures = 20

/** The text that PayPal signs: its own ids, our webhook's id, and a checksum of the raw body. */
export function signedText(id: string, time: string, { webhookId, body }: { webhookId: string; body: string }): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`
}

/**
 * Whether a webhook is from PayPal and for our registration. Verifies the RSA signature of the raw body with the
 * certificate that the webhook names. The shop downloads certificates only from PayPal and caches them.
 */
export async function isFromPayPal(settings: Settings, { body, headers }: WebhookDelivery): Promise<boolean> {
  const header = (name: string) => headers[`paypal-${name}`] ?? ''
  if (header('auth-algo') !== 'SHA256withRSA' || !isCertificateAddress(header('cert-url'), settings)) return false
  if (!header('transmission-id') || !header('transmission-time') || !header('transmission-sig')) return false
  const pem = await fetchCertificate(header('cert-url'), settings)
  if (!pem) return false
  const text = signedText(header('transmission-id'), header('transmission-time'), {
    webhookId: settings.PAYPAL_WEBHOOK_ID,
    body,
  })
  try {
    const signature = Buffer.from(header('transmission-sig'), 'base64')
    return verify('sha256', Buffer.from(text), createPublicKey(pem), signature)
  } catch {
    return false
  }
}

const certificateHost = /^api(-m)?(\.sandbox)?\.paypal\.com$/
const certificatePath = /^\/v1\/notifications\/certs\/[\w-]+$/

/**
 * Whether PayPal publishes certificates at this URL: it has https, a host of PayPal's API without a port, and the path
 * of certificates. `PAYPAL_URL` may be a simulator, whose certificates have its origin.
 */
function isCertificateAddress(text: string, { PAYPAL_URL }: Settings): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, hostname, origin, pathname, username, search } = new URL(text)
  if (username || search) return false
  if (/(^|\.)paypal\.com$/.test(hostname))
    return protocol === 'https:' && certificateHost.test(host) && certificatePath.test(pathname)
  return origin === new URL(PAYPAL_URL).origin
}

/** The certificate at this URL. Null if its download fails or failed within the last minute. */
async function fetchCertificate(url: string, settings: Settings): Promise<string | null> {
  const known = certificates.get(url) ?? downloads.get(url)
  if (known) return known
  const now = performance.now()
  for (const [failed, at] of failures) if (now - at > failureMs) failures.delete(failed)
  if (failures.has(url) || failures.size + downloads.size >= maxFailures) return null
  const download = downloadCertificate(url, settings).finally(() => downloads.delete(url))
  downloads.set(url, download)
  return download
}

async function downloadCertificate(url: string, settings: Settings): Promise<string | null> {
  const pem = await requestCertificate(url, settings)
  if (pem === null) {
    failures.set(url, performance.now())
    return null
  }
  if (certificates.size >= maxCached) certificates.clear()
  certificates.set(url, pem)
  return pem
}

async function requestCertificate(url: string, settings: Settings): Promise<string | null> {
  try {
    const response = await sendRequest(url, {
      method: 'GET',
      headers: { Accept: '*/*' },
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    })
    const pem = response.kind === 'answered' && response.status === 200 ? response.text : ''
    return isUsable(pem) ? pem : null
  } catch {
    return null
  }
}

/** Whether the text is a public key, or a certificate that is valid now. */
function isUsable(pem: string): boolean {
  if (!pem.includes('BEGIN CERTIFICATE')) return pem.includes('BEGIN PUBLIC KEY')
  const { validFrom, validTo } = new X509Certificate(pem)
  return Date.parse(validFrom) <= Date.now() && Date.now() < Date.parse(validTo)
}
