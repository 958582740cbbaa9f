import type { CategoryTree } from '#contract/catalogue.ts'

/**
 * The categories from the root of a tree down to the category `id`, inclusive. Empty if the tree does not contain it.
 */
export function findCategoryTrail(tree: CategoryTree[], id: string): CategoryTree[] {
  for (const category of tree) {
    if (category.id === id) return [category]
    const rest = findCategoryTrail(category.children, id)
    if (rest.length > 0) return [category, ...rest]
  }
  return []
}
