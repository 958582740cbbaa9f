import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { officeBase } from '#contract/constants.ts'
import type { PaymentMethodId } from '#contract/payment-methods.ts'
import { paymentMethods as methods } from '#server/payments/providers/providers.ts'
import { shopFolder, shopUrl } from './shop.ts'

/**
 * Ranks the provider of a payment option first, as the owner can. The shop then offers the option's wallet through this
 * provider.
 */
export async function rankFirst(option: PaymentMethodId): Promise<void> {
  const provider = methods.find((method) => method.option === option)?.provider
  const secret = (await readFile(join(shopFolder, 'staff-secret'), 'utf8')).trim()
  const response = await fetch(`${shopUrl}${officeBase}/payment-order`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ providers: [provider] }),
  })
  expect(response.status, await response.text()).toBe(200)
}

/** Restores the order in which the demonstration ranks the providers. */
export const restoreRank = () => rankFirst('snappay_wechat')
