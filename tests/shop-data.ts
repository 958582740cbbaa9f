import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { holderOf } from '#server/platform/database/postgres.ts'

/**
 * Waits until the database of a stopped shop has ended, then copies the `DATA_DIR`. A shop waits only ten seconds for
 * its database, which takes longer on a busy machine.
 */
export async function copyData(from: string, to: string): Promise<void> {
  while (await holderOf(join(from, 'postgres'))) await setTimeout(50)
  await cp(from, to, { recursive: true })
}
