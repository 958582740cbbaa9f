import type { App } from './context.ts'
import { followMembers } from './http/sessions.ts'
import { clearMemos } from './memo.ts'
import type { MemberSummaryCache } from './pages/member-summaries.ts'
import { readChange } from './publish.ts'
import type { Change } from './topics.ts'

/** A cache of responses or pages. */
interface Keeper {
  remove(change: Change): void
  switch(on: boolean): void
}

/** How long the process collects changes that orders cause, before it removes the outdated entries from the caches. */
const soonMs = 100

/**
 * Removes outdated entries from the caches, whichever process made the change. Changes of the catalogue and content
 * take effect at once. Changes that orders cause take effect within a second. A member's cached data is removed as soon
 * as the member changes. While the connection for notifications is down, the caches store nothing.
 */
export async function followChanges(app: App, keepers: Keeper[], members?: MemberSummaryCache<unknown>) {
  let pending: Change | undefined
  const remove = (change: Change) => {
    for (const keeper of keepers) keeper.remove(change)
  }
  app.onCatalogueChange = (change, { isSoon = false } = {}) => {
    if (isSoon) {
      if (!pending) setTimeout(removePending, soonMs).unref()
      pending = pending ? joined(pending, change) : change
      return
    }
    clearMemos(app)
    remove(change)
    members?.clear()
  }
  const removePending = () => {
    if (pending) remove(pending)
    pending = undefined
  }
  app.onMemberChange = (memberId) => members?.forget(memberId)
  await followMembers(app, (isConnected) => members?.switch(isConnected))
  await app.database.listen(
    'catalogue',
    (payload) => {
      const told = readChange(app, payload)
      if (told) app.onCatalogueChange(told.change, told)
    },
    (isConnected) => {
      clearMemos(app)
      for (const keeper of keepers) keeper.switch(isConnected)
    },
  )
}

const joined = (one: Change, other: Change): Change =>
  one === 'content' || other === 'content' ? 'content' : [...new Set([...one, ...other])]
