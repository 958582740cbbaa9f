/** What sets a fulfilment method apart. Code reads these facts; it never compares the name of a method. */
interface MethodFacts {
  /** Where the goods change hands: at the store, at the shopper's address, or at a table. */
  place: 'store' | 'address' | 'table'
  /** When: in a slot that the shopper chooses, or as soon as the kitchen is done. */
  time: 'slot' | 'now'
  /** Length of an as-soon-as-possible promise, in minutes. */
  promiseMinutes: number
  /** The tips that a bill offers until the owner changes them, in percent. */
  tips: readonly number[]
}

/** The fulfilment methods, in the order in which the checkout offers them after a table. */
export const fulfilmentMethods = {
  PICKUP: { place: 'store', time: 'slot', promiseMinutes: 10, tips: [10, 15] },
  DELIVERY: { place: 'address', time: 'slot', promiseMinutes: 30, tips: [10, 15, 18] },
  EAT_IN: { place: 'table', time: 'now', promiseMinutes: 10, tips: [15, 18, 20] },
} as const satisfies Record<string, MethodFacts>

type Table = typeof fulfilmentMethods
export type Method = keyof Table
type With<Facts> = { [M in Method]: Table[M] extends Facts ? M : never }[Method]
/** A method whose time the shopper chooses. */
export type SlotMethod = With<{ time: 'slot' }>
/** A method that brings the goods to an address. */
export type AddressMethod = With<{ place: 'address' }>

// The keys of an object literal are exactly its type's keys.
export const methods = Object.keys(fulfilmentMethods) as [Method, ...Method[]]

export const isSlotMethod = (method: Method): method is SlotMethod => fulfilmentMethods[method].time === 'slot'
export const isAddressMethod = (method: Method): method is AddressMethod => goesTo(method, 'address')
// At least one method has slots.
export const slotMethods = methods.filter(isSlotMethod) as [SlotMethod, ...SlotMethod[]]
export const addressMethods = methods.filter(isAddressMethod)

/** A value for each method, made from its facts. */
export const mapMethods = <T>(make: (facts: MethodFacts) => T) =>
  // The keys are those of the table.
  Object.fromEntries(methods.map((method) => [method, make(fulfilmentMethods[method])])) as Record<Method, T>

/** Whether the goods of this method change hands at such a place; false without a method. */
export function goesTo(method: Method | '' | null | undefined, place: MethodFacts['place']): boolean {
  return !!method && fulfilmentMethods[method].place === place
}
