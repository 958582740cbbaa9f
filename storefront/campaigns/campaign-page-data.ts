import type { CampaignDetail, CampaignParticipant } from '#contract/campaigns.ts'

export interface JoinedList {
  joined: CampaignParticipant[]
  count: number
  hasMore: boolean
}
export interface CampaignData {
  campaign: CampaignDetail
  list: JoinedList
  /** The number of participants that the page requested for `list`. */
  shown: number
}
