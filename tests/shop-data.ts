import { cp } from 'node:fs/promises'
import { basename } from 'node:path'

/** Copies the `DATA_DIR` of a stopped shop, without the socket that a database leaves if it stops too slowly. */
export const copyData = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, filter: (path) => !basename(path).startsWith('.s.PGSQL') })
