/**
 * Typed access to objects by key. A lookup table is an object literal, so it has exactly the keys that its type names.
 */

type KeyOf<Table> = Extract<keyof Table, string>
type Keys<Table> = {} extends Table ? KeyOf<Table>[] : [KeyOf<Table>, ...KeyOf<Table>[]]

/**
 * The keys of a lookup table, in the table's order. The type of the result says that it has at least one key, unless
 * all keys of the table are optional.
 */
export function keysOf<Table extends object>(table: Table): Keys<Table> {
  // The cast is safe, because the keys of an object literal are exactly its type's keys.
  return Object.keys(table) as Keys<Table>
}

/** Whether a lookup table has an entry of this key; false for inherited names, such as `toString`. */
export function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is KeyOf<Table> {
  return Object.hasOwn(table, key)
}

/** Creates an object with a value for each key. */
export function fromKeys<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value> {
  // The cast is safe, because each key gets a value here.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>
}

/** Whether a value is an object other than an array. Its fields can then be read by any name. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a list contains a value. */
export function isOneOf<Value>(list: readonly Value[], value: unknown): value is Value {
  return list.some((one) => one === value)
}
