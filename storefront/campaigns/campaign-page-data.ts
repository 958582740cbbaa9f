import type { CampaignDetail, JoinedRow } from '#contract/campaigns.ts'

export interface JoinedList {
  joined: JoinedRow[]
  count: number
  hasMore: boolean
}
export interface CampaignData {
  campaign: CampaignDetail
  list: JoinedList
  /** The requested length of the list of participants. */
  shown: number
}
