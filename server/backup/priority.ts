import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers the priority of this process below the shop's. This also slows down the database's work for this process,
 * because the database sends data only as fast as this process reads it. On Linux each thread has its own priority, and
 * new threads inherit it.
 */
export function yieldToShop(): void {
  const lowestPriority = 19
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), lowestPriority)
  } catch {
    setPriority(lowestPriority)
  }
}
