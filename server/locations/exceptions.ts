import { addDays, toLocal } from '#contract/hours.ts'
import type { LocationRow } from './rows.ts'
import type { MethodRules } from './tables.ts'

/** This module changes a store's exceptions, which are opening hours or closures on single dates. */

type Exceptions = LocationRow['exceptions']

/** Changes the exceptions of a store, and of each method that has exceptions of its own. */
export function changeExceptions(
  { exceptions, methodRules }: Pick<LocationRow, 'exceptions' | 'methodRules'>,
  change: (before: Exceptions) => Exceptions,
): Pick<LocationRow, 'exceptions' | 'methodRules'> {
  const ownRules = Object.entries(methodRules).map(([method, rules]): [string, MethodRules] => [
    method,
    rules.exceptions ? { ...rules, exceptions: change(rules.exceptions) } : rules,
  ])
  return { exceptions: change(exceptions), methodRules: Object.fromEntries(ownRules) }
}

/**
 * Adds exceptions in the order of their dates. Drops exceptions before yesterday. Keeps yesterday's, because that day's
 * opening may last past midnight.
 */
export function addExceptions(
  before: Exceptions,
  added: Exceptions,
  { timeZone, now }: { timeZone: string; now: Date },
): Exceptions {
  const yesterday = addDays(toLocal(now, timeZone).date, -1)
  const kept = before.filter(({ date }) => date >= yesterday)
  return [...kept, ...added].sort((one, other) => compareDates(one.date, other.date))
}

function compareDates(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
