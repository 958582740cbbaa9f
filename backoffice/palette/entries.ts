import { timedMethods } from '#contract/fulfilment-methods.ts'
import type { Row, Text } from '#contract/languages.ts'
import { rowText } from '#contract/languages.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { casePageMessages } from '#contract/messages/office-cases.ts'
import { devicePageMessages } from '#contract/messages/office-devices.ts'
import { menuPageMessages } from '#contract/messages/office-menus.ts'
import { orderStateMessages } from '#contract/messages/office-order-states.ts'
import { paletteWords } from '#contract/messages/office-palette.ts'
import { productPageMessages } from '#contract/messages/office-products.ts'
import { shopPageMessages } from '#contract/messages/office-shop.ts'
import { stockPageMessages } from '#contract/messages/office-stock.ts'
import { formatMoney } from '#contract/money.ts'
import type { Me } from '#contract/office/people.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import type { Order } from '#contract/orders.ts'
import type { Right } from '#contract/rights.ts'
import type { IconName } from '#ui/icon.tsx'
import { hasRight, hasRightAt } from '../core/me.ts'
import { pagesFor } from '../frame/pages.ts'
import { menus } from '../menus/menu-data.ts'
import type { Candidate } from './match.ts'
import type { PaletteTexts } from './texts.ts'

export type Kind = 'action' | 'page' | 'order' | 'product'

/** An action. It runs only after the staff member has read and confirmed its description (`sentence`). */
export interface Action {
  sentence: string
  button: string
  run: () => Promise<unknown>
  done: string
  /** Undoes the action. Missing if the action cannot be undone. */
  undo?: () => Promise<unknown>
}

/** A line in the palette: an action to confirm, or a page to open, such as the page of an order or a product. */
export interface Entry extends Candidate {
  kind: Kind
  icon: IconName
  title: string
  hint?: string
  to?: string
  action?: Action
}

/** The stores in which the staff member has a right. */
export function storesWithRight(me: Me, right: Right): Me['stores'] {
  const given = me.rights[right] ?? []
  return given === 'all' ? me.stores : me.stores.filter(({ id }) => given.includes(id))
}

/** The words that people may type for a key of `paletteWords`, in all languages. */
export function wordsOf(key: keyof typeof paletteWords): string[] {
  return paletteWords[key].flatMap((words) => words.split(' ')).map((word) => word.replaceAll('_', ' '))
}

interface MorePage {
  path: Extract<keyof typeof paletteWords, `words./${string}`> extends `words.${infer Path}` ? Path : never
  title: Row
  icon: IconName
  /** The rights that the page's calls require. The staff member must have them in all stores. */
  rights: Right[]
}

/** Pages about the whole shop that are not in the main menu of every staff member. */
const morePages: MorePage[] = [
  { path: '/products/new', title: productPageMessages['products.add'], icon: 'plus', rights: ['catalogue.write'] },
  { path: '/categories', title: officeMessages['office.categories'], icon: 'menu', rights: ['catalogue.write'] },
  { path: '/brands', title: officeMessages['office.brands'], icon: 'crown', rights: ['catalogue.write'] },
  { path: '/tags', title: officeMessages['office.tags'], icon: 'ticket', rights: ['catalogue.write'] },
  { path: '/modifiers', title: productPageMessages['products.modifiers'], icon: 'menu', rights: ['catalogue.write'] },
  { path: '/media', title: productPageMessages['products.media'], icon: 'copy', rights: ['catalogue.see'] },
  {
    path: '/products/paste',
    title: productPageMessages['products.paste'],
    icon: 'copy',
    rights: ['catalogue.write', 'catalogue.price'],
  },
  {
    path: '/products/table',
    title: productPageMessages['products.as_table'],
    icon: 'copy',
    rights: ['catalogue.write'],
  },
  { path: '/import', title: shopPageMessages['shop.import'], icon: 'copy', rights: ['catalogue.import'] },
  { path: '/look', title: shopPageMessages['shop.look'], icon: 'eye', rights: ['shop.write'] },
  { path: '/options', title: shopPageMessages['shop.options'], icon: 'globe', rights: ['shop.write'] },
  { path: '/menus', title: shopPageMessages['shop.menus'], icon: 'menu', rights: ['shop.write'] },
  { path: '/texts', title: officeMessages['office.texts'], icon: 'copy', rights: ['content.write'] },
  { path: '/payment', title: shopPageMessages['shop.payment'], icon: 'wallet', rights: ['payment.setup'] },
  { path: '/taxes', title: shopPageMessages['shop.taxes'], icon: 'card', rights: ['tax.write', 'shop.write'] },
]

/** The pages of a store. */
const storePages = [
  { path: '', title: null, words: wordsOf('words./shop/:location'), icon: 'shop' },
  {
    path: '/days',
    title: shopPageMessages['store.days_off'],
    words: wordsOf('words./shop/:location/days'),
    icon: 'calendar',
  },
  {
    path: '/zones',
    title: shopPageMessages['store.zones'],
    words: wordsOf('words./shop/:location/zones'),
    icon: 'pin',
  },
] as const

/**
 * The pages that the palette offers: the main menu's pages, the pages about the whole shop, and the pages about single
 * stores. Contains only pages that the staff member may open.
 */
export function pageEntries(me: Me, { t, say }: PaletteTexts): Entry[] {
  const page = (path: string, name: Text, icon: IconName, words: string[]): Entry => ({
    ...{ id: `page:${path}`, kind: 'page', icon, title: say(name), to: path },
    words: [...Object.values(name), ...words],
  })
  /** A page of a store. The store's name is part of the title. */
  const atStore = (
    { name }: Me['stores'][number],
    { to, what, icon, words }: { to: string; what: Text; icon: IconName; words: string[] },
  ): Entry => ({
    ...page(to, what, icon, [...words, ...Object.values(name)]),
    title: t('palette.at_store', { what: say(what), store: say(name) }),
  })
  const inMenu = pagesFor(me).map(({ path, title, icon }) =>
    page(path, rowText(officeMessages[title]), icon, hasWords(path) ? wordsOf(`words.${path}`) : []),
  )
  const more = morePages
    .filter(({ rights }) => rights.every((right) => hasRightAt(me, right, null)))
    .map(({ path, title, icon }) => page(path, rowText(title), icon, wordsOf(`words.${path}`)))
  const notices = page('/notices', rowText(officeMessages['office.notices']), 'bell', wordsOf('words./notices'))
  const devices = hasRight(me, 'staff.see')
    ? [page('/devices', rowText(devicePageMessages['device.title']), 'phone', wordsOf('words./devices'))]
    : []
  const tablesName = rowText(shopPageMessages['store.tables'])
  const tables = hasRight(me, 'tables.work') ? [page('/tables', tablesName, 'menu', wordsOf('words./tables'))] : []
  const soldOut = hasRight(me, 'catalogue.soldout')
    ? [page('/sold-out', rowText(officeMessages['office.sold_out']), 'close', wordsOf('words./sold-out'))]
    : []
  const stock = hasRight(me, 'stock.work')
    ? [
        page('/stock', rowText(officeMessages['office.stock']), 'box', wordsOf('words./stock')),
        page('/stock/in', rowText(stockPageMessages['stock.receive']), 'box', wordsOf('words./stock/in')),
        page('/stock/count', rowText(stockPageMessages['stock.count']), 'check', wordsOf('words./stock/count')),
        page('/stock/waste', rowText(stockPageMessages['stock.waste']), 'trash', wordsOf('words./stock/waste')),
        page('/stock/move', rowText(stockPageMessages['stock.move']), 'arrow-right', wordsOf('words./stock/move')),
      ]
    : []
  const ofMenus = more.some(({ to }) => to === '/menus')
    ? menus.map((menu) => page(`/menus/${menu}`, rowText(menuPageMessages[`menus.${menu}`]), 'menu', []))
    : []
  const requests = hasRight(me, 'orders.see')
    ? [
        page('/orders', rowText(orderStateMessages['orders.finished']), 'cart', wordsOf('words./orders')),
        page('/requests', rowText(casePageMessages['requests.title']), 'alert', wordsOf('words./requests')),
      ]
    : []
  const cases = hasRight(me, 'money.see')
    ? [
        page('/expected', rowText(casePageMessages['expected.title']), 'wallet', wordsOf('words./expected')),
        page('/books', rowText(officeMessages['office.books']), 'receipt', wordsOf('words./books')),
        page('/payments', rowText(casePageMessages['cases.title']), 'wallet', wordsOf('words./payments')),
      ]
    : []
  const ofStores = storesWithRight(me, 'store.write').flatMap((store) =>
    storePages.map(({ path, title, words, icon }) => {
      const what = title && rowText(title)
      const to = `/shop/${store.id}${path}`
      return what ? atStore(store, { to, what, icon, words: [...words] }) : page(to, store.name, icon, [...words])
    }),
  )
  const ofMethods = storesWithRight(me, 'store.write').flatMap((store) =>
    timedMethods.map((method) => {
      const to = `/shop/${store.id}/methods/${method.toLowerCase()}`
      return atStore(store, { to, what: rowText(officeMessages[`method.${method}`]), icon: 'clock', words: [] })
    }),
  )
  const ofTables = storesWithRight(me, 'tables.work').map((store) =>
    atStore(store, { to: `/tables/${store.id}`, what: tablesName, icon: 'menu', words: wordsOf('words./tables') }),
  )
  const inMenuToo = new Set(inMenu.map(({ id }) => id))
  const others = [...more, ...tables, ...soldOut, ...stock, ...devices, ...ofStores]
  const last = [...ofTables, ...requests, ...cases, ...ofMenus, ...ofMethods]
  return [...inMenu, notices, ...[...others, ...last].filter(({ id }) => !inMenuToo.has(id))]
}

const hasWords = (path: string): path is '/' | '/products' => `words.${path}` in paletteWords

/** An order as a line in the palette. Leads to the order's page. */
export function orderEntry(order: Order, { t, say, locale, when }: PaletteTexts): Entry {
  const { orderID, orderNumber, pickupCode, contact, method, slot, total, placedAt, location } = order
  const due = [t(`method.${method}`), slot ? [slot.date.slice(5), slot.time].filter(Boolean).join(' ') : when(placedAt)]
  return {
    ...{ id: `order:${orderID}`, kind: 'order', icon: 'cart', to: `/orders/${orderID}` },
    title: t('palette.order', { number: orderNumber }),
    hint: [contact.name, due.filter(Boolean).join(' '), say(location.name), formatMoney(total, locale)]
      .filter(Boolean)
      .join(' · '),
    words: [orderNumber, pickupCode, orderID, contact.name, contact.phone.replace(/\D/g, '')],
  }
}

/**
 * A product as a line in the palette. Leads to the product's form if the staff member may change the product, else to
 * the list of products.
 */
export function productEntry(me: Me, product: OfficeProduct, { t, say, locale }: PaletteTexts): Entry {
  const { name, price, isShown, isSoldOut } = product
  const state = !isShown ? t('palette.hidden') : isSoldOut ? t('palette.sold_out') : ''
  const mayChange = hasRightAt(me, 'catalogue.write', null) || hasRightAt(me, 'catalogue.words', null)
  const others = Object.values(name).filter((one) => one && one !== say(name))
  return {
    ...{ id: `product:${product.product}`, kind: 'product', icon: 'gift', title: say(name) },
    hint: [...others, formatMoney(price, locale), state].filter(Boolean).join(' · '),
    to: mayChange ? `/products/${product.product}` : `/products?name=${encodeURIComponent(say(name))}`,
    words: Object.values(name),
  }
}
