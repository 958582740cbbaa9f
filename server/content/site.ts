import type { Locale } from '#contract/languages.ts'
import type { Context } from '#server/platform/context.ts'
import { settings } from '#server/settings/settings.ts'

/** The shop's public URLs and languages, for documents such as the sitemap. */
export interface Site {
  home: string
  /** Base URL of pictures. */
  pictures: string
  languages: Locale[]
}

/** The shop's public URLs and languages, as in the canonical links of its pages. */
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
