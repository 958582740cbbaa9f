import { formatMoney, parseDecimal } from '#contract/money.ts'
import type { Me } from '#contract/office/people.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import { api } from '../core/api.ts'
import { hasRightAt } from '../core/me.ts'
import type { Entry } from './entries.ts'
import { storesWithRight, termsOf } from './entries.ts'
import type { CommandQuery, Verb } from './scores.ts'
import type { PaletteTexts } from './texts.ts'

const pauseMinutes = 30

/** The words for each verb, in all languages. */
export const verbTerms: Record<Verb, string[]> = {
  pause: termsOf('words.pause'),
  resume: termsOf('words.resume'),
  soldOut: termsOf('words.soldOut'),
  hide: termsOf('words.hide'),
  show: termsOf('words.show'),
  price: termsOf('words.price'),
}

/** Actions that pause a store, or end its pause. `paused` contains the ids of the paused stores. */
export function storeActions(me: Me, paused: readonly string[], { t, say }: PaletteTexts): Entry[] {
  return storesWithRight(me, 'store.pause').map(({ id: location, name }) => {
    const isPaused = paused.includes(location)
    const key = isPaused ? 'resume' : 'pause'
    const store = say(name)
    const pause = () => api.staff.pause({ location, minutes: pauseMinutes })
    const resume = () => api.staff.resume({ location })
    return {
      id: `${key}:${location}`,
      kind: 'action',
      icon: isPaused ? 'play' : 'clock',
      title: t(`palette.${key}`, { store }),
      words: [...verbTerms[key], ...Object.values(name)],
      action: {
        sentence: t(`palette.${key}_sentence`, { store }),
        button: t(`palette.${key}_button`),
        done: t(`palette.${key}_done`, { store }),
        ...(isPaused ? { run: resume } : { run: pause, undo: resume }),
      },
    }
  })
}

/** A staff member, and the texts in their language. */
interface ActionContext {
  me: Me
  texts: PaletteTexts
}

/**
 * Returns the actions that the staff member may perform on a product, limited to the requested verb or price. If the
 * request has neither, returns all actions except changing the price.
 */
export function productActions(reader: ActionContext, product: OfficeProduct, { verb, price }: CommandQuery): Entry[] {
  const { me, texts } = reader
  if (price !== null && (verb === null || verb === 'price')) return priceAction(reader, product, price)
  const { isShown, isSoldOut } = product
  const isRequested = (one: Verb) => verb === null || verb === one
  return [
    ...(isRequested('soldOut') && isShown && !isSoldOut ? soldOutActions(me, product, texts) : []),
    ...(isRequested('hide') && isShown ? [showAction(product, { isShown: false }, texts)] : []),
    ...(isRequested('show') && !isShown ? [showAction(product, { isShown: true }, texts)] : []),
  ].filter(({ id }) => hasRightAt(me, 'catalogue.write', null) || id.startsWith('sell-out:'))
}

function priceAction({ me, texts }: ActionContext, product: OfficeProduct, priceText: string): Entry[] {
  const { t, say, locale } = texts
  const { sku, price: before, name: both } = product
  const amount = parseDecimal(priceText, before.currency)
  if (!sku || amount === null || amount === before.amount || !hasRightAt(me, 'catalogue.price', null)) return []
  const name = say(both)
  const price = formatMoney({ ...before, amount }, locale)
  return [
    {
      id: `price:${product.product}`,
      kind: 'action',
      icon: 'wallet',
      words: Object.values(both),
      title: t('palette.price', { name, price }),
      hint: formatMoney(before, locale),
      action: {
        sentence: t('palette.price_sentence', { name, price, before: formatMoney(before, locale) }),
        button: t('palette.price_button', { price }),
        done: t('palette.price_done', { name, price }),
        run: () => api.staff.setPrice({ sku, price: amount }),
        undo: () => api.staff.setPrice({ sku, price: before.amount }),
      },
    },
  ]
}

/** The action that shows the product to shoppers, or hides it from them. */
function showAction(
  { product, name: both }: OfficeProduct,
  { isShown }: { isShown: boolean },
  { t, say }: PaletteTexts,
): Entry {
  const key = isShown ? 'show' : 'hide'
  const name = say(both)
  return {
    id: `${key}:${product}`,
    kind: 'action',
    icon: 'eye',
    title: t(`palette.${key}`, { name }),
    words: Object.values(both),
    action: {
      sentence: t(`palette.${key}_sentence`, { name }),
      button: t(`palette.${key}_button`),
      done: t(`palette.${key}_done`, { name }),
      run: () => api.staff.showProduct({ product, isShown }),
      undo: () => api.staff.showProduct({ product, isShown: !isShown, keepsSchedule: true }),
    },
  }
}

/** Actions that mark a product as sold out until a store closes, one for each of the staff member's stores. */
function soldOutActions(me: Me, { product, name: both }: OfficeProduct, { t, say }: PaletteTexts): Entry[] {
  const name = say(both)
  const stores = storesWithRight(me, 'catalogue.soldout')
  return stores.map(({ id: location, name: store }) => {
    const title = t('palette.sell_out', { name })
    const soldOutTarget = { location, kind: 'product', id: product } as const
    return {
      id: `sell-out:${product} ${location}`,
      kind: 'action',
      icon: 'close',
      words: Object.values(both),
      title: stores.length === 1 ? title : t('palette.at_store', { what: title, store: say(store) }),
      action: {
        sentence: t('palette.sell_out_sentence', { name, store: say(store) }),
        button: t('palette.sell_out_button'),
        done: t('palette.sell_out_done', { name }),
        run: () => api.staff.markSoldOut({ ...soldOutTarget, ends: 'closing' }),
        undo: () => api.staff.backOnSale(soldOutTarget),
      },
    }
  })
}
