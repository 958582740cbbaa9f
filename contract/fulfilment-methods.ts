/** Goods of one kind share an order. Goods that cross a border travel alone. */
export type Goods = 'local' | 'cross_border'

/** Where goods change hands: at the store, at the shopper's address, or at a table. */
export type Place = 'store' | 'address' | 'table'

/** What sets a fulfilment method apart. Code reads these facts; it never compares the name of a method. */
interface MethodFacts {
  place: Place
  /** When: in a slot that the shopper chooses, as soon as the kitchen is done, or days later by a carrier. */
  time: 'slot' | 'now' | 'days'
  /** The goods that it takes to the shopper: those of the store, or those that cross a border. */
  goods: Goods
  /** Length of an as-soon-as-possible promise, in minutes. */
  promiseMinutes: number
  /** The tips that a bill offers until the owner changes them, in percent. */
  tips: readonly number[]
}

/** The fulfilment methods, in the order in which the checkout offers them after a table. */
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

// The keys of an object literal are exactly its type's keys.
export const methods = Object.keys(fulfilmentMethods) as [Method, ...Method[]]

export const isSlotMethod = (method: Method): method is SlotMethod => fulfilmentMethods[method].time === 'slot'
export const isAddressMethod = (method: Method): method is AddressMethod => goesTo(method, 'address')
// At least one method has slots, and so a time.
export const slotMethods = methods.filter(isSlotMethod) as [SlotMethod, ...SlotMethod[]]
export const timedMethods = methods.filter(
  (method): method is TimedMethod => fulfilmentMethods[method].time !== 'days',
) as [TimedMethod, ...TimedMethod[]]
export const addressMethods = methods.filter(isAddressMethod)

/** A value for each method, made from its facts. */
export const mapMethods = <T>(make: (facts: MethodFacts) => T) =>
  // The keys are those of the table.
  Object.fromEntries(methods.map((method) => [method, make(fulfilmentMethods[method])])) as Record<Method, T>

interface Sold {
  problem?: string | null
  crossBorder?: boolean | undefined
  isMembership?: boolean | undefined
}

/** The kind of the goods of a cart: that of its first line for sale. Memberships are no goods. */
export function goodsOf(lines: Sold[]): Goods {
  const first = lines.find(({ isMembership, problem }) => !isMembership && problem !== 'unavailable')
  return first?.crossBorder ? 'cross_border' : 'local'
}

/** Whether a method takes goods of this kind to the shopper. */
export const carries = (method: Method, goods: Goods) => fulfilmentMethods[method].goods === goods

/** The method that brings goods of this kind to an address. */
export function addressMethodOf(goods: Goods): AddressMethod {
  // Each kind of goods has a method that goes to an address.
  return addressMethods.find((method) => carries(method, goods)) as AddressMethod
}

/** Whether the goods of this method change hands at such a place; false without a method. */
export function goesTo(method: Method | '' | null | undefined, place: Place): boolean {
  return !!method && fulfilmentMethods[method].place === place
}
