import type { ClientBase } from 'pg'

/** A schema of this name exists from the start of a restore until all data is restored. */
export const restoreMarker = 'restoring'

/** Whether a restore into this database is unfinished: it is running, or was killed. */
export async function hasUnfinishedRestore(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [restoreMarker])
  return rowCount === 1
}
