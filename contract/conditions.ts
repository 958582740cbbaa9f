import type { Text } from './languages.ts'
import { locales } from './languages.ts'

/** Conditions of modifier groups. This file has no schemas, so that browsers can load it as well. */

/**
 * The condition under which a product offers a modifier group. `only`: the shopper has chosen at least one of these
 * modifiers or option values. `unless`: the shopper has chosen none of them. A product that has none of these modifiers
 * and option values always offers the group.
 */
export interface Condition {
  kind: (typeof conditionKinds)[number]
  modifiers: string[]
  /** Option values, identified by their names, because each product has option ids of its own. */
  values?: OptionValue[] | undefined
}
export const conditionKinds = ['only', 'unless'] as const

/** A value of an option, such as "Hot" of "Temperature". */
export interface OptionValue {
  option: Text
  value: Text
}

interface Group {
  id: string
  condition?: Condition | null | undefined
  modifiers: { id: string }[]
}

interface Option {
  id: string
  name: Text
  values: { id: string; name: Text }[]
}

/** A product's options, and which of their values is chosen. */
export interface Options {
  options: Option[]
  isValueChosen: (option: string, value: string) => boolean
}

/** Whether two names are equal in at least one language, apart from case and surrounding spaces. */
export const isSameName = (one: Text, other: Text): boolean =>
  locales.some((locale) => {
    const [first, second] = [one, other].map((text) => text[locale].trim().toLowerCase())
    return first !== '' && first === second
  })

/** Whether two option values have the same name and belong to options of the same name. Ids do not matter. */
export const isSameValue = (one: OptionValue, other: OptionValue): boolean =>
  isSameName(one.option, other.option) && isSameName(one.value, other.value)

/** Returns the product's option values that the condition names, each with its id and its option's id. */
export function valuesIn(condition: Condition | null | undefined, options: Option[]) {
  if (!condition?.values?.length) return []
  return options.flatMap(({ id: option, name, values }) =>
    values
      .filter((value) => condition.values?.some((wanted) => isSameValue(wanted, { option: name, value: value.name })))
      .map((value) => ({ option, ...value })),
  )
}

/**
 * The groups that a product offers with the chosen modifiers and option values. A modifier of a group that is not
 * offered does not count as chosen.
 */
export function offeredGroups<One extends Group>(
  groups: One[],
  isChosen: (modifier: string) => boolean,
  { options, isValueChosen }: Options = { options: [], isValueChosen: () => false },
): One[] {
  const isOffered = ({ id, condition }: Group, path: string[]): boolean => {
    if (!condition) return true
    const names = new Set(condition.modifiers)
    const others = groups.filter(
      (other) => other.id !== id && other.modifiers.some((modifier) => names.has(modifier.id)),
    )
    const values = valuesIn(condition, options)
    // The shop stores no circular conditions. If a condition were circular, this check would end the recursion and
    // offer the group.
    if (others.length + values.length === 0 || path.includes(id)) return true
    const isMet =
      values.some(({ option, id: value }) => isValueChosen(option, value)) ||
      others.some(
        (other) =>
          other.modifiers.some((modifier) => names.has(modifier.id) && isChosen(modifier.id)) &&
          isOffered(other, [...path, id]),
      )
    return (condition.kind === 'only') === isMet
  }
  return groups.filter((group) => isOffered(group, []))
}

/** Returns the groups in their order, but moves each group after the groups on whose choices it depends. */
export function afterConditions<One extends Group>(groups: One[]): One[] {
  if (groups.every(({ condition }) => !condition)) return groups
  const ordered = new Set<One>()
  const add = (group: One, path: One[]) => {
    if (path.includes(group)) return
    const names = new Set(group.condition?.modifiers)
    for (const other of groups) {
      if (other !== group && other.modifiers.some(({ id }) => names.has(id))) add(other, [...path, group])
    }
    ordered.add(group)
  }
  for (const group of groups) add(group, [])
  return [...ordered]
}
