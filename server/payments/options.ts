import type { PaymentOption } from '#contract/checkout.ts'
import { rowText } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { texts } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import { dueNow } from '#server/checkout/checkout.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { accountOf } from './providers/accounts.ts'
import type { Provider } from './providers/provider.ts'
import { offeredProvider, paymentMethods, placeOf, scannedBy } from './providers/providers.ts'

/**
 * The payment methods for this visitor whose provider accepts the amount due; none if nothing is due. Pay at store
 * comes last, for pick-up and eating in. With `orderID`, the methods for the balance of its deposit.
 */
export async function options(
  ctx: Context,
  { orderID, token }: { orderID?: string | undefined; token?: string | undefined } = {},
): Promise<{ options: PaymentOption[] }> {
  if (orderID) return { options: await optionsOfRest(ctx, orderID, token) }
  const { isPayableAtStore, due } = await dueNow(ctx)
  if (due?.amount === 0) return { options: [] }
  const online = await onlineOptions(ctx, due)
  return { options: [...online, ...(isPayableAtStore ? [toOption(ctx, 'pay_at_store', false)] : [])] }
}

/** The payment methods for the balance of an order's deposit; none if the balance cannot be paid now. */
async function optionsOfRest(ctx: Context, orderID: string, token?: string): Promise<PaymentOption[]> {
  const order = await orders.owned(ctx, orderID, token)
  const payable = orders.payableOf(order)
  if (payable?.part !== 'balance') return []
  return onlineOptions(ctx, { amount: payable.amount, currency: order.currency })
}

async function onlineOptions(ctx: Context, due: Money | null): Promise<PaymentOption[]> {
  const place = placeOf(ctx.environment)
  const ways = await Promise.all(
    paymentMethods.map(async (way) => {
      const provider = way.channels[place] ? await offeredProvider(ctx, way.provider, place) : null
      return { ...way, isOffered: provider !== null && (!due || takes(provider, due)) }
    }),
  )
  const working = ways.filter(({ isOffered }) => isOffered)
  const offered = working.some(({ isOnly }) => isOnly) ? working.filter(({ isOnly }) => isOnly) : working
  const options = await Promise.all(
    offered.map(async ({ option, provider }) => {
      const { isTest, row } = await accountOf(ctx, provider)
      return { position: row?.position ?? 0, option: toOption(ctx, option, isTest) }
    }),
  )
  // The sort is stable: providers that the owner never sorted keep the order of the table.
  return options.sort((one, other) => one.position - other.position).map(({ option }) => option)
}

/** Whether a provider accepts this amount in this currency. */
export function takes({ currencies, bounds }: Provider, { amount, currency }: Money): boolean {
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = bounds ?? {}
  return currencies.includes(currency) && amount >= least && amount <= most
}

function toOption(ctx: Context, id: string, isTest: boolean): PaymentOption {
  // Each payment option has a text of this name; a test holds it.
  const name = rowText(texts[`payments.${id}` as MessageKey])
  return { id, name, icon: id, scannedBy: scannedBy(id, placeOf(ctx.environment)), isTest }
}
