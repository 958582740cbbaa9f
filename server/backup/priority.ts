import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers the priority of this process below the shop's. The database then also works more slowly for this process,
 * because it sends no faster than this process reads. On Linux each thread has its own priority, and new threads
 * inherit it.
 */
export function yieldToShop(): void {
  const leastUrgent = 19
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), leastUrgent)
  } catch {
    setPriority(leastUrgent)
  }
}
