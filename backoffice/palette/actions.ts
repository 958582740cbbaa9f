import { noText } from '#contract/languages.ts'
import { formatCharge, parseDecimal } from '#contract/money.ts'
import type { Me } from '#contract/office/people.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import { api } from '../core/api.ts'
import type { Entry } from './entries.ts'
import { hasEverywhere, storesWithRight, wordsOf } from './entries.ts'
import type { Request, Verb } from './match.ts'
import type { PaletteTexts } from './texts.ts'

const pauseMinutes = 30

/** The words for each verb, in all languages. */
export const verbWords: Record<Verb, string[]> = {
  pause: wordsOf('words.pause'),
  resume: wordsOf('words.resume'),
  soldOut: wordsOf('words.soldOut'),
  hide: wordsOf('words.hide'),
  show: wordsOf('words.show'),
  price: wordsOf('words.price'),
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
      ...{ id: `${key}:${location}`, kind: 'action', icon: isPaused ? 'play' : 'clock' },
      title: t(`palette.${key}`, { store }),
      words: [...verbWords[key], ...Object.values(name)],
      action: {
        sentence: t(`palette.${key}_sentence`, { store }),
        button: t(`palette.${key}_button`),
        done: t(`palette.${key}_done`, { store }),
        ...(isPaused ? { run: resume } : { run: pause, undo: resume }),
      },
    }
  })
}

/**
 * The actions that the staff member may perform on a product, limited to the requested verb or price. Without either,
 * all actions except changing the price.
 */
export function productActions(me: Me, product: OfficeProduct, { verb, price }: Request, texts: PaletteTexts): Entry[] {
  if (price !== null && (verb === null || verb === 'price')) return priceAction(me, product, price, texts)
  const { isShown, isSoldOut } = product
  const wants = (one: Verb) => verb === null || verb === one
  return [
    ...(wants('soldOut') && isShown && !isSoldOut ? soldOutActions(me, product, texts) : []),
    ...(wants('hide') && isShown ? [showAction(product, false, texts)] : []),
    ...(wants('show') && !isShown ? [showAction(product, true, texts)] : []),
  ].filter(({ id }) => hasEverywhere(me, 'catalogue.write') || id.startsWith('sell-out-at:'))
}

function priceAction(me: Me, product: OfficeProduct, typed: string, { t, say, locale }: PaletteTexts): Entry[] {
  const { sku, price: before, name: both } = product
  const amount = parseDecimal(typed, before.currency)
  if (!sku || amount === null || amount === before.amount || !hasEverywhere(me, 'catalogue.price')) return []
  const name = say(both)
  const price = formatCharge({ ...before, amount }, locale)
  return [
    {
      ...{ id: `price:${product.product}`, kind: 'action', icon: 'wallet', words: Object.values(both) },
      title: t('palette.price', { name, price }),
      hint: formatCharge(before, locale),
      action: {
        sentence: t('palette.price_sentence', { name, price, before: formatCharge(before, locale) }),
        button: t('palette.price_button', { price }),
        done: t('palette.price_done', { name, price }),
        run: () => api.staff.setPrice({ sku, price: amount }),
        undo: () => api.staff.setPrice({ sku, price: before.amount }),
      },
    },
  ]
}

function showAction({ product, name: both }: OfficeProduct, isShown: boolean, { t, say }: PaletteTexts): Entry {
  const key = isShown ? 'show' : 'hide'
  const name = say(both)
  const show = (isShown: boolean) => api.staff.showProduct({ product, isShown })
  return {
    ...{ id: `${key}:${product}`, kind: 'action', icon: 'eye', title: t(`palette.${key}`, { name }) },
    words: Object.values(both),
    action: {
      sentence: t(`palette.${key}_sentence`, { name }),
      button: t(`palette.${key}_button`),
      done: t(`palette.${key}_done`, { name }),
      run: () => show(isShown),
      undo: () => show(!isShown),
    },
  }
}

/**
 * Actions that mark a product as sold out: everywhere if its stock is not counted, else by setting a store's stock to
 * zero.
 */
function soldOutActions(me: Me, product: OfficeProduct, { t, say }: PaletteTexts): Entry[] {
  const { sku, isCounted, isSimple, name: both } = product
  const name = say(both)
  const shared = { kind: 'action', icon: 'close', words: Object.values(both) } as const
  const texts = { button: t('palette.sell_out_button'), done: t('palette.sell_out_done', { name }) }
  if (!isCounted) {
    if (!isSimple) return []
    const action = { ...texts, sentence: t('palette.sell_out_sentence', { name }), ...soldOut(product.product, true) }
    return [{ ...shared, id: `sell-out:${product.product}`, title: t('palette.sell_out', { name }), action }]
  }
  if (!sku) return []
  return storesWithRight(me, 'stock.work').map(({ id: location, name: store }) => ({
    ...shared,
    id: `sell-out-at:${product.product} ${location}`,
    title: t('palette.at_store', { what: t('palette.sell_out', { name }), store: say(store) }),
    action: {
      ...texts,
      sentence: t('palette.sell_out_here', { name, store: say(store) }),
      run: () => api.staff.stockOut({ sku, location }),
    },
  }))
}

const soldOut = (product: string, isSoldOut: boolean) => ({
  run: () => writeSoldOut(product, isSoldOut),
  undo: () => writeSoldOut(product, !isSoldOut),
})

/** Writes the product with its current values, and changes only `isSoldOut`. */
async function writeSoldOut(id: string, isSoldOut: boolean) {
  const { product, version, name, description, price, category, image, taxClass, isShown } = await api.staff.product({
    product: id,
  })
  await api.staff.writeProduct({
    ...{ product, version, name, description, price: price.amount, category, image, taxClass, isShown, isSoldOut },
    newCategory: noText,
  })
}
