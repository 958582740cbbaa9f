import { fromKeys, keysOf } from './object-keys.ts'

/** The kinds of goods. An order holds goods of one kind only, so goods that cross a border have orders of their own. */
export type Goods = 'local' | 'cross_border'

/** Where goods change hands: at the store, at the shopper's address, or at a table. */
export type Place = 'store' | 'address' | 'table'

/** The properties of a fulfilment method. Code must use these properties instead of comparing a method's name. */
interface MethodFacts {
  place: Place
  /**
   * When the goods change hands: in a slot that the shopper chooses, as soon as the kitchen is done, or days later by a
   * carrier.
   */
  time: 'slot' | 'now' | 'days'
  /** The kind of goods that the method is for: the store's goods, or goods that cross a border. */
  goods: Goods
  /** Length of the promised window of an as-soon-as-possible order, in minutes. */
  promiseMinutes: number
  /** The tips, in percent, that a bill offers until the owner changes them. */
  tips: readonly number[]
}

/**
 * The fulfilment methods, in the order in which the checkout offers them. The checkout offers methods at a table only
 * to guests at a table, and lists them first.
 */
export const fulfilmentMethods = {
  PICKUP: { place: 'store', time: 'slot', goods: 'local', promiseMinutes: 10, tips: [10, 15] },
  DELIVERY: { place: 'address', time: 'slot', goods: 'local', promiseMinutes: 30, tips: [10, 15, 18] },
  EAT_IN: { place: 'table', time: 'now', goods: 'local', promiseMinutes: 10, tips: [15, 18, 20] },
  SHIPPING: { place: 'address', time: 'days', goods: 'cross_border', promiseMinutes: 0, tips: [] },
} as const satisfies Record<string, MethodFacts>

type Table = typeof fulfilmentMethods
export type Method = keyof Table
type With<Facts> = { [M in Method]: Table[M] extends Facts ? M : never }[Method]
/** A method whose time the shopper chooses. */
export type SlotMethod = With<{ time: 'slot' }>
/** A method whose time follows the store's hours: in a slot, or while the kitchen is open. */
export type TimedMethod = With<{ time: 'slot' | 'now' }>
/** A method that brings the goods to an address. */
export type AddressMethod = With<{ place: 'address' }>

export const methods = keysOf(fulfilmentMethods)

export const isSlotMethod = (method: Method): method is SlotMethod => fulfilmentMethods[method].time === 'slot'
export const isAddressMethod = (method: Method): method is AddressMethod => goesTo(method, 'address')
// The casts are safe: at least one method has slots, so neither list is empty.
export const slotMethods = methods.filter(isSlotMethod) as [SlotMethod, ...SlotMethod[]]
export const timedMethods = methods.filter(
  (method): method is TimedMethod => fulfilmentMethods[method].time !== 'days',
) as [TimedMethod, ...TimedMethod[]]
export const addressMethods = methods.filter(isAddressMethod)

/** Creates a value for each method from the method's properties. */
export const mapMethods = <T>(make: (facts: MethodFacts) => T) =>
  fromKeys(methods, (method) => make(fulfilmentMethods[method]))

interface SoldLine {
  problem?: string | null
  crossBorder?: boolean | undefined
  isMembership?: boolean | undefined
}

/**
 * The kind of goods in a cart, according to the first line that is not `unavailable`. Ignores memberships, which are
 * not goods. Returns `local` for a cart without goods.
 */
export function goodsOf(lines: SoldLine[]): Goods {
  const first = lines.find(({ isMembership, problem }) => !isMembership && problem !== 'unavailable')
  return first?.crossBorder ? 'cross_border' : 'local'
}

/** Whether a method is for goods of this kind. */
export const carriesGoods = (method: Method, goods: Goods) => fulfilmentMethods[method].goods === goods

/** The method that brings goods of this kind to an address. */
export function addressMethodOf(goods: Goods): AddressMethod {
  // The cast is safe, because each kind of goods has a method that brings it to an address.
  return addressMethods.find((method) => carriesGoods(method, goods)) as AddressMethod
}

/** The kind of place where the goods of this method change hands. */
export const placeOf = (method: Method): Place => fulfilmentMethods[method].place

/** Whether orders with this method are handed over at this kind of place; false without a method. */
export function goesTo(method: Method | '' | null | undefined, place: Place): boolean {
  return !!method && fulfilmentMethods[method].place === place
}
