import type { LoaderFunctionArgs } from 'react-router'
import { api } from '../core/api.ts'
import type { ShownProduct } from './form.ts'
import { copyOf, emptyProduct } from './form.ts'

/**
 * Loads a product, and the categories, tags and other things that staff can choose for it. For `new`, the product is
 * empty or a copy of another one.
 */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = params.product ?? ''
  const from = new URL(request.url).searchParams.get('from')
  const isNew = id === 'new'
  const loadProduct = (): Promise<ShownProduct> => (isNew ? newProduct(from) : storedProduct(id))
  const [{ categories }, choices, product] = await Promise.all([
    api.staff.categories(),
    api.staff.productChoices(),
    loadProduct(),
  ])
  return { product, categories, choices, isNew }
}

async function storedProduct(id: string): Promise<ShownProduct> {
  const product = await api.staff.product({ product: id })
  const pieces = product.stock.map(({ location, quantity }) => [location, quantity])
  return { ...product, unversioned: JSON.stringify(pieces) }
}

/** A copy of a product, or an empty one with the tax class of the most recently changed product. */
async function newProduct(from: string | null): Promise<ShownProduct> {
  if (from) return copyOf(await api.staff.product({ product: from }))
  const [{ products }, { baseCurrency }] = await Promise.all([
    api.staff.products({ limit: 1 }),
    api.staff.exchangeRates(),
  ])
  const newestProduct = products[0] && (await api.staff.product({ product: products[0].product }))
  return emptyProduct(baseCurrency, newestProduct?.taxClass ?? null)
}
