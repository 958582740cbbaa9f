import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets the shop go first: the database sends no faster than this process reads. Linux has a priority for each thread,
 * and new threads take that of their maker.
 */
export function yieldToShop(): void {
  const leastUrgent = 19
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), leastUrgent)
  } catch {
    setPriority(leastUrgent)
  }
}
