import { isCampaignPage } from './links.ts'

/** Pages that say the same texts. Those of group-buys say what the store says, too; all are said by the rest. */
export type Area = 'store' | 'campaigns' | 'all'

const saysAll =
  /^\/(account|blog|checkout|confirmation|influencers?|invite|privacy-choices|store\/live|tables?|user)(\/|$)/

/** The area that a path's page is in. */
export function areaOf(pathname: string): Area {
  if (saysAll.test(pathname)) return 'all'
  return isCampaignPage(pathname) ? 'campaigns' : 'store'
}

/** Whether the texts of one area are enough for another. */
export const isEnough = (held: Area, needed: Area) => held === 'all' || needed === 'store' || needed === held
