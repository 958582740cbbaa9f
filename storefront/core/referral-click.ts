import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { addressParameters } from '#contract/constants.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'
import { browserApi } from './data.ts'

/**
 * Reports that a visitor followed a member's link, so that the member sees the number of visits. The browser sends one
 * report a day for each member, without personal data. `owner` is the page's owner, used if the URL names no member.
 */
export function useReferralClick(owner?: string | null): void {
  const { search } = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const referId = query.get(addressParameters.referId) || owner
    if (referId) reportClick(referId, query.get(addressParameters.referGroup))
  }, [search, owner])
}

function reportClick(referId: string, referGroup: string | null) {
  const followed = addFollowed(readClientState('followed'), { referId, day: new Date().toISOString().slice(0, 10) })
  if (!followed) return
  writeClientState('followed', followed)
  browserApi()
    .then((api) => api.referral.click({ referId, referGroup }))
    // A failed report needs neither a message nor a retry.
    .catch(() => undefined)
}

const maxFollowed = 50

/**
 * Returns the stored list `followed` (see `client-state.ts`) with the member `referId` added. If the stored list is of
 * another day, returns a new list. Returns null if the list already contains the member. A full list loses its oldest
 * member.
 */
export function addFollowed(stored: string | null, { referId, day }: { referId: string; day: string }): string | null {
  const [storedDay, ...members] = stored?.split(' ') ?? []
  const today = storedDay === day ? members : []
  if (today.includes(referId)) return null
  return [day, ...[...today, referId].slice(-maxFollowed)].join(' ')
}
