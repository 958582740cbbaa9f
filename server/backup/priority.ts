import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers the priority of this process below the shop's. This also slows the database down, which sends no faster than
 * this process reads. On Linux each thread has a priority, and new threads inherit it.
 */
export function yieldToShop(): void {
  const leastUrgent = 19
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), leastUrgent)
  } catch {
    setPriority(leastUrgent)
  }
}
