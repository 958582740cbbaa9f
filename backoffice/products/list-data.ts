import { locales } from '#contract/languages.ts'
import { api } from '../core/api.ts'
import { hasRightAt } from '../core/me.ts'

const pageSize = 50
/** The highest count that the list shows exactly. The server stops at 10,001, and the list then shows "10,000+". */
export const maxCounted = 10_000
export const states = ['shown', 'scheduled', 'hidden', 'sold_out', 'archived'] as const
const nameGaps = locales.map((locale) => `name_${locale}` as const)
export const gaps = [...nameGaps, 'description', 'picture', 'category'] as const
export const sorts = ['changed', 'name', 'price', 'dearest'] as const

const optionOf = <Choice extends string>(all: readonly Choice[], text: string | null) => all.find((one) => one === text)

/** The filter that the list's URL contains. */
export function filterIn(query: URLSearchParams) {
  const state = optionOf(states, query.get('state'))
  const gap = optionOf(gaps, query.get('gap'))
  const category = query.get('category')
  return {
    name: query.get('name') ?? '',
    ...(state && { state }),
    ...(gap && { gap }),
    ...(category && { category }),
  }
}

/** The sort order that the list's URL contains; `changed` by default. */
export const sortIn = (query: URLSearchParams) => optionOf(sorts, query.get('sort')) ?? 'changed'

/** Loads a page of the products that match the search and the filters in the URL. */
export async function loader({ request }: { request: Request }) {
  const query = new URL(request.url).searchParams
  const filter = filterIn(query)
  const { me } = await api.people.status()
  const mayChange = me !== null && hasRightAt(me, 'catalogue.write', null)
  const [list, { categories }, { tags }, { baseCurrency }, { changes }] = await Promise.all([
    api.staff.products({
      ...filter,
      sort: sortIn(query),
      after: query.get('after') ?? '',
      limit: pageSize,
    }),
    api.staff.categories(),
    api.staff.productChoices(),
    api.staff.exchangeRates(),
    mayChange ? api.staff.productChanges() : { changes: [] },
  ])
  const isOnlyPage = !query.has('after') && list.next === null
  const count = isOnlyPage ? list.products.length : countProducts(filter)
  return { ...list, count, filter, categories, tags, currency: baseCurrency, changes, mayChange }
}

/**
 * Returns how many products match. Returns null if the count cannot be loaded. The page shows its list without waiting
 * for the count.
 */
async function countProducts(filter: ReturnType<typeof filterIn>): Promise<number | null> {
  return api.staff.productCount(filter).then(
    ({ count }) => count,
    () => null,
  )
}
