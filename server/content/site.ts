import type { Locale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { settings } from './settings.ts'

/** The shop as documents outside its pages name it. */
export interface Site {
  home: string
  /** Where pictures are. */
  pictures: string
  languages: Locale[]
}

/** The address that search engines keep, as the pages themselves say it. */
export async function site(ctx: Context): Promise<Site> {
  const { appDetail, system } = await settings(ctx)
  const domain = (appDetail.appDomain || ctx.origin).replace(/\/$/, '')
  const home = /^https?:\/\//.test(domain) ? domain : `https://${domain}`
  return {
    home,
    pictures: appDetail.cdnpath.startsWith('https') ? appDetail.cdnpath.replace(/\/$/, '') : home,
    languages: system.appConfig.supportedLanguages,
  }
}
