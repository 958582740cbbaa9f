import type { PaymentOption, PaymentSeller } from '#contract/checkout.ts'
import type { Locale } from '#contract/languages.ts'
import { rowText, wallets } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import type { Money } from '#contract/money.ts'
import type { DeviceWallet, HandOverPlace, PaymentPlace, PaymentWallet } from '#contract/payment-methods.ts'
import { deviceWallets, paymentWallets } from '#contract/payment-methods.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import { findAmountDue } from '#server/checkout/checkout.ts'
import { publishedPath, settings } from '#server/content/content.ts'
import { currentOrNone } from '#server/locations/locations.ts'
import * as orders from '#server/orders/orders.ts'
import type { Context } from '#server/platform/context.ts'
import { moneyRules } from '#server/pricing/pricing.ts'
import type { TransferFacts } from './deadlines.ts'
import { transferDeadline } from './deadlines.ts'
import { loadAccount } from './providers/accounts.ts'
import type { Provider, TransferAccount } from './providers/provider.ts'
import { offeredProvider, paymentMethods, placeOf, scannedBy, walletOf } from './providers/providers.ts'

/** What `checkout.paymentConfig` returns about the payment methods of a page. */
interface OfferedMethods {
  options: PaymentOption[]
  suggested: string | null
  seller: PaymentSeller | null
}

/**
 * The payment methods that this visitor can use for the amount due; none if nothing is due. Includes payment at the
 * hand-over if the owner or the organiser allows it. With `orderID`, returns the methods to pay what is left of this
 * order: the whole unpaid order, or the balance of a deposit.
 */
export async function paymentOptions(
  ctx: Context,
  { orderID, token }: { orderID?: string | undefined; token?: string | undefined } = {},
): Promise<OfferedMethods> {
  const [options, seller] = await Promise.all([
    orderID ? optionsOfOrder(ctx, orderID, token) : optionsOfCart(ctx),
    loadSeller(ctx),
  ])
  return { ...(await sortOptions(ctx, options)), seller }
}

async function optionsOfCart(ctx: Context): Promise<PaymentOption[]> {
  const { handOver, bill } = await findAmountDue(ctx)
  const due = bill?.amountDue ?? null
  if (due?.amount === 0) return []
  const transferFacts = bill && { ...bill, locationId: bill.location.id, campaignId: ctx.campaignId }
  const online = await onlineOptions(ctx, due, ({ transfer }) => !transfer || isInTime(ctx, transfer, transferFacts))
  return handOver ? [...online, handOverPayment(handOver)] : online
}

/** The payment methods for what is left to pay of an order; none if nothing can be paid now. */
async function optionsOfOrder(ctx: Context, orderID: string, token?: string): Promise<PaymentOption[]> {
  const order = await orders.findOwned(ctx, orderID, token)
  const payable = orders.payableOf(order)
  if (!payable || (payable.until && payable.until <= ctx.app.now())) return []
  if (await campaigns.isCalledOff(ctx, order)) return []
  const due = { amount: payable.amount, currency: order.currency }
  const isWhole = payable.part === 'order'
  return onlineOptions(ctx, due, ({ transfer }) => !transfer || (isWhole && isInTime(ctx, transfer, order)))
}

/**
 * Whether an e-transfer that starts now would arrive in time. Also true if `facts` is null: the cart then has no bill
 * yet, so nothing sets a deadline.
 */
async function isInTime(ctx: Context, { hours }: TransferAccount, facts: TransferFacts | null): Promise<boolean> {
  return !facts || (await transferDeadline(ctx, hours, facts)) !== null
}

async function onlineOptions(
  ctx: Context,
  due: Money | null,
  isAllowed: (provider: Provider) => boolean | Promise<boolean>,
): Promise<PaymentOption[]> {
  const place = placeOf(ctx.environment)
  const methods = await Promise.all(
    paymentMethods.map(async (method) => {
      const provider = method.channels[place] ? await offeredProvider(ctx, method.provider, place) : null
      return {
        ...method,
        isOffered: provider !== null && (!due || acceptsAmount(provider, due)) && (await isAllowed(provider)),
      }
    }),
  )
  const available = methods.filter(({ isOffered }) => isOffered)
  const shown = available.some(({ isOnly }) => isOnly) ? available.filter(({ isOnly }) => isOnly) : available
  const acceptedWallet = await acceptedDeviceWallet(ctx)
  const options = await Promise.all(
    shown.map(async (method) => {
      const { option: id, provider } = method
      const { isTest, row } = await loadAccount(ctx, provider)
      const option = {
        ...{ id, ...walletFields(walletOf(method, place)), provider, scannedBy: scannedBy(id, place), isTest },
        ...(method.acceptsDeviceWallets && acceptedWallet && { deviceWallet: acceptedWallet }),
      }
      return { position: row?.position ?? 0, option }
    }),
  )
  // The sort is stable, so options with the same position keep the order of `paymentMethods`. Providers that the owner
  // never sorted have the same position.
  return options.sort((one, other) => one.position - other.position).map(({ option }) => option)
}

/**
 * The wallet of the visitor's browser, if the owner says that the shop accepts it. The shop cannot ask Stripe whether
 * the account has the wallet switched on, so it relies on the owner.
 */
async function acceptedDeviceWallet(ctx: Context): Promise<DeviceWallet | null> {
  const wallet = ctx.deviceWallet()
  if (!wallet) return null
  const { system } = await settings(ctx)
  return system.payment[deviceWallets[wallet]] ? wallet : null
}

const walletFields = (wallet: PaymentWallet) => ({ wallet, name: rowText(texts[paymentWallets[wallet]]) })

/** The option to pay at the hand-over. Instead of a wallet, it names the store, the pickup point or the delivery. */
const handOverPayment = (place: HandOverPlace): PaymentOption => ({
  id: handOverOption,
  ...walletFields(place),
  provider: null,
  scannedBy: null,
  isTest: false,
})
const handOverOption = 'pay_at_store'

/** The wallet in whose app the visitor has opened the page. A place outside these apps has no wallet. */
const walletOfPlace: Partial<Record<PaymentPlace, PaymentWallet>> = {
  wechat: 'wechat',
  mini_program: 'wechat',
  alipay: 'alipay',
}

/**
 * Sorts the options for this visitor by wallet. (1) The wallet in whose app the visitor opened the page. (2) The wallet
 * used last. (3) The wallets that are usual for the visitor's language. (4) All others. Options with the same wallet
 * stay in the owner's order. Suggests the first option if its wallet is of kind 1, 2 or 3. Also suggests it if all
 * options have the same wallet.
 */
async function sortOptions(
  ctx: Context,
  options: PaymentOption[],
): Promise<Pick<OfferedMethods, 'options' | 'suggested'>> {
  const place = placeOf(ctx.environment)
  const last = await orders.lastPaymentOption(ctx)
  const lastMethod = paymentMethods.find(({ option }) => option === last)
  const atHandOver = options.find(({ id }) => id === handOverOption)
  const preferred = [
    walletOfPlace[place],
    last === handOverOption ? atHandOver?.wallet : lastMethod && walletOf(lastMethod, place),
    ...usualWallets(ctx.locale),
  ]
  const wallets = [...new Set([...preferred, ...options.map(({ wallet }) => wallet)])]
  const rank = ({ wallet }: PaymentOption) => wallets.indexOf(wallet)
  const sorted = options.toSorted((one, other) => rank(one) - rank(other))
  const [first] = sorted
  const isPreferred =
    first && (preferred.includes(first.wallet) || sorted.every(({ wallet }) => wallet === first.wallet))
  return { options: sorted, suggested: isPreferred ? first.id : null }
}

const usualWallets = (locale: Locale): readonly PaymentWallet[] => wallets[locale]

/** The name of the page on which the owner explains refunds. */
const refundPage = 'refunds'

/** The seller to whom the shopper pays, and the page about refunds; null if the shop has no store. */
async function loadSeller(ctx: Context): Promise<PaymentSeller | null> {
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
export function acceptsAmount({ currencies, bounds, minAmounts }: Provider, { amount, currency }: Money): boolean {
  const { most: max = Number.MAX_SAFE_INTEGER } = bounds ?? {}
  const min = Math.max(bounds?.least ?? 1, minAmounts?.[currency] ?? 1)
  return currencies.includes(currency) && amount >= min && amount <= max
}
