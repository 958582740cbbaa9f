import { useCallback, useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { pollIntervalOf } from '#storefront/cards/facts.ts'
import type { CampaignData } from './campaign-page-data.ts'

/** The query parameter that marks a request as a poll. If a poll fails, the page keeps its current data. */
export const pollParameter = 'poll'

/**
 * The latest data of a campaign. Requests the data at once, because the cached page lacks the visitor's own orders.
 * Then polls while the campaign can change and the page is visible. Call `refresh` when a countdown ends.
 */
export function useLiveCampaign(initial: CampaignData) {
  const fetcher = useFetcher<CampaignData | null>()
  const { pathname, search } = useLocation()
  const polled = fetcher.data
  const isPolledNewer =
    polled?.campaign.id === initial.campaign.id && polled.campaign.serverTime > initial.campaign.serverTime
  const latest = isPolledNewer ? polled : initial
  const { load } = fetcher
  const pollUrl = toPollUrl(pathname, search)
  const refresh = useCallback(() => void load(pollUrl), [load, pollUrl])
  useEffect(refresh, [refresh])
  const pollIntervalMs = pollIntervalOf(latest.campaign)
  useEffect(() => {
    if (pollIntervalMs === null) return
    const refreshIfVisible = () => document.visibilityState === 'visible' && refresh()
    const timer = setInterval(refreshIfVisible, pollIntervalMs)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [pollIntervalMs, refresh])
  return { latest, refresh }
}

function toPollUrl(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set(pollParameter, '1')
  return `${pathname}?${query}`
}
