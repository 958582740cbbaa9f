import { expect, test } from 'vitest'
import { renderOfficePage } from '#tests/office-page.tsx'
import type { ShownProduct } from './form.ts'
import { emptyProduct } from './form.ts'
import { State } from './state.tsx'

const stored: ShownProduct = { ...emptyProduct('CAD', null), name: { en: 'T-shirt', zh: '上衣' }, version: '1' }
const stock = [{ location: 'markham', name: { en: 'Markham', zh: '万锦店' }, quantity: 4, held: 0 }]
const render = (product: ShownProduct) =>
  renderOfficePage({
    Component: () => <State product={product} errors={undefined} />,
    data: null,
    rights: { 'stock.work': 'all' },
  })

test('the stock of a stored product can be counted, whether it has one size or several', () => {
  for (const product of [stored, { ...stored, stock }, { ...stored, isCounted: true }]) {
    expect(render(product)).toContain('name="isCounted"')
  }
  expect(render(emptyProduct('CAD', null))).not.toContain('name="isCounted"')
})

test('several sizes start with no pieces, and are then counted on the page of the stock', () => {
  expect(render(stored)).toContain('Each size starts with 0 pieces')
  expect(render({ ...stored, isCounted: true })).toContain('href="/stock?find=T-shirt"')
  expect(render({ ...stored, isCounted: true, stock })).not.toContain('href="/stock')
})
