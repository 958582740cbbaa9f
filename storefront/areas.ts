import { isCampaignPage } from './links.ts'

/** Pages that say the same texts. Each area says what those before it say, and more. */
const areas = ['store', 'campaigns', 'all'] as const
export type Area = (typeof areas)[number]

const saysAll =
  /^\/(account|blog|checkout|confirmation|influencers?|invite|privacy-choices|store\/live|tables?|user)(\/|$)/

/** The area that a path's page is in. */
export function areaOf(pathname: string): Area {
  if (saysAll.test(pathname)) return 'all'
  return isCampaignPage(pathname) ? 'campaigns' : 'store'
}

/** Whether the texts of one area are enough for another. */
export const includes = (held: Area, needed: Area) => areas.indexOf(held) >= areas.indexOf(needed)
