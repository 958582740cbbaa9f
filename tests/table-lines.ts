import type { TableLine } from '#contract/office/product-table.ts'

/** A line of the product table, with `price` in cents. */
export const tableLine = (sku: string, price: number, product = sku): TableLine => ({
  product,
  sku,
  price,
  name: { en: product, zh: '' },
  detail: { en: '', zh: '' },
  compareAtPrice: null,
  memberPrice: null,
  deposit: 0,
  barcode: null,
  grams: null,
})
