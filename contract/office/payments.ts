import { z } from 'zod'
import { staffCall } from '../call.ts'
import { paymentPlaces } from '../payment-methods.ts'
import { noInput } from '../shapes.ts'

/**
 * Calls of the staff API for payment providers. Only the owner may make them. Amounts are in minor units of the shop's
 * currency.
 */

const amount = z.int().min(1).max(100_000_000)
const name = z.string().min(1).max(40)
const mode = z.enum(['live', 'test'])
const provider = z.object({
  provider: z.string(),
  version: z.int(),
  isOn: z.boolean(),
  mode,
  modes: z.array(mode).describe('The modes that the provider has.'),
  isSetByServer: z
    .boolean()
    .describe("The server's environment variables set the account, so this call cannot change its keys."),
  isComplete: z.boolean().describe('The provider has all its keys.'),
  keys: z.array(
    z.object({
      name: z.string(),
      isSecret: z.boolean(),
      isLong: z.boolean().describe('The value may have several lines.'),
      isSet: z.boolean(),
      value: z.string().describe('Empty for a secret, which no call returns.'),
    }),
  ),
  allPlaces: z.array(z.enum(paymentPlaces)).describe('Where the provider works.'),
  places: z.array(z.enum(paymentPlaces)).nullable().describe('Where shoppers may use it; null: everywhere.'),
  least: amount.nullable(),
  most: amount.nullable(),
})
const setup = z.object({
  providers: z.array(provider).describe("In the shoppers' order."),
  payAtStore: z.boolean().describe('Shoppers may pay at the store.'),
  payOnDelivery: z.boolean().describe('Shoppers may pay the driver of a delivery.'),
  canSimulate: z.boolean().describe('The server runs the simulator for test payments.'),
})
/** The payment providers, as the owner sets them up. */
export type PaymentSetup = z.infer<typeof setup>
export type PaymentProvider = PaymentSetup['providers'][number]

const providerTest = z.object({
  outcome: z
    .enum(['works', 'refused', 'unknown'])
    .describe(
      '`works`: the provider accepted a payment, which the shop then cancelled. `unknown`: the provider gave no clear ' +
        'response.',
    ),
  answer: z.string().describe("The provider's own words."),
})
/** A provider's response to a test payment. */
export type ProviderTest = z.infer<typeof providerTest>

export const paymentStaffCalls = {
  paymentSetup: staffCall('GET /payment-providers', {
    right: 'payment.setup',
    place: 'shop',
    description: 'The payment providers with their settings, without secrets.',
    input: noInput,
    output: setup,
  }),
  writePaymentProvider: staffCall('POST /payment-providers/:provider', {
    right: 'payment.setup',
    place: 'shop',
    record: 'provider',
    isSensitive: true,
    description:
      'Writes the settings of a payment provider. A missing or empty secret stays as it is. `payments.keys_missing` ' +
      'if switched on without all keys, `payments.keys_wrong`, `staff.stale`, `not_found`.',
    refusals: ['staff.stale', 'payments.keys_missing', 'payments.keys_wrong', 'not_found'],
    input: z
      .strictObject({
        provider: name,
        version: z.int(),
        isOn: z.boolean(),
        mode,
        keys: z.record(name, z.string().trim().max(8000)),
        places: z.array(z.enum(paymentPlaces)).nullable(),
        least: amount.nullable(),
        most: amount.nullable(),
      })
      .refine(({ least, most }) => least === null || most === null || least <= most, { path: ['most'] }),
    output: setup,
  }),
  sortPaymentProviders: staffCall('POST /payment-order', {
    right: 'payment.setup',
    place: 'shop',
    description: 'Sets the order in which shoppers see the payment providers; unnamed ones follow.',
    input: z.strictObject({ providers: z.array(name).min(1).max(20) }),
    output: setup,
  }),
  tryPaymentProvider: staffCall('GET /payment-providers/:provider/try', {
    right: 'payment.setup',
    place: 'shop',
    description:
      'Starts a payment of 1.00 with the stored keys and cancels it. Charges nothing. `payments.keys_missing`, ' +
      '`payments.try_elsewhere` if the provider works only inside a mini-program.',
    refusals: ['payments.keys_missing', 'payments.try_elsewhere', 'not_found'],
    limit: { points: 20, seconds: 600 },
    input: z.strictObject({ provider: name }),
    output: providerTest,
  }),
  writePayAtStore: staffCall('POST /pay-at-store', {
    right: 'payment.setup',
    place: 'shop',
    description:
      'Switches payment at the store or, with `place: delivery`, payment to the driver on or off. Placed orders keep ' +
      'their payment method.',
    input: z.strictObject({ isOn: z.boolean(), place: z.enum(['store', 'delivery']).default('store') }),
    output: setup,
  }),
}
