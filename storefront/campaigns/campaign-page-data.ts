import type { CampaignDetail, JoinedRow } from '#contract/campaigns.ts'

export interface JoinedList {
  joined: JoinedRow[]
  count: number
  hasMore: boolean
}
export interface CampaignData {
  campaign: CampaignDetail
  list: JoinedList
  /** Up to where the list of those who joined is shown. */
  shown: number
}
