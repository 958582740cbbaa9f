import { expect, test } from 'vitest'
import type { OfficeVariant } from '#contract/office/product-fields.ts'
import { officeProductInput } from '#contract/office/product-fields.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import { changedFields } from './changed-fields.ts'
import { emptyProduct, linkNames, readProduct, toFormErrors } from './form.ts'
import { optionRows, pictureRows, variantRows } from './lists.ts'

const named = (en: string) => ({ en, zh: '' })
const many = <Thing>(count: number, make: (at: number) => Thing) => Array.from({ length: count }, (_, at) => make(at))

const size = { id: 'size', name: named('Size'), values: many(250, (at) => ({ id: `s${at}`, name: named(`S ${at}`) })) }
const variantOf = (at: number): OfficeVariant => ({
  sku: `bun.${at}`,
  optionPair: `size:s${at}`,
  price: 1000 + at,
  compareAtPrice: null,
  memberPrice: null,
  deposit: 0,
  taxClass: null,
  barcode: null,
  grams: null,
  isActive: true,
})
/** An imported product. Its texts and lists exceed the limits for products that staff save with the form. */
const stored: OfficeProductDetail = {
  ...emptyProduct('CAD', 'prepared'),
  ...{ taxClass: 'prepared', product: 'bun', version: '2026-11-20T17:00:00.000Z', publishedAt: '2026-11-20T17:00:00Z' },
  name: named('Red bean bun '.repeat(20).trim()),
  description: { en: 'Warm.\n'.repeat(1000), zh: '' },
  images: many(25, (at) => ({ alt: named(''), src: `/media/${at}`, width: 8, height: 6, widths: [8] })),
  options: [size],
  variants: [...many(250, variantOf), { ...variantOf(300), isActive: false }],
  categories: many(60, (at) => `category-${at}`),
  tags: many(120, (at) => `tag-${at}`),
  measure: { unit: 'g', amount: 80 },
}

/** The form of the stored product after a staff member changed some of its fields. */
function formOf(changed: Record<string, string>): FormData {
  const form = new FormData()
  const rows = (entries: { key: string; row: object }[]) =>
    JSON.stringify({
      order: entries.map(({ key }) => key),
      rows: Object.fromEntries(entries.map((e) => [e.key, e.row])),
    })
  const { version, name, description, taxClass, measure, categories, tags, currency } = stored
  const values: Record<string, string> = {
    version,
    currency,
    taxClass,
    isShown: 'on',
    soldBy: 'piece',
    category: categories[0] ?? '',
    name_en: name.en,
    description_en: description.en.replaceAll('\n', '\r\n'),
    measure: String(measure?.amount),
    unit: measure?.unit ?? '',
    images: rows(pictureRows(stored)),
    options: rows(optionRows(stored)),
    variants: rows(variantRows(stored)),
    // The page sorts categories and tags, so the form does not submit them in the stored order.
    ...Object.fromEntries(
      categories
        .slice(1)
        .map((id) => [linkNames.categories + id, 'on'])
        .reverse(),
    ),
    ...Object.fromEntries(tags.map((id) => [linkNames.tags + id, 'on']).reverse()),
    ...changed,
  }
  for (const [field, value] of Object.entries(values)) form.set(field, value)
  return form
}
const read = async (changed: Record<string, string>) => readProduct(formOf(changed), stored.product)

test('a form sends only the fields that it changed, so that any imported product can be saved', async () => {
  const { product, version } = stored
  expect(changedFields(await read({}), stored)).toMatchObject({ product, version })
  const { newCategory: _, ...written } = changedFields(await read({ summary_en: 'Warm' }), stored)
  expect(written).toEqual({ product, version, summary: named('Warm') })
  const whole = await read({ summary_en: 'Warm' })
  for (const field of ['name', 'description', 'options', 'variants', 'categories', 'tags'] as const) {
    expect([field, officeProductInput.shape[field].safeParse(whole[field]).success]).toEqual([field, false])
  }
})

test('a form sends a list or text whole if any part of it changed', async () => {
  const [first, second] = variantRows(stored)
  if (!first || !second) throw new Error('there are no variants')
  const dearer = { order: [first.key], rows: { [first.key]: { ...first.row, price: '12.00' } } }
  const changed = changedFields(
    await read({ variants: JSON.stringify(dearer), category: 'category-2', name_zh: '红豆包', measure: '90' }),
    stored,
  )
  expect(changed.variants).toEqual([{ ...variantOf(0), price: 1200 }])
  expect(changed.categories?.[0]).toBe('category-2')
  expect(changed).toMatchObject({ name: { en: stored.name.en, zh: '红豆包' }, measure: { amount: 90, unit: 'g' } })
  expect(changed).not.toHaveProperty('images')
})

test('a form sends all its fields if the product has changed since', async () => {
  const written = await read({})
  expect(changedFields(written, { ...stored, version: '2026-11-21T17:00:00.000Z' })).toEqual(written)
})

test('an error of the call names the field of the form', () => {
  const fieldOf = (field: string) => {
    const [error] = toFormErrors(formOf({}), [{ code: 'input.invalid', message: 'Wrong', field }])
    return error?.field?.split('\t')
  }
  expect(fieldOf('options.0.name')).toEqual(['options', 'size', 'name'])
  expect(fieldOf('options.0.values.1.name')).toEqual(['options', 'size:s1', 'name'])
  expect(fieldOf('options.0.values')).toEqual(['options', 'size', 'name'])
  expect(fieldOf('variants.3.price')).toEqual(['variants', 'bun.3', 'price'])
  for (const field of ['variants', 'grams']) expect(fieldOf(field)).toEqual([field])
  expect(fieldOf('windows.0')).toEqual(['windows'])
})
