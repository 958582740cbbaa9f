import type { App } from './context.ts'
import { followMembers } from './http/sessions.ts'
import { clearMemos } from './memo.ts'
import type { MemberSummaryCache } from './pages/member-summaries.ts'

/** A cache of responses or pages. */
interface Keeper {
  clear(): void
  switch(on: boolean): void
}

/** Delay before a stock change clears the caches. All changes within the delay share one clear. */
const stockDelayMs = 400

/**
 * Clears the caches when any process changes the catalogue or content: at once for content, within a second for stock.
 * Forgets a member's data at once when the member changes. While the connection for notifications is down, the caches
 * store nothing.
 */
export async function followChanges(app: App, keepers: Keeper[], members?: MemberSummaryCache<unknown>) {
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
    clearMemos(app)
    clear()
    members?.clear()
  }
  app.onMemberChange = (memberId) => members?.forget(memberId)
  await followMembers(app, (isConnected) => members?.switch(isConnected))
  await app.database.listen(
    'catalogue',
    (what) => app.onCatalogueChange(what === 'stock' ? 'stock' : 'content'),
    (isConnected) => {
      clearMemos(app)
      for (const keeper of keepers) keeper.switch(isConnected)
    },
  )
}
