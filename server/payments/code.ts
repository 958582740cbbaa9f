import type { PaymentCode } from '#contract/payments.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import { codeWallets } from './providers/providers.ts'

/** The code that a wallet must scan to pay an attempt, while the code is valid. */
export function codeOf(
  ctx: Context,
  { paymentUrl: text, channel, amount, currency, expiresAt }: Attempt,
): { qrCodeScan: true; qrCode?: PaymentCode } {
  const scannedBy = codeWallets[channel]
  if (!text || !scannedBy || expiresAt <= ctx.app.now()) return { qrCodeScan: true }
  const validUntil = expiresAt.toISOString()
  return { qrCodeScan: true, qrCode: { text, scannedBy, amount: { amount, currency }, validUntil } }
}
