import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { addressParameters } from '#contract/constants.ts'
import { readClientState, writeClientState } from './client-state/client-state.ts'
import { browserApi } from './data.ts'

/**
 * On pages behind members' links: reports that a visitor followed one, so that the member sees the number of visits.
 * Once a day, without personal data. `owner`: the page's owner, if the address names none.
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
    // A lost count needs neither a message nor a retry.
    .catch(() => undefined)
}
