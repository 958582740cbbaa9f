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
import { monthDay } from '../notices/notice-texts.ts'
import { dueOf } from '../orders/due.ts'
import type { Candidate } from './scores.ts'
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
  const permitted = me.rights[right] ?? []
  return permitted === 'all' ? me.stores : me.stores.filter(({ id }) => permitted.includes(id))
}

/** The words that people may type for a key of `paletteWords`, in all languages. */
export function termsOf(key: keyof typeof paletteWords): string[] {
  return paletteWords[key].flatMap((words) => words.split(' ')).map((word) => word.replaceAll('_', ' '))
}

interface PageRow {
  path: Extract<keyof typeof paletteWords, `words./${string}`> extends `words.${infer Path}` ? Path : never
  title: Row
  icon: IconName
  /** The rights that the page's calls require. */
  rights: Right[]
}

/**
 * Pages about the whole shop. The palette offers a page to staff members who have its `rights` in all stores, unless
 * their main menu already contains the page.
 */
const shopPages: PageRow[] = [
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

const tablesTitle = shopPageMessages['store.tables']
/** Pages about the work in stores. The staff member must have the rights in at least one store. */
const workPages: PageRow[] = [
  { path: '/tables', title: tablesTitle, icon: 'menu', rights: ['tables.work'] },
  { path: '/sold-out', title: officeMessages['office.sold_out'], icon: 'close', rights: ['catalogue.soldout'] },
  { path: '/stock', title: officeMessages['office.stock'], icon: 'box', rights: ['stock.work'] },
  { path: '/stock/in', title: stockPageMessages['stock.receive'], icon: 'box', rights: ['stock.work'] },
  { path: '/stock/count', title: stockPageMessages['stock.count'], icon: 'check', rights: ['stock.work'] },
  { path: '/stock/waste', title: stockPageMessages['stock.waste'], icon: 'trash', rights: ['stock.work'] },
  { path: '/stock/move', title: stockPageMessages['stock.move'], icon: 'arrow-right', rights: ['stock.work'] },
  { path: '/devices', title: devicePageMessages['device.title'], icon: 'phone', rights: ['staff.see'] },
]

/** Like `workPages`, but listed after the pages of the stores, because staff look for these pages less often. */
const recordPages: PageRow[] = [
  { path: '/orders', title: orderStateMessages['orders.finished'], icon: 'cart', rights: ['orders.see'] },
  { path: '/requests', title: casePageMessages['requests.title'], icon: 'alert', rights: ['orders.see'] },
  { path: '/expected', title: casePageMessages['expected.title'], icon: 'wallet', rights: ['money.see'] },
  { path: '/books', title: officeMessages['office.books'], icon: 'receipt', rights: ['money.see'] },
  { path: '/payments', title: casePageMessages['cases.title'], icon: 'wallet', rights: ['money.see'] },
]

/** The pages of a store. */
const storePages = [
  { path: '', title: null, words: termsOf('words./shop/:location'), icon: 'shop' },
  {
    path: '/days',
    title: shopPageMessages['store.days_off'],
    words: termsOf('words./shop/:location/days'),
    icon: 'calendar',
  },
  {
    path: '/emails',
    title: shopPageMessages['store.emails'],
    words: termsOf('words./shop/:location/emails'),
    icon: 'chat',
  },
  {
    path: '/zones',
    title: shopPageMessages['store.zones'],
    words: termsOf('words./shop/:location/zones'),
    icon: 'pin',
  },
] as const

/**
 * The pages that the palette offers, in the order in which the palette lists pages that match equally well. Contains
 * only pages that the staff member may open.
 */
export function pageEntries(me: Me, texts: PaletteTexts): Entry[] {
  const inAllStores = ({ rights }: PageRow) => rights.every((right) => hasRightAt(me, right, null))
  const inOneStore = ({ rights }: PageRow) => rights.every((right) => hasRight(me, right))
  const toEntry = ({ path, title, icon }: Omit<PageRow, 'rights'>) =>
    pageEntry({ to: path, what: rowText(title), icon, words: termsOf(`words.${path}`) }, texts)
  const menuPages = pagesFor(me).map(({ path, title, icon }) => {
    const words = hasTerms(path) ? termsOf(`words.${path}`) : []
    return pageEntry({ to: path, what: rowText(officeMessages[title]), icon, words }, texts)
  })
  const others = [
    ...shopPages.filter(inAllStores).map(toEntry),
    ...workPages.filter(inOneStore).map(toEntry),
    ...storesWithRight(me, 'store.write').flatMap((store) => storeEntries(store, texts)),
    ...storesWithRight(me, 'tables.work').map((store) => tablesEntry(store, texts)),
    ...recordPages.filter(inOneStore).map(toEntry),
    ...(hasRightAt(me, 'shop.write', null) ? menuEntries(texts) : []),
    ...storesWithRight(me, 'store.write').flatMap((store) => methodEntries(store, texts)),
  ]
  const menuIds = new Set(menuPages.map(({ id }) => id))
  return [
    ...menuPages,
    toEntry({ path: '/notices', title: officeMessages['office.notices'], icon: 'bell' }),
    ...others.filter(({ id }) => !menuIds.has(id)),
  ]
}

interface PageOptions {
  to: string
  what: Text
  icon: IconName
  /** The words that people may type for the page, besides its title. */
  words: string[]
}

function pageEntry({ to, what, icon, words }: PageOptions, { say }: PaletteTexts): Entry {
  return {
    id: `page:${to}`,
    kind: 'page',
    icon,
    title: say(what),
    to,
    words: [...Object.values(what), ...words],
  }
}

type Store = Me['stores'][number]

/** A page about one store. The store's name is part of the title. */
function storeEntry({ name }: Store, { words, ...page }: PageOptions, texts: PaletteTexts): Entry {
  const { t, say } = texts
  return {
    ...pageEntry({ ...page, words: [...words, ...Object.values(name)] }, texts),
    title: t('palette.at_store', { what: say(page.what), store: say(name) }),
  }
}

const storeEntries = (store: Store, texts: PaletteTexts): Entry[] =>
  storePages.map(({ path, title, words, icon }) => {
    const page = { to: `/shop/${store.id}${path}`, icon, words: [...words] }
    if (!title) return pageEntry({ ...page, what: store.name }, texts)
    return storeEntry(store, { ...page, what: rowText(title) }, texts)
  })

const tablesEntry = (store: Store, texts: PaletteTexts): Entry =>
  storeEntry(
    store,
    { to: `/tables/${store.id}`, what: rowText(tablesTitle), icon: 'menu', words: termsOf('words./tables') },
    texts,
  )

/** The pages of the fulfilment methods of a store. */
const methodEntries = (store: Store, texts: PaletteTexts): Entry[] =>
  timedMethods.map((method) => {
    const to = `/shop/${store.id}/methods/${method.toLowerCase()}`
    return storeEntry(store, { to, what: rowText(officeMessages[`method.${method}`]), icon: 'clock', words: [] }, texts)
  })

/** The pages of the shop's menus. */
const menuEntries = (texts: PaletteTexts): Entry[] =>
  menus.map((menu) => {
    const what = rowText(menuPageMessages[`menus.${menu}`])
    return pageEntry({ to: `/menus/${menu}`, what, icon: 'menu', words: [] }, texts)
  })

const hasTerms = (path: string): path is '/' | '/products' => `words.${path}` in paletteWords

/** An order as a line in the palette. Leads to the order's page. */
export function orderEntry(order: Order, { t, say, locale, when }: PaletteTexts): Entry {
  const { orderID, orderNumber, pickupCode, contact, method, total, placedAt, location } = order
  const dueAt = dueOf(order)
  const due = [
    t(`method.${method}`),
    dueAt ? [monthDay(dueAt.date, locale), dueAt.time].filter(Boolean).join(' ') : when(placedAt),
  ]
  return {
    id: `order:${orderID}`,
    kind: 'order',
    icon: 'cart',
    to: `/orders/${orderID}`,
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
  const soldOut = isSoldOut ? t('palette.sold_out') : ''
  const state = isShown ? soldOut : t('palette.hidden')
  const mayChange = hasRightAt(me, 'catalogue.write', null) || hasRightAt(me, 'catalogue.words', null)
  const others = Object.values(name).filter((one) => one && one !== say(name))
  return {
    id: `product:${product.product}`,
    kind: 'product',
    icon: 'gift',
    title: say(name),
    hint: [...others, formatMoney(price, locale), state].filter(Boolean).join(' · '),
    to: mayChange ? `/products/${product.product}` : `/products?name=${encodeURIComponent(say(name))}`,
    words: Object.values(name),
  }
}
