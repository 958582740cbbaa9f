import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sendRequest } from '#server/platform/http/http-client.ts'
import type { WebhookDelivery } from './provider.ts'

type Settings = { PAYPAL_URL: string; PAYPAL_WEBHOOK_ID: string; PROVIDER_TIMEOUT_MS: number }

const certificates = new Map<string, string>()
const maxCached = 20

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
  if (header('auth-algo') !== 'SHA256withRSA' || !isPayPalAddress(header('cert-url'), settings)) return false
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

/**
 * Whether a URL belongs to PayPal: it uses https and a host of PayPal, or it has the origin of `PAYPAL_URL`, which may
 * be a simulator.
 */
function isPayPalAddress(text: string, { PAYPAL_URL }: Settings): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin, username } = new URL(text)
  if (username) return false
  return (protocol === 'https:' && /(^|\.)paypal\.com$/.test(hostname)) || origin === new URL(PAYPAL_URL).origin
}

async function fetchCertificate(url: string, settings: Settings): Promise<string | null> {
  const cached = certificates.get(url)
  if (cached) return cached
  try {
    const response = await sendRequest(url, {
      method: 'GET',
      headers: { Accept: '*/*' },
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    })
    const pem = response.kind === 'answered' && response.status === 200 ? response.text : ''
    if (!isUsable(pem)) return null
    if (certificates.size >= maxCached) certificates.clear()
    certificates.set(url, pem)
    return pem
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
