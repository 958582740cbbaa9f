import type { CategoryTree } from '#contract/catalogue.ts'

/** The categories from the root of a tree down to `id`, inclusive; empty if it is not in the tree. */
export function wayTo(tree: CategoryTree[], id: string): CategoryTree[] {
  for (const category of tree) {
    if (category.id === id) return [category]
    const below = wayTo(category.children, id)
    if (below.length > 0) return [category, ...below]
  }
  return []
}
