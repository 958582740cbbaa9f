import { isOneOf, keysOf } from './object-keys.ts'

/** The rights of staff. The shop's staff secret grants all of them. */
export const rights = [
  'orders.see',
  'orders.run',
  'orders.work',
  'orders.cancel',
  'money.see',
  'money.refund',
  'money.settle',
  'tables.work',
  'stock.work',
  'catalogue.see',
  'catalogue.soldout',
  'catalogue.words',
  'catalogue.write',
  'catalogue.price',
  'catalogue.import',
  'groups.see',
  'groups.handout',
  'groups.write',
  'offers.write',
  'customers.find',
  'credit.give',
  'identity.decide',
  'messages.answer',
  'content.write',
  'reports.see',
  'store.pause',
  'store.write',
  'shop.write',
  'tax.write',
  'payment.setup',
  'health.see',
  'staff.see',
  'staff.write',
  'log.see',
] as const
export type Right = (typeof rights)[number]

/**
 * How a staff call determines its store. For `location`, the input names the store. For `order`, `campaign` and
 * `payment`, the input names a record that belongs to the store. `shop` covers all stores, so the caller needs the
 * right for all of them. `mine` returns only data of the caller's stores. `self` concerns only the caller.
 */
export type Place = 'order' | 'campaign' | 'payment' | 'location' | 'shop' | 'mine' | 'self'

const ownerOnly: readonly Right[] = ['shop.write', 'tax.write', 'payment.setup']

/** The roles of staff, each a set of rights. A staff member has a role in one store or in all. */
export const roles = {
  owner: rights,
  manager: rights.filter((right) => !ownerOnly.includes(right)),
  cashier: [
    'orders.see',
    'orders.work',
    'orders.run',
    'orders.cancel',
    'money.refund',
    'tables.work',
    'stock.work',
    'catalogue.see',
    'catalogue.soldout',
    'groups.handout',
    'customers.find',
    'messages.answer',
    'store.pause',
  ],
  kitchen: ['orders.see', 'orders.work', 'catalogue.soldout'],
  packer: ['orders.see', 'stock.work', 'groups.handout'],
  driver: ['orders.run'],
  content: ['catalogue.see', 'catalogue.words', 'content.write'],
  organiser: ['groups.see', 'groups.handout', 'catalogue.see'],
  bookkeeper: ['orders.see', 'money.see', 'groups.see', 'reports.see', 'log.see'],
} as const satisfies Record<string, readonly Right[]>
export type Role = keyof typeof roles
export const roleNames = keysOf(roles)

/** A role of a staff member, in one store or in all (`null`). */
export interface RoleAt {
  role: Role
  location: string | null
  /** If set, the role gives only these rights. Set for roles on a counter device. */
  only?: readonly Right[]
}

/** Maps each purpose of a counter device to the rights that staff need for it. */
export const screenRights = {
  orders: [
    'orders.see',
    'orders.work',
    'orders.run',
    'orders.cancel',
    'money.refund',
    'messages.answer',
    'catalogue.soldout',
  ],
  handover: ['orders.see', 'orders.work', 'orders.run', 'groups.handout'],
  stock: ['catalogue.see', 'catalogue.soldout', 'stock.work'],
  tables: ['tables.work'],
  pause: ['store.pause'],
} as const satisfies Record<string, readonly Right[]>
export type DeviceScreen = keyof typeof screenRights
export const deviceScreens = keysOf(screenRights)

/** A staff member's roles on a counter device of a store, limited to the rights that the device's screens need. */
export function rolesOnDevice(
  granted: readonly RoleAt[],
  location: string,
  screens: readonly DeviceScreen[],
): RoleAt[] {
  const only = screens.flatMap((screen) => screenRights[screen])
  return granted
    .filter((role) => role.location === null || role.location === location)
    .map(({ role }) => ({ role, location, only }))
}

/**
 * Whether a right requires the staff member's PIN on a counter device. All rights about money do. So does
 * `orders.cancel`, because a cancellation refunds money.
 */
export const requiresPin = (right: Right): boolean => right.startsWith('money.') || right === 'orders.cancel'

/** The stores in which these roles give the right; `'all'` if they give it in every store of the shop. */
export function storesWith(granted: readonly RoleAt[], right: Right): 'all' | string[] {
  const matchingRoles = granted.filter(
    ({ role, only }) => isOneOf<Right>(roles[role], right) && (only?.includes(right) ?? true),
  )
  if (matchingRoles.some(({ location }) => location === null)) return 'all'
  return [...new Set(matchingRoles.flatMap(({ location }) => location ?? []))]
}

/** Rights for calls that concern the whole shop. A role in one store does not give these rights. */
export const wholeShopRights: readonly Right[] = [
  'catalogue.words',
  'catalogue.write',
  'catalogue.price',
  'catalogue.import',
  'offers.write',
  'customers.find',
  'credit.give',
  'identity.decide',
  'content.write',
  'reports.see',
  'shop.write',
  'tax.write',
  'payment.setup',
  'health.see',
]

/**
 * The rights that these roles give, each with its stores. A right in `wholeShopRights` is included only if a role gives
 * it in all stores.
 */
export function grantedRights(granted: readonly RoleAt[]): { right: Right; stores: 'all' | string[] }[] {
  return rights
    .map((right) => ({ right, stores: storesWith(granted, right) }))
    .filter(({ right, stores }) => stores === 'all' || (stores.length > 0 && !wholeShopRights.includes(right)))
}

/** Whether these roles give a right at a store, or in every store if `location` is null. */
export function mayAt(granted: readonly RoleAt[], right: Right, location: string | null): boolean {
  const stores = storesWith(granted, right)
  return stores === 'all' || (location !== null && stores.includes(location))
}

/** Groups of rights that require a second sign-in step: they concern payments, identities of members, and staff. */
const protectedGroups: readonly string[] = ['money', 'identity', 'staff']

/** Whether these roles require a second sign-in step, because they give a right of a protected group. */
export const needsSecondStep = (granted: readonly RoleAt[]): boolean =>
  grantedRights(granted).some(({ right }) => protectedGroups.includes(right.split('.')[0] ?? ''))
