import type { z } from 'zod'
import type { catalogue } from '#contract/catalogue.ts'
import type { Diet } from '#contract/constants.ts'
import { diets } from '#contract/constants.ts'

/** The filters in a URL. A price is a decimal number with a point, such as `12.50`, or '' for no limit. */
export interface Filters {
  inStock: boolean
  onSale: boolean
  priceFrom: string
  priceTo: string
  diets: Diet[]
  brands: string[]
}

/** The names of the parameters: `?stock=1&sale=1&min=5&max=20&diet=vegan&diet=halal&brand=suzu`. */
export const filterNames = {
  inStock: 'stock',
  onSale: 'sale',
  priceFrom: 'min',
  priceTo: 'max',
  diets: 'diet',
  brands: 'brand',
} as const
const parameterNames = Object.values<string>(filterNames)
const maxBrands = 20

/** Parses the filters in a URL. Invalid values are ignored. */
export function readFilters(query: URLSearchParams): Filters {
  const all = (name: string) => [...new Set(query.getAll(name))]
  return {
    inStock: isOn(query, filterNames.inStock),
    onSale: isOn(query, filterNames.onSale),
    priceFrom: readPrice(query.get(filterNames.priceFrom)),
    priceTo: readPrice(query.get(filterNames.priceTo)),
    diets: diets.filter((diet) => query.getAll(filterNames.diets).includes(diet)),
    brands: all(filterNames.brands)
      .filter((brand) => /^[\p{L}\p{N}._~-]{1,80}$/u.test(brand))
      .slice(0, maxBrands),
  }
}

/** The number of chosen filters. The two limits of the price count as one filter. */
export function countFilters({ inStock, onSale, priceFrom, priceTo, diets, brands }: Filters): number {
  return Number(inStock) + Number(onSale) + Number(Boolean(priceFrom || priceTo)) + diets.length + brands.length
}

/** The filters as input of the API calls. */
export function toFilterInput(filters: Filters): FilterInput {
  const { inStock, onSale, priceFrom, priceTo, diets, brands } = filters
  return {
    ...(inStock && { inStock }),
    ...(onSale && { onSale }),
    ...(priceFrom && { priceFrom }),
    ...(priceTo && { priceTo }),
    ...(diets.length > 0 && { diet: diets.join() }),
    ...(brands.length > 0 && { brands: brands.join() }),
  }
}
type FilterInput = Pick<
  z.input<typeof catalogue.count.input>,
  'inStock' | 'onSale' | 'priceFrom' | 'priceTo' | 'diet' | 'brands'
>

/** A parameter to remove from a URL. If `value` is given, only this value of the parameter is removed. */
export type RemovedParameter = [name: string, value?: string]

/**
 * The URL of the first page of the list, without the filters in `removed`. If `removed` is missing, removes all
 * filters.
 */
export function withoutFilters(query: URLSearchParams, removed?: RemovedParameter[]): string {
  const remaining = new URLSearchParams(query)
  remaining.delete('page')
  for (const [name, value] of removed ?? parameterNames.map((name): RemovedParameter => [name])) {
    if (value === undefined) remaining.delete(name)
    else remaining.delete(name, value)
  }
  return `?${remaining}`
}

/** The query for a submitted form, without empty fields. */
export function toQueryString(form: FormData): string {
  const query = new URLSearchParams()
  for (const [name, value] of form) if (typeof value === 'string' && value.trim() !== '') query.append(name, value)
  return `?${query}`
}

/** All parameters except filters and page number, for the hidden fields of a filter form. */
export function otherParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => name !== 'page' && !parameterNames.includes(name))
}

const isOn = (query: URLSearchParams, name: string) => ['1', 'true', 'in', 'on'].includes(query.get(name) ?? '')

/** Parses a price, which may have a decimal comma (12,50). '' if it is not a price. */
function readPrice(text: string | null): string {
  const price = (text ?? '').trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(price) ? price : ''
}
