import { eq } from 'drizzle-orm'
import type { CategoryTree } from '#contract/catalogue.ts'
import { allCategories } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { inEach, locales } from '#contract/languages.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Text } from '#contract/shapes.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { memoize } from '#server/platform/memo.ts'
import { settings } from './content.ts'
import { pages } from './tables.ts'

const mostProducts = 6
const mostCategories = 3
const mostPages = 2
const mostTerms = 10
const longestTerm = 40
const popularProducts = 4

/** Suggestions while the visitor types: the first products of the search, and matching categories and pages. */
export async function suggest(ctx: Context, { term }: { term: string }): Promise<Suggestions> {
  const [found, fits, tree, titles] = await Promise.all([
    catalogue.search(ctx, { term, numberToLoad: mostProducts, startingPosition: 0 }),
    catalogue.matcherOf(ctx, term),
    shownCategories(ctx),
    pageTitles(ctx),
  ])
  const fitting = (places: Place[], most: number) =>
    places
      .flatMap(({ id, name }) => {
        const marks = fits(name)
        return marks ? [{ id, name, marks }] : []
      })
      .slice(0, most)
  return {
    products: found.products.map(({ id, name, image, price, priceTo, availability }) => ({
      id,
      name,
      image,
      price,
      priceTo,
      isOut: availability === 'out',
      marks: found.marks[id] ?? inEach(() => []),
    })),
    categories: fitting(tree, mostCategories),
    pages: fitting(titles, mostPages),
    corrected: found.corrected,
  }
}

/**
 * For each language, the search terms to suggest: the owner's popular terms, or the names of categories if the owner
 * set none. Leaves out terms without results. Also returns the best-selling products.
 */
export async function popular(ctx: Context) {
  const ours = await settings(ctx)
  const findable = async (locale: Locale) => {
    const own = (ours.labels['store.popular_terms']?.[locale] ?? '')
      .split(/[,，、]/)
      .map((term) => term.trim().slice(0, longestTerm))
      .filter(Boolean)
    const all = own.length > 0 ? own : (await shownCategories(ctx)).map(({ name }) => name[locale])
    const terms = all.slice(0, mostTerms)
    const counts = await Promise.all(terms.map((term) => catalogue.searchCount(ctx, { term, upTo: 1 })))
    return terms.filter((_, at) => (counts[at]?.count ?? 0) > 0)
  }
  const [found, { products }] = await Promise.all([
    Promise.all(locales.map(findable)),
    catalogue.list(ctx, { sortby: 'best_selling', numberToLoad: popularProducts, startingPosition: 0 }),
  ])
  return { terms: inEach((locale) => found[locales.indexOf(locale)] ?? []), products }
}

interface Place {
  id: string
  name: Text
}

/** Categories with products. Cached, because counting products at every key press costs too much. */
const shownCategories = memoize<Place[]>(async (ctx) => {
  const { categories } = await catalogue.categories(ctx, { id: allCategories })
  const flatten = (tree: CategoryTree[]): CategoryTree[] => tree.flatMap((one) => [one, ...flatten(one.children)])
  return flatten(categories)
    .filter(({ productCount }) => productCount > 0)
    .map(({ id, name }) => ({ id, name }))
})

const pageTitles = memoize<Place[]>((ctx) =>
  ctx.db.select({ id: pages.name, name: pages.title }).from(pages).where(eq(pages.published, true)).orderBy(pages.name),
)
