import type { Cart, Line } from '#contract/cart.ts'
import { maxCartLines, maxQuantity } from '#contract/constants.ts'
import { carriesGoods, goodsOf } from '#contract/fulfilment-methods.ts'
import { noText, sameText } from '#contract/languages.ts'
import { isPortion, minQuantityOf, publishedPieces } from '#contract/quantities.ts'
import { sum } from '#contract/sum.ts'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import type { ChosenModifier, LinePrice } from '#server/pricing/pricing.ts'
import { lineKey, normaliseModifiers, priceLine } from '#server/pricing/pricing.ts'
import type { Offer } from './offer.ts'
import type { CartRow, LineRow } from './tables.ts'

export interface AddLine {
  sku: string
  quantity: number
  modifiers: ChosenModifier[]
  note: string
  idempotencyKey?: string | undefined
}

/** The highest value of a cart in minor units, so that every sum fits its column. */
const maxSubtotal = 1_000_000_000

/** Builds the row of an added line. Fails if the product is not for sale or does not allow the modifiers. */
export function toRow(input: AddLine, offer: Offer, { cartId, addedAt }: Pick<LineRow, 'cartId' | 'addedAt'>): LineRow {
  const { buyables, currency } = offer
  const { sku, quantity } = input
  const product = buyables.get(sku)
  if (!product) fail('not_found')
  if (!product.published) fail('cart.unavailable', { name: product.name, sku })
  if (!canSupply(product, offer)) fail('cart.cross_border', { name: product.name, sku })
  if (product.currency !== currency) fail('cart.currency', { sku })
  const modifiers = normaliseModifiers(input.modifiers)
  const note = product.noteAllowed ? input.note.trim() : ''
  const { unitPrice } = allowedPrice(product, modifiers, { quantity, offer })
  const key = lineKey(sku, modifiers, note)
  return { cartId, key, sku, modifiers, note, quantity, seenPrice: unitPrice, addedAt }
}

function allowedPrice(
  product: Buyable,
  modifiers: ChosenModifier[],
  { quantity, offer }: { quantity: number; offer: Offer },
): LinePrice {
  const price = priceLine(product, modifiers, quantity, offer)
  const soldOutModifier = price.modifiers.find(({ isSoldOut }) => isSoldOut)
  if (soldOutModifier)
    fail('cart.modifiers', { message: 'cart.modifier_sold_out', modifier: soldOutModifier.name, name: product.name })
  const unofferedModifier = price.modifiers.find(({ isNotOffered }) => isNotOffered)
  if (unofferedModifier)
    fail('cart.modifiers', {
      message: 'cart.modifier_not_offered',
      modifier: unofferedModifier.name,
      name: product.name,
    })
  if (price.wrongGroup) fail('cart.modifiers', { group: price.wrongGroup.name, name: product.name })
  if (price.hasUnknown) fail('cart.modifiers', { group: product.name, name: product.name })
  return price
}

/** Returns the lines with the added line. If a line with the same key exists, raises its quantity instead. */
export function withAdded(rows: LineRow[], added: LineRow): LineRow[] {
  if (!rows.some(({ key }) => key === added.key)) return [...rows, added]
  return rows.map((row) =>
    row.key === added.key ? { ...row, quantity: row.quantity + added.quantity, seenPrice: added.seenPrice } : row,
  )
}

/**
 * Fails if the cart has too many lines. Also fails for the first invalid line whose key is in `keys`. Ignores invalid
 * lines with other keys, so that they do not prevent a change.
 */
export function refuseInvalidLines(rows: LineRow[], keys: string[], offer: Offer) {
  if (rows.length > maxCartLines) fail('cart.too_many_lines', { max: maxCartLines })
  for (const row of rows) if (keys.includes(row.key)) refuseLine(row, rows, offer)
}

function refuseLine(row: LineRow, rows: LineRow[], offer: Offer) {
  const product = offer.buyables.get(row.sku)
  if (!product?.published) fail('cart.unavailable', { name: product?.name ?? row.sku, sku: row.sku })
  allowedPrice(product, row.modifiers, { quantity: row.quantity, offer })
  if (conflictsWithCart(product, rows, offer)) fail('cart.apart', { name: product.name, sku: row.sku })
  const { purchasable } = product
  const limit = findLimitFailure(row, rows, offer) ?? findPortionFailure(row, offer)
  if (limit) failAll([limit])
  if (purchasable !== null && countPieces(rows, row.sku) > purchasable) {
    failAll([stock.outOfStock({ name: product.name, purchasable, sku: row.sku, key: row.key })])
  }
}

/**
 * Fails with `cart.portion` if the quantity of a line is below the product's minimum or not a multiple of its step.
 * Checks only lines whose key is in `keys`.
 */
export function refuseBrokenPortions(rows: LineRow[], keys: string[], offer: Offer) {
  for (const row of rows) {
    const failure = keys.includes(row.key) ? findPortionFailure(row, offer) : null
    if (failure) failAll([failure])
  }
}

/** Returns the failure `cart.portion` if the product is not sold in this quantity; otherwise null. */
export function findPortionFailure({ key, sku, quantity }: LineRow, offer: Offer): FailureItem | null {
  const product = offer.buyables.get(sku)
  if (!product || isPortion(product, quantity)) return null
  const { name, quantityStep: step } = product
  const details = { key, name, step, min: minQuantityOf(product) }
  return { code: 'cart.portion', details: { ...details, ...(step === 1 && { message: 'cart.least' }) } }
}

/**
 * Returns the failure `cart.limit` with the allowed quantity; null if the line breaks no limit. The limits apply to the
 * pieces of the line, to the pieces of its product in all lines, and to the value of the cart.
 */
export function findLimitFailure(row: LineRow, rows: LineRow[], offer: Offer): FailureItem | null {
  const product = offer.buyables.get(row.sku)
  if (!product) return null
  const { key, quantity } = row
  const { name, productId, maxPerOrder } = product
  const max = maxPerOrder ?? maxQuantity
  const same = rows.filter(({ sku }) => offer.buyables.get(sku)?.productId === productId)
  const isTooMany = maxPerOrder !== null && sum(same.map(({ quantity }) => quantity)) > maxPerOrder
  const limitFailure = (max: number): FailureItem => ({ code: 'cart.limit', details: { key, name, max } })
  if (quantity > maxQuantity || isTooMany) return limitFailure(max)
  const others = sum(rows.filter((other) => other !== row).map((other) => priceOf(other, offer).total))
  const { unitPrice, total } = priceOf(row, offer)
  if (others + total <= maxSubtotal) return null
  return limitFailure(Math.max(0, Math.floor((maxSubtotal - others) / Math.max(1, unitPrice))))
}

export function toCart(cart: CartRow, rows: LineRow[], offer: Offer): Cart {
  const { currency } = offer
  const lines = rows.map((row) => toLine(row, rows, offer))
  const seenPrices = new Map(rows.map(({ key, seenPrice }) => [key, seenPrice]))
  return {
    id: cart.id,
    version: cart.version,
    lineItems: Object.fromEntries(lines.map((line) => [line.key, line])),
    itemCount: lines.length,
    pieces: sum(lines.map(({ quantity }) => quantity)),
    subtotal: { amount: sum(lines.map(({ total }) => total.amount)), currency },
    claims: cart.claims,
    changes: lines
      .filter((line) => line.problem !== 'unavailable' && seenPrices.get(line.key) !== line.unitPrice.amount)
      .map(({ key, name, unitPrice }) => ({
        key,
        kind: 'price' as const,
        name,
        before: { amount: seenPrices.get(key) ?? 0, currency },
        after: unitPrice,
      })),
  }
}

export function toLine(row: LineRow, rows: LineRow[], offer: Offer): Line {
  const { currency } = offer
  const product = offer.buyables.get(row.sku)
  const price = priceOf(row, offer)
  return {
    key: row.key,
    productId: product?.productId ?? '',
    sku: row.sku,
    name: product?.name ?? sameText(row.sku),
    optionText: product?.optionText ?? noText,
    modifiers: price.modifiers.map((modifier) => ({ ...modifier, price: { amount: modifier.price, currency } })),
    note: row.note,
    quantity: row.quantity,
    unitPrice: { amount: price.unitPrice, currency },
    regularPrice: price.regularPrice === null ? null : { amount: price.regularPrice, currency },
    priceReason: price.reason === 'sale' && offer.isCampaign ? 'campaign' : price.reason,
    memberSaving: price.memberSaving > 0 ? { amount: price.memberSaving, currency } : null,
    ...(product?.type === 'MEMBERSHIP' && { isMembership: true }),
    deposit: product?.deposit ? { amount: product.deposit, currency } : null,
    prepayment: product?.prepayment ?? null,
    total: { amount: price.total, currency },
    image: product?.image ?? null,
    taxClass: product?.taxClass ?? 'standard',
    purchasable: publishedOf(product),
    ...(product && product.quantityStep > 1 && { quantityStep: product.quantityStep }),
    ...(product && product.minQuantity > 1 && { minQuantity: product.minQuantity }),
    ...(product?.contactRequired && { contactRequired: true }),
    ...(product?.crossBorder && { crossBorder: true, grams: product.grams ?? 0 }),
    ...(product && product.leadMinutes > 0 && { leadMinutes: product.leadMinutes }),
    windows: product?.windows ?? [],
    problem: problemOf(row, rows, { offer, price }),
  }
}

const publishedOf = (product: Buyable | undefined) =>
  product && product.purchasable !== null ? publishedPieces(product.purchasable) : null

function problemOf(
  row: LineRow,
  rows: LineRow[],
  { offer, price }: { offer: Offer; price: LinePrice },
): Line['problem'] {
  const product = offer.buyables.get(row.sku)
  const isSold =
    product?.published &&
    canSupply(product, offer) &&
    product.currency === offer.currency &&
    !price.wrongGroup &&
    !price.hasUnknown
  if (!isSold) return 'unavailable'
  if (conflictsWithCart(product, rows, offer)) return 'apart'
  const { purchasable } = product
  return purchasable !== null && countPieces(rows, row.sku) > purchasable ? 'out_of_stock' : null
}

/** The price of a line. If its product was deleted, the line keeps the price that the shopper last saw. */
function priceOf(row: LineRow, offer: Offer): LinePrice {
  const product = offer.buyables.get(row.sku)
  if (product) return priceLine(product, row.modifiers, row.quantity, offer)
  const deletedProduct = { price: row.seenPrice, modifierGroups: [] }
  return priceLine(deletedProduct, [], row.quantity)
}

/**
 * Whether the store can get the product to the shopper. The store can ship a cross-border product only if its weight is
 * known, if one of the store's methods ships across borders, and if the cart does not belong to a group-buy.
 */
function canSupply({ crossBorder, grams }: Buyable, { location, isCampaign = false }: Offer): boolean {
  if (!crossBorder) return true
  return grams !== null && !isCampaign && location.methods.some((method) => carriesGoods(method, 'cross_border'))
}

/**
 * Whether a product cannot share an order with the cart, because only one of the two ships across a border. The cart's
 * first available line that is not a membership decides for the cart. Memberships can be combined with all goods.
 */
function conflictsWithCart(product: Buyable, rows: LineRow[], offer: Offer): boolean {
  if (product.type === 'MEMBERSHIP') return false
  const toSold = ({ sku }: LineRow) => {
    const sold = offer.buyables.get(sku)
    const isSold = sold?.published && canSupply(sold, offer)
    return {
      crossBorder: sold?.crossBorder,
      isMembership: sold?.type === 'MEMBERSHIP',
      problem: isSold ? null : 'unavailable',
    }
  }
  return goodsOf([product]) !== goodsOf(rows.map(toSold))
}

/** The weight in grams of the goods that ship across a border. */
export function gramsOf(lines: Pick<Line, 'grams' | 'quantity'>[]): number {
  return sum(lines.map(({ grams = 0, quantity }) => grams * quantity))
}

/** The longest lead time among these lines, in minutes. */
export function leadMinutesOf(lines: Pick<Line, 'leadMinutes'>[]): number {
  return Math.max(0, ...lines.map(({ leadMinutes = 0 }) => leadMinutes))
}

/** The number of pieces of one variant in all lines. */
function countPieces(rows: LineRow[], wantedSku: string): number {
  return sum(rows.filter(({ sku }) => sku === wantedSku).map(({ quantity }) => quantity))
}
