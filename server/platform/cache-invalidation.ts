import type { App } from './context.ts'
import { followMembers } from './http/sessions.ts'
import { clearMemos } from './memo.ts'
import type { MemberSummaryCache } from './pages/member-summaries.ts'
import { readChange } from './publish.ts'
import type { Change } from './topics.ts'

/** A cache of responses or pages. */
interface InvalidatedCache {
  remove(change: Change): void
  switch(on: boolean): void
}

/** How long the process collects changes that orders cause, before it removes the outdated entries from the caches. */
const debounceMs = 100

/**
 * Removes outdated entries from the caches, whichever process made the change. Changes of the catalogue and content
 * take effect at once. Changes that orders cause take effect within a second. A member's cached data is removed as soon
 * as the member changes. While the connection for notifications is down, the caches store nothing.
 */
export async function followChanges(app: App, caches: InvalidatedCache[], members?: MemberSummaryCache<unknown>) {
  let pending: Change | undefined
  const remove = (change: Change) => {
    for (const cache of caches) cache.remove(change)
  }
  app.onCatalogueChange = (change, { isSoon = false } = {}) => {
    if (isSoon) {
      if (!pending) setTimeout(removePending, debounceMs).unref()
      pending = pending ? mergeChanges(pending, change) : change
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
      const notification = readChange(app, payload)
      if (notification) app.onCatalogueChange(notification.change, notification)
    },
    (isConnected) => {
      clearMemos(app)
      for (const cache of caches) cache.switch(isConnected)
    },
  )
}

const mergeChanges = (first: Change, second: Change): Change =>
  first === 'content' || second === 'content' ? 'content' : [...new Set([...first, ...second])]
