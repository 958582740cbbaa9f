import type { App } from './context.ts'
import { forget } from './memory.ts'
import { followSessions } from './session.ts'

/** Something that keeps answers. */
interface Keeper {
  clear(): void
  switch(on: boolean): void
}

/** Stock may be shown this much late; changes within the time are taken together. */
const stockDelayMs = 400

/**
 * Clears what is kept when the catalogue or content changes, in this process or in another: content at once, stock within
 * a second; sessions that were ended, at once. While the database cannot tell of changes, nothing is kept.
 */
export async function followChanges(app: App, keepers: Keeper[]) {
  let pending: NodeJS.Timeout | undefined
  const clear = () => {
    clearTimeout(pending)
    pending = undefined
    for (const keeper of keepers) keeper.clear()
  }
  app.onCatalogueChange = (what) => {
    if (what === 'stock') {
      pending ??= setTimeout(clear, stockDelayMs).unref()
      return
    }
    forget(app)
    clear()
  }
  await followSessions(app)
  await app.database.listen(
    'catalogue',
    (what) => app.onCatalogueChange(what === 'stock' ? 'stock' : 'content'),
    (isConnected) => {
      forget(app)
      for (const keeper of keepers) keeper.switch(isConnected)
    },
  )
}
