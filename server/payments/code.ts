import type { PaymentCode } from '#contract/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import { codeWallets } from './providers/providers.ts'

/** The code that a wallet scans to pay an attempt. Returns no `qrCode` if the attempt has no code or has expired. */
export function codeOf(
  ctx: Context,
  { paymentUrl: text, channel, amount, currency, expiresAt }: Attempt,
): { qrCodeScan: true; qrCode?: PaymentCode } {
  const scannedBy = codeWallets[channel]
  if (!text || !scannedBy || expiresAt <= ctx.app.now()) return { qrCodeScan: true }
  const validUntil = expiresAt.toISOString()
  return { qrCodeScan: true, qrCode: { text, scannedBy, amount: { amount, currency }, validUntil } }
}
