import { isCampaignPage } from './links.ts'

/**
 * A group of pages that share a set of texts. `campaigns` includes the texts of `store`, and `all` includes every text.
 */
export type Area = 'store' | 'campaigns' | 'all'

const allTextsPaths =
  /^\/(account|blog|checkout|confirmation|influencers?|invite|privacy-choices|store\/live|tables?|user)(\/|$)/

export function areaOf(pathname: string): Area {
  if (allTextsPaths.test(pathname)) return 'all'
  return isCampaignPage(pathname) ? 'campaigns' : 'store'
}

/** Whether the loaded texts of one area include those of another area. */
export const coversArea = (loaded: Area, needed: Area) => loaded === 'all' || needed === 'store' || needed === loaded
