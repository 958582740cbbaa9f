import { eq } from 'drizzle-orm'
import type { CategoryTree } from '#contract/catalogue.ts'
import { allCategories } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { locales, perLocale } from '#contract/languages.ts'
import type { Suggestions } from '#contract/search.ts'
import type { Text } from '#contract/shapes.ts'
import * as catalogue from '#server/catalogue/catalogue.ts'
import type { Context } from '#server/platform/context.ts'
import { memoize } from '#server/platform/memo.ts'
import { settings } from './content.ts'
import { pages } from './tables.ts'

const maxProducts = 6
const maxCategories = 3
const maxPages = 2
const maxTerms = 10
const maxTermLength = 40
const popularProducts = 4

/** Suggestions while the visitor types: the first products of the search, and matching categories and pages. */
export async function suggest(ctx: Context, { term }: { term: string }): Promise<Suggestions> {
  const [found, findMarks, tree, titles] = await Promise.all([
    catalogue.search(ctx, { term, numberToLoad: maxProducts, startingPosition: 0 }),
    catalogue.createMatcher(ctx, term),
    visibleCategories(ctx),
    pageTitles(ctx),
  ])
  const matching = (places: NamedTarget[], max: number) =>
    places
      .flatMap(({ id, name }) => {
        const marks = findMarks(name)
        return marks ? [{ id, name, marks }] : []
      })
      .slice(0, max)
  return {
    products: found.products.map(({ id, name, image, price, priceTo, availability }) => ({
      id,
      name,
      image,
      price,
      priceTo,
      isOut: availability === 'out',
      marks: found.marks[id] ?? perLocale(() => []),
    })),
    categories: matching(tree, maxCategories),
    pages: matching(titles, maxPages),
    corrected: found.corrected,
  }
}

/**
 * For each language, the search terms to suggest: the owner's popular terms, or the names of categories if the owner
 * set none. Leaves out terms without results. Also returns the best-selling products.
 */
export async function popular(ctx: Context) {
  const shopSettings = await settings(ctx)
  const findableTerms = async (locale: Locale) => {
    const ownerTerms = (shopSettings.labels['store.popular_terms']?.[locale] ?? '')
      .split(/[,，、]/)
      .map((term) => term.trim().slice(0, maxTermLength))
      .filter(Boolean)
    const all = ownerTerms.length > 0 ? ownerTerms : (await visibleCategories(ctx)).map(({ name }) => name[locale])
    const terms = all.slice(0, maxTerms)
    const counts = await Promise.all(terms.map((term) => catalogue.searchCount(ctx, { term, upTo: 1 })))
    return terms.filter((_, index) => (counts[index]?.count ?? 0) > 0)
  }
  const [found, { products }] = await Promise.all([
    Promise.all(locales.map(findableTerms)),
    catalogue.list(ctx, { sortby: 'best_selling', numberToLoad: popularProducts, startingPosition: 0 }),
  ])
  return { terms: perLocale((locale) => found[locales.indexOf(locale)] ?? []), products }
}

interface NamedTarget {
  id: string
  name: Text
}

/** Categories with products. Cached, because counting products at every key press costs too much. */
const visibleCategories = memoize<NamedTarget[]>(async (ctx) => {
  const { categories } = await catalogue.categories(ctx, { id: allCategories })
  const flatten = (tree: CategoryTree[]): CategoryTree[] =>
    tree.flatMap((category) => [category, ...flatten(category.children)])
  return flatten(categories)
    .filter(({ productCount }) => productCount > 0)
    .map(({ id, name }) => ({ id, name }))
})

const pageTitles = memoize<NamedTarget[]>((ctx) =>
  ctx.db.select({ id: pages.name, name: pages.title }).from(pages).where(eq(pages.published, true)).orderBy(pages.name),
)
