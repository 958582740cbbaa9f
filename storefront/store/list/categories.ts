import type { CategoryTree } from '#contract/catalogue.ts'

/** The way from the root of a tree down to a category, itself last; empty if it is not there. */
export function wayTo(tree: CategoryTree[], id: string): CategoryTree[] {
  for (const category of tree) {
    if (category.id === id) return [category]
    const below = wayTo(category.children, id)
    if (below.length > 0) return [category, ...below]
  }
  return []
}
