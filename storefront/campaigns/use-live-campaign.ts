import { useCallback, useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { askEvery } from '#storefront/cards/facts.ts'
import type { CampaignData } from './campaign-page-data.ts'

/** The query parameter that marks a request as a poll. If a poll fails, the page keeps its current data. */
export const pollMark = 'poll'

/**
 * The latest data of a campaign. Requests the data at once, because the cached page lacks the visitor's own orders.
 * Then polls while the campaign can change and the page is visible. Call `ask` when a countdown ends.
 */
export function useLiveCampaign(first: CampaignData) {
  const fetcher = useFetcher<CampaignData | null>()
  const { pathname, search } = useLocation()
  const newest = fetcher.data
  const isNewer = newest?.campaign.id === first.campaign.id && newest.campaign.serverTime > first.campaign.serverTime
  const seen = isNewer ? newest : first
  const { load } = fetcher
  const address = withMark(pathname, search)
  const ask = useCallback(() => void load(address), [load, address])
  useEffect(ask, [ask])
  const askEveryMs = askEvery(seen.campaign)
  useEffect(() => {
    if (askEveryMs === null) return
    const look = () => document.visibilityState === 'visible' && ask()
    const timer = setInterval(look, askEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [askEveryMs, ask])
  return { seen, ask }
}

function withMark(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set(pollMark, '1')
  return `${pathname}?${query}`
}
