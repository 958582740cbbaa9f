import { isRecord } from '#contract/object-keys.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import { readVariant } from './form.ts'
import { variantRows, windowRows, windowsIn } from './lists.ts'

/**
 * The lists whose order does not count as a change. The number says how many values at the start of the list must keep
 * their place.
 */
const keptPlaces: Record<string, number> = { categories: 1, tags: 0, modifierGroups: 0, diet: 0, allergens: 0 }

/**
 * Removes the fields that equal the stored fields, because the server keeps every field that a call omits. So staff can
 * also save an imported product whose texts or lists exceed the limits for staff. `stored` must be the current product.
 * If its version differs from the form's version, returns all fields, and the server rejects them.
 */
export function changedFields<Written extends { product: string; version: string }>(
  written: Written,
  stored: OfficeProductDetail,
): Pick<Written, 'product' | 'version'> & Partial<Written> {
  const { product, version } = written
  if (stored.version !== version) return written
  const unchanged: Record<string, unknown> = {
    ...stored,
    // `stored.variants` can also contain inactive variants that have no row in the form. `variantRows` leaves them out.
    variants: variantRows(stored).map((entry) => readVariant(entry, stored.currency)),
    windows: windowsIn(windowRows(stored)),
  }
  const changed = Object.entries(written).filter(
    ([name, value]) => comparable(name, value) !== comparable(name, unchanged[name]),
  )
  // The entries are fields of `written` with their values, so the cast is safe.
  return { ...(Object.fromEntries(changed) as Partial<Written>), product, version }
}

/**
 * Converts a field's value to JSON for a comparison. Values that mean the same get the same JSON. For example, a text
 * that is empty in all languages gets the JSON of null.
 */
function comparable(name: string, value: unknown): string | undefined {
  const kept = keptPlaces[name]
  const sorted =
    Array.isArray(value) && kept !== undefined ? [...value.slice(0, kept), ...value.slice(kept).sort()] : value
  const isEmpty = isRecord(sorted) && Object.values(sorted).every((text) => text === '')
  return JSON.stringify(isEmpty ? null : sorted, (_, one: unknown) => {
    // Browsers submit line breaks as `\r\n`, even if the stored text has `\n`.
    if (typeof one === 'string') return one.replaceAll('\r\n', '\n')
    return isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one
  })
}
