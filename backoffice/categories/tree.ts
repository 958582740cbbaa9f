import type { Text } from '#contract/languages.ts'

/** The tree of categories, and where a category can move in it. */

/** The part of a category's data that the tree needs. */
export interface Node {
  category: string
  parent: string | null
  name: Text
}

export interface Branch<Row extends Node = Node> {
  row: Row
  below: Branch<Row>[]
}

/**
 * A place in the tree. `parent` is the category above it, or null at the top level. `before` is the category that
 * follows it, or null for the last place below `parent`.
 */
export interface Place {
  parent: string | null
  before: string | null
}

/** Returns the parent of a category. Null if the category has no parent, or if its parent does not exist. */
function parentOf(rows: readonly Node[], { parent }: Node): string | null {
  return rows.some(({ category }) => category === parent) ? parent : null
}

/** The categories directly below a parent, in order. */
export const siblingsIn = <Row extends Node>(rows: readonly Row[], parent: string | null): Row[] =>
  rows.filter((row) => parentOf(rows, row) === parent)

/** The categories as a tree. */
export const toTree = <Row extends Node>(rows: readonly Row[], parent: string | null = null): Branch<Row>[] =>
  siblingsIn(rows, parent).map((row) => ({ row, below: toTree(rows, row.category) }))

/** All categories in the order in which the tree shows them, each with its path: "Drinks › Tea". */
export function inTreeOrder<Row extends Node>(
  rows: readonly Row[],
  say: (text: Text) => string,
): { row: Row; path: string }[] {
  const walk = (branches: Branch<Row>[], above: string): { row: Row; path: string }[] =>
    branches.flatMap(({ row, below }) => {
      const path = above + say(row.name)
      return [{ row, path }, ...walk(below, `${path} › `)]
    })
  return walk(toTree(rows), '')
}

/** Whether `category` equals `above` or is a descendant of `above`. */
export function isWithin(rows: readonly Node[], category: string | null, above: string): boolean {
  if (category === null) return false
  const row = rows.find((one) => one.category === category)
  return category === above || (row !== undefined && isWithin(rows, parentOf(rows, row), above))
}

/** Returns the current place of a category in the tree. */
export function placeOf(rows: readonly Node[], category: string): Place {
  const row = rows.find((one) => one.category === category)
  const parent = row ? parentOf(rows, row) : null
  const siblings = siblingsIn(rows, parent)
  const index = siblings.findIndex((one) => one.category === category)
  return { parent, before: siblings[index + 1]?.category ?? null }
}

/**
 * Returns the place of a category after it moves one place up (`by` is -1) or down (`by` is 1) below the same parent.
 * Returns null if the category cannot move in that direction.
 */
export function placeAfterStep(rows: readonly Node[], category: string, by: 1 | -1): Place | null {
  const { parent } = placeOf(rows, category)
  const siblings = siblingsIn(rows, parent)
  const index = siblings.findIndex((one) => one.category === category)
  if (index + by < 0 || index + by >= siblings.length) return null
  return { parent, before: siblings[by < 0 ? index - 1 : index + 2]?.category ?? null }
}

/** Returns the categories after a move. If the target is below the moved category itself, nothing changes. */
export function moveInTree<Row extends Node>(rows: readonly Row[], category: string, { parent, before }: Place): Row[] {
  const row = rows.find((one) => one.category === category)
  if (!row || isWithin(rows, parent, category)) return [...rows]
  const others = rows.filter((one) => one !== row)
  const index = before === null ? others.length : others.findIndex((one) => one.category === before)
  return [...others.slice(0, index), { ...row, parent }, ...others.slice(index)]
}
