import type { App } from './context.ts'
import { followMembers } from './http/sessions.ts'
import { clearMemos } from './memo.ts'
import type { MemberSummaryCache } from './pages/member-summaries.ts'

/** Something that keeps answers. */
interface Keeper {
  clear(): void
  switch(on: boolean): void
}

/** Stock may be shown this much late; changes within the time are taken together. */
const stockDelayMs = 400

/**
 * Clears what is kept when the catalogue or content changes, in this process or in another: content at once, stock
 * within a second; and what is known of members when they change, at once. While the database cannot tell of changes,
 * nothing is kept.
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
