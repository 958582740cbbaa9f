import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { demoSeller } from './stores.ts'

const provider = 'etransfer'

/** Turns on e-transfers and cash on delivery. Does nothing if the owner has already set up e-transfers. */
export async function openPayment(ctx: Context): Promise<void> {
  const { providers } = await payments.staff.paymentSetup(ctx)
  if (providers.find((one) => one.provider === provider)?.version !== 0) return
  await payments.staff.writePaymentProvider(ctx, {
    provider,
    version: 0,
    isOn: true,
    mode: 'live',
    keys: { EMAIL: 'pay@lantern-lane.example', RECIPIENT: demoSeller.name, HOURS: '24' },
    places: null,
    least: null,
    most: null,
  })
  await payments.staff.writePayAtStore(ctx, { isOn: true, place: 'delivery' })
}
