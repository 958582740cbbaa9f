import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { addressParameters } from '#contract/constants.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'
import { browserApi } from './data.ts'

/**
 * Reports that a visitor followed a member's link, so that the member sees the number of visits. Reports without
 * personal data. Does not report again if the last report was today and for the same member. `owner` is the page's
 * owner, used if the URL names no member.
 */
export function useReferralClick(owner?: string | null): void {
  const { search } = useLocation()
  useEffect(() => {
    const link = new URLSearchParams(search)
    const referId = link.get(addressParameters.referId) || owner
    if (referId) tellFollowed(referId, link.get(addressParameters.referGroup))
  }, [search, owner])
}

function tellFollowed(referId: string, referGroup: string | null) {
  const followed = `${new Date().toISOString().slice(0, 10)}.${referId}`
  if (readClientState('followed') === followed) return
  writeClientState('followed', followed)
  browserApi()
    .then((api) => api.referral.click({ referId, referGroup }))
    // A failed report needs neither a message nor a retry.
    .catch(() => undefined)
}
