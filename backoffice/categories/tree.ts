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
 * A place in the tree: below `parent` and directly before the category `before`. If `before` is null, the place is the
 * last one below `parent`. If `parent` is null, the place is at the top level.
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
export const besideIn = <Row extends Node>(rows: readonly Row[], parent: string | null): Row[] =>
  rows.filter((row) => parentOf(rows, row) === parent)

/** The categories as a tree. */
export const toTree = <Row extends Node>(rows: readonly Row[], parent: string | null = null): Branch<Row>[] =>
  besideIn(rows, parent).map((row) => ({ row, below: toTree(rows, row.category) }))

/** All categories in the order in which the tree shows them, each with its path: "Drinks › Tea". */
export function inTreeOrder<Row extends Node>(
  rows: readonly Row[],
  say: (text: Text) => string,
): { row: Row; path: string }[] {
  const follow = (branches: Branch<Row>[], above: string): { row: Row; path: string }[] =>
    branches.flatMap(({ row, below }) => {
      const path = above + say(row.name)
      return [{ row, path }, ...follow(below, `${path} › `)]
    })
  return follow(toTree(rows), '')
}

/** Whether `category` is `above` itself or one of its descendants. */
export function isWithin(rows: readonly Node[], category: string | null, above: string): boolean {
  if (category === null) return false
  const row = rows.find((one) => one.category === category)
  return category === above || (row !== undefined && isWithin(rows, parentOf(rows, row), above))
}

/** Returns the current place of a category in the tree. */
export function placeOf(rows: readonly Node[], category: string): Place {
  const row = rows.find((one) => one.category === category)
  const parent = row ? parentOf(rows, row) : null
  const beside = besideIn(rows, parent)
  const at = beside.findIndex((one) => one.category === category)
  return { parent, before: beside[at + 1]?.category ?? null }
}

/**
 * Returns the place of a category after it moves one place up (`by` is -1) or down (`by` is 1) below the same parent.
 * Returns null if the category cannot move in that direction.
 */
export function stepOf(rows: readonly Node[], category: string, by: 1 | -1): Place | null {
  const { parent } = placeOf(rows, category)
  const beside = besideIn(rows, parent)
  const at = beside.findIndex((one) => one.category === category)
  if (at + by < 0 || at + by >= beside.length) return null
  return { parent, before: beside[by < 0 ? at - 1 : at + 2]?.category ?? null }
}

/** Returns the categories after a move. If the target is below the moved category itself, nothing changes. */
export function moved<Row extends Node>(rows: readonly Row[], category: string, { parent, before }: Place): Row[] {
  const row = rows.find((one) => one.category === category)
  if (!row || isWithin(rows, parent, category)) return [...rows]
  const others = rows.filter((one) => one !== row)
  const at = before === null ? others.length : others.findIndex((one) => one.category === before)
  return [...others.slice(0, at), { ...row, parent }, ...others.slice(at)]
}
