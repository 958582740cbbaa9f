import type { CampaignDetail, JoinedRow } from '#contract/campaigns.ts'

export interface JoinedList {
  joined: JoinedRow[]
  count: number
  hasMore: boolean
}
export interface CampaignData {
  campaign: CampaignDetail
  list: JoinedList
  /** The requested number of participants in the list. */
  shown: number
}
