import type { CategoryTree } from '#contract/catalogue.ts'

/**
 * The categories from the root of a tree down to the category `id`, inclusive. Empty if the tree does not contain it.
 */
export function wayTo(tree: CategoryTree[], id: string): CategoryTree[] {
  for (const category of tree) {
    if (category.id === id) return [category]
    const below = wayTo(category.children, id)
    if (below.length > 0) return [category, ...below]
  }
  return []
}
