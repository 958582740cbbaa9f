import type { OwnInfluencer, SocialKind, SocialLink } from '#contract/influencers.ts'
import { locales, perLocale } from '#contract/languages.ts'
import { readText } from '#storefront/account/form-data.ts'

/** The kinds of links in a profile, in the order in which the form and the contract list them. */
export const socials = [
  'instagram',
  'xiaohongshu',
  'youtube',
  'tiktok',
  'douyin',
  'weibo',
  'bilibili',
  'website',
] as const satisfies SocialKind[]

const productPath = '/store/product/'
const campaignPath = '/store/groupCampaign/'

const fields = [
  ...locales.flatMap((locale) => [`name_${locale}`, `bio_${locale}`]),
  'products',
  'campaigns',
  ...socials.map(linkField),
]

export function linkField(kind: SocialKind) {
  return `link_${kind}`
}

/** All typed values, to show the form again after an error. */
export function readProfileForm(form: FormData): Record<string, string> {
  return Object.fromEntries(fields.map((name) => [name, readText(form, name)]))
}

/** Converts an existing profile to form values. */
export function toFormValues({ name, bio, links, products, campaigns }: OwnInfluencer): Record<string, string> {
  return {
    ...Object.fromEntries(
      locales.flatMap((locale) => [
        [`name_${locale}`, name[locale]],
        [`bio_${locale}`, bio[locale]],
      ]),
    ),
    products: toUrlLines(products, productPath),
    campaigns: toUrlLines(campaigns, campaignPath),
    ...Object.fromEntries(links.map(({ kind, url }) => [linkField(kind), url])),
  }
}

/** Converts form values to the input of the API call. */
export function toProfileInput(values: Record<string, string>) {
  const toText = (name: string) => perLocale((locale) => values[`${name}_${locale}`] ?? '')
  const links: SocialLink[] = socials.flatMap((kind) => {
    const url = values[linkField(kind)]?.trim()
    return url ? [{ kind, url }] : []
  })
  return {
    name: toText('name'),
    bio: toText('bio'),
    links,
    products: readIds(values.products ?? '', productPath),
    campaigns: readIds(values.campaigns ?? '', campaignPath),
  }
}

/** Converts ids to page URLs, one per line. */
const toUrlLines = (ids: string[], path: string) => ids.map((id) => `${path}${encodeURIComponent(id)}`).join('\n')

/** Parses lines with one id each, either plain or at the end of a page's URL. */
export function readIds(lines: string, path: string): string[] {
  const ids = lines
    .split(/\s+/)
    .map((line) => (line.includes(path) ? line.slice(line.indexOf(path) + path.length) : line))
    .map((line) => decode(line.split(/[?#/]/)[0] ?? ''))
    .filter(Boolean)
  return [...new Set(ids)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
