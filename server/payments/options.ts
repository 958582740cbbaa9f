import type { PaymentOption, PaymentSeller } from '#contract/checkout.ts'
import type { Locale } from '#contract/languages.ts'
import { rowText, wallets } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import type { HandOverPlace, PaymentPlace, PaymentWallet } from '#contract/payment-methods.ts'
import { paymentWallets } from '#contract/payment-methods.ts'
import { dueNow } from '#server/checkout/checkout.ts'
import { publishedPath, settings } from '#server/content/content.ts'
import { currentOrNone } from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { moneyRules } from '#server/pricing/pricing.ts'
import type { Awaited } from './deadlines.ts'
import { transferDeadline } from './deadlines.ts'
import { accountOf } from './providers/accounts.ts'
import type { Provider, TransferAccount } from './providers/provider.ts'
import { offeredProvider, paymentMethods, placeOf, scannedBy, walletOf } from './providers/providers.ts'

/** What `checkout.paymentConfig` returns about the payment methods of a page. */
interface Offered {
  options: PaymentOption[]
  suggested: string | null
  seller: PaymentSeller | null
}

/**
 * The payment methods that this visitor can use for the amount due; none if nothing is due. Includes payment at the
 * hand-over if the owner or the organiser allows it. With `orderID`, returns the methods to pay what is left of this
 * order: the whole unpaid order, or the balance of a deposit.
 */
export async function options(
  ctx: Context,
  { orderID, token }: { orderID?: string | undefined; token?: string | undefined } = {},
): Promise<Offered> {
  const [options, seller] = await Promise.all([
    orderID ? optionsOfOrder(ctx, orderID, token) : optionsOfCart(ctx),
    sellerOf(ctx),
  ])
  return { ...(await inOrder(ctx, options)), seller }
}

async function optionsOfCart(ctx: Context): Promise<PaymentOption[]> {
  const { handOver, bill } = await dueNow(ctx)
  const due = bill?.amountDue ?? null
  if (due?.amount === 0) return []
  const awaited = bill && { ...bill, locationId: bill.location.id, campaignId: ctx.campaignId }
  const online = await onlineOptions(ctx, due, ({ transfer }) => !transfer || isInTime(ctx, transfer, awaited))
  return handOver ? [...online, payAt(handOver)] : online
}

/** The payment methods for what is left to pay of an order; none if nothing can be paid now. */
async function optionsOfOrder(ctx: Context, orderID: string, token?: string): Promise<PaymentOption[]> {
  const order = await orders.owned(ctx, orderID, token)
  const payable = orders.payableOf(order)
  if (!payable || (payable.until && payable.until <= ctx.app.now())) return []
  const due = { amount: payable.amount, currency: order.currency }
  const isWhole = payable.part === 'order'
  return onlineOptions(ctx, due, ({ transfer }) => !transfer || (isWhole && isInTime(ctx, transfer, order)))
}

/**
 * Whether an e-transfer that is started now would arrive in time. Also true while the cart has no bill (`awaited` is
 * null).
 */
async function isInTime(ctx: Context, { hours }: TransferAccount, awaited: Awaited | null): Promise<boolean> {
  return !awaited || (await transferDeadline(ctx, hours, awaited)) !== null
}

async function onlineOptions(
  ctx: Context,
  due: Money | null,
  fits: (provider: Provider) => boolean | Promise<boolean>,
): Promise<PaymentOption[]> {
  const place = placeOf(ctx.environment)
  const ways = await Promise.all(
    paymentMethods.map(async (way) => {
      const provider = way.channels[place] ? await offeredProvider(ctx, way.provider, place) : null
      return { ...way, isOffered: provider !== null && (!due || takes(provider, due)) && (await fits(provider)) }
    }),
  )
  const working = ways.filter(({ isOffered }) => isOffered)
  const offered = working.some(({ isOnly }) => isOnly) ? working.filter(({ isOnly }) => isOnly) : working
  const options = await Promise.all(
    offered.map(async (way) => {
      const { option: id, provider } = way
      const { isTest, row } = await accountOf(ctx, provider)
      const option = { id, ...named(walletOf(way, place)), provider, scannedBy: scannedBy(id, place), isTest }
      return { position: row?.position ?? 0, option }
    }),
  )
  // The sort is stable, so options with the same position keep the order of `paymentMethods`. Providers that the owner
  // never sorted have the same position.
  return options.sort((one, other) => one.position - other.position).map(({ option }) => option)
}

const named = (wallet: PaymentWallet) => ({ wallet, name: rowText(texts[paymentWallets[wallet]]) })

/** The option to pay at the hand-over. Instead of a wallet, it names the store, the pickup point or the delivery. */
const payAt = (place: HandOverPlace): PaymentOption => ({
  id: handOverOption,
  ...named(place),
  provider: null,
  scannedBy: null,
  isTest: false,
})
const handOverOption = 'pay_at_store'

/** Maps each kind of wallet app to the wallet that it belongs to. */
const walletOfPlace: Partial<Record<PaymentPlace, PaymentWallet>> = {
  wechat: 'wechat',
  mini_program: 'wechat',
  alipay: 'alipay',
}

/**
 * Sorts the options for this visitor by wallet: (1) the wallet of this environment, (2) the wallet used last, (3) the
 * wallets that are usual for the visitor's language, (4) all others. Options with the same wallet stay in the owner's
 * order. Suggests the first option if its wallet is of kind 1, 2 or 3, or if all options have the same wallet.
 */
async function inOrder(ctx: Context, options: PaymentOption[]): Promise<Pick<Offered, 'options' | 'suggested'>> {
  const place = placeOf(ctx.environment)
  const last = await orders.lastPaymentOption(ctx)
  const used = paymentMethods.find(({ option }) => option === last)
  const atHandOver = options.find(({ id }) => id === handOverOption)
  const fitting = [
    walletOfPlace[place],
    last === handOverOption ? atHandOver?.wallet : used && walletOf(used, place),
    ...walletsOf(ctx.locale),
  ]
  const wallets = [...new Set([...fitting, ...options.map(({ wallet }) => wallet)])]
  const rank = ({ wallet }: PaymentOption) => wallets.indexOf(wallet)
  const sorted = options.toSorted((one, other) => rank(one) - rank(other))
  const [first] = sorted
  const isFitting = first && (fitting.includes(first.wallet) || sorted.every(({ wallet }) => wallet === first.wallet))
  return { options: sorted, suggested: isFitting ? first.id : null }
}

const walletsOf = (locale: Locale): readonly PaymentWallet[] => wallets[locale]

/** The name of the page on which the owner explains refunds. */
const refundPage = 'refunds'

/** The seller to whom the shopper pays, and the page about refunds; null if the shop has no store. */
async function sellerOf(ctx: Context): Promise<PaymentSeller | null> {
  const [location, { sellerName, registrations }, { storeName }, refundPolicy] = await Promise.all([
    currentOrNone(ctx),
    moneyRules(ctx),
    settings(ctx),
    publishedPath(ctx, refundPage),
  ])
  if (!location) return null
  // GST and HST share one registration number.
  const taxNumber = registrations.HST ?? registrations.GST ?? ''
  return { name: sellerName || storeName, taxNumber, phone: location.phone, refundPolicy }
}

/** Whether a provider accepts this amount in this currency. */
export function takes({ currencies, bounds, leastIn }: Provider, { amount, currency }: Money): boolean {
  const { most = Number.MAX_SAFE_INTEGER } = bounds ?? {}
  const least = Math.max(bounds?.least ?? 1, leastIn?.[currency] ?? 1)
  return currencies.includes(currency) && amount >= least && amount <= most
}
