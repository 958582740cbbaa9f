import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { addressParameters } from '#contract/constants.ts'
import { hold, readHeld } from './client-state/held.ts'
import { browserApi } from './data.ts'

/**
 * On pages that members' links lead to: tells that somebody came by one, for the member to see how many do. Once a day,
 * and nothing of who. `owner`: whose page it is, where the address names nobody.
 */
export function useFollowed(owner?: string | null): void {
  const { search } = useLocation()
  useEffect(() => {
    const link = new URLSearchParams(search)
    const referId = link.get(addressParameters.referId) || owner
    if (referId) tellFollowed(referId, link.get(addressParameters.referGroup))
  }, [search, owner])
}

function tellFollowed(referId: string, referGroup: string | null) {
  const followed = `${new Date().toISOString().slice(0, 10)}.${referId}`
  if (readHeld('followed') === followed) return
  hold('followed', followed)
  browserApi()
    .then((api) => api.referral.click({ referId, referGroup }))
    // A count is worth neither a word nor a second try.
    .catch(() => undefined)
}
