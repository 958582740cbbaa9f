import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Payment } from './frame/book.ts'
import type { Call, Frame, Operation, Protocol, Reply } from './frame/protocol.ts'
import type { Simulator } from './frame/simulator.ts'
import { startSimulator } from './frame/simulator.ts'
import type { PayPalSettings } from './paypal-orders.ts'
import { createOrders } from './paypal-orders.ts'

const json = (status: number, body: unknown): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

/**
 * Starts a simulator of PayPal: login, Orders v2, refunds and signed webhooks, with a page for the shopper's approval.
 * No money moves.
 */
export function startPayPal(settings: PayPalSettings): Promise<Simulator> {
  return startSimulator(settings, (frame) => createProtocol(settings, frame))
}

function createProtocol(settings: PayPalSettings, frame: Frame): Protocol {
  const orders = createOrders(settings, frame)
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const token = randomBytes(24).toString('base64url')
  const notificationIds = new Map<string, string>()

  return {
    faults: {
      notices: ['bad_sign', 'no_sign', 'other_webhook', 'foreign_certificate'],
      answers: [
        'unknown_status',
        'other_order',
        'empty_data',
        'decline',
        'pending_capture',
        'refuse_create',
        'refuse_refund',
        'slow_refund',
      ],
    },
    read,
    notice,
    isAcknowledged: (status) => status >= 200 && status < 300,
    // The real PayPal sends a webhook again up to 25 times in 3 days. The simulator uses shorter, made-up delays.
    retrySeconds: [1, 5, 15, 60],
    agree(payment) {
      payment.status = 'approved'
    },
    back(payment, action) {
      const isApproved = action === 'pay'
      const back = new URL(isApproved ? payment.returnUrl : (payment.notes.cancelUrl ?? payment.returnUrl))
      back.searchParams.set('token', payment.token)
      if (isApproved) back.searchParams.set('PayerID', 'DEMOPAYER1')
      return back.href
    },
  }

  function read(call: Call): Operation | Reply | null {
    if (call.path === '/certs/key') {
      const body = publicKey.export({ type: 'spki', format: 'pem' }).toString()
      return { status: 200, type: 'application/x-pem-file', body }
    }
    if (call.path === '/v1/oauth2/token') return issueToken(call)
    if (!/^\/v[12]\//.test(call.path)) return null
    if (call.headers.authorization !== `Bearer ${token}`) return json(401, { error: 'invalid_token' })
    return orders.read(call)
  }

  function issueToken({ headers, body }: Call): Reply {
    const pair = Buffer.from(`${settings.clientId}:${settings.secret}`).toString('base64')
    if (headers.authorization !== `Basic ${pair}`) return json(401, { error: 'invalid_client' })
    if (body !== 'grant_type=client_credentials') return json(400, { error: 'unsupported_grant_type' })
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: 32_400 })
  }

  /** The webhook event for an approved order or for its capture. An event that is sent again keeps its id. */
  function notice(payment: Payment, fault: string | undefined) {
    const type = payment.status === 'approved' ? 'CHECKOUT.ORDER.APPROVED' : 'PAYMENT.CAPTURE.COMPLETED'
    const key = `${type} ${payment.reference}`
    const id = notificationIds.get(key) ?? `WH-${randomBytes(8).toString('hex').toUpperCase()}`
    notificationIds.set(key, id)
    const resource = payment.status === 'approved' ? orders.describe(payment) : orders.describeCapture(payment)
    const body = JSON.stringify({ id, event_version: '1.0', event_type: type, resource_version: '2.0', resource })
    const url = new URL(settings.webhookPath, payment.returnUrl).href
    return { url, body, headers: signatureHeaders(body, fault, frame.pageOf(payment)) }
  }

  function signatureHeaders(body: string, fault: string | undefined, page: string): Record<string, string> {
    const id = randomBytes(12).toString('hex')
    const time = new Date().toISOString()
    const webhookId = fault === 'other_webhook' ? 'SOMEBODY-ELSE' : settings.webhookId
    const text = `${id}|${time}|${webhookId}|${crc32(body)}`
    const signature = sign('sha256', Buffer.from(fault === 'bad_sign' ? `${text}?` : text), privateKey)
    const certificate = new URL('/certs/key', page)
    // The shop fetches the certificate from 127.0.0.1, because the shop runs on this machine. The host name of the
    // wallet page may work only on the shopper's device.
    certificate.hostname = '127.0.0.1'
    if (fault === 'foreign_certificate') certificate.port = '9'
    return {
      'Content-Type': 'application/json',
      'PayPal-Transmission-Id': id,
      'PayPal-Transmission-Time': time,
      'PayPal-Auth-Algo': 'SHA256withRSA',
      'PayPal-Cert-Url': certificate.href,
      ...(fault !== 'no_sign' && { 'PayPal-Transmission-Sig': signature.toString('base64') }),
    }
  }
}
