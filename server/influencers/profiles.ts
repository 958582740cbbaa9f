import { inArray } from 'drizzle-orm'
import type { ProfileInput, SocialKind, SocialLink } from '#contract/influencers.ts'
import { isWritten } from '#contract/languages.ts'
import { products } from '#server/catalogue/tables.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import type { Profile } from './tables.ts'

/** The domains of each social site. `website` is not listed, because a website may have any domain. */
const sites: Record<Exclude<SocialKind, 'website'>, string[]> = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  xiaohongshu: ['xiaohongshu.com', 'xhslink.com', 'rednote.com'],
  weibo: ['weibo.com', 'weibo.cn'],
  douyin: ['douyin.com'],
  bilibili: ['bilibili.com', 'b23.tv'],
}

/**
 * Checks a profile. Fails at the first error, with `influencers.name`, `influencers.bio`, `influencers.link` or
 * `influencers.product`.
 */
export async function readProfile(ctx: Context, input: ProfileInput): Promise<Omit<Profile, 'pictures'>> {
  const { name, bio, links, campaigns } = input
  if (!isWritten(name)) fail('influencers.name', undefined, 'name')
  if (!isWritten(bio)) fail('influencers.bio', undefined, 'bio')
  return {
    name,
    bio,
    links: links.map((link) => readLink(link)),
    products: await readProducts(ctx, input.products),
    campaigns: [...new Set(campaigns)],
  }
}

/**
 * Normalises a link as browsers do. Fails with `influencers.link` if the URL is not allowed for this kind of link. Does
 * not resolve the host name, because the shop never requests the URL.
 */
export function readLink({ kind, url: inputUrl }: SocialLink): SocialLink {
  const refuse = () => fail('influencers.link', { kind }, 'links')
  if (!URL.canParse(inputUrl)) return refuse()
  const url = new URL(inputUrl)
  const { protocol, hostname, username, password, port } = url
  if (protocol !== 'https:' || username || password || port) return refuse()
  const isAllowed =
    kind === 'website' ? isPublicName(hostname) : sites[kind].some((site) => isSubdomain(hostname, site))
  return isAllowed && url.href.length <= 300 ? { kind, url: url.href } : refuse()
}

/** Whether the host name is public: not an IP address, and not the name of a local machine or network. */
function isPublicName(host: string): boolean {
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(host) && !/\.(local|localhost|internal|lan|home|arpa|test)$/.test(host)
}

const isSubdomain = (host: string, site: string) => host === site || host.endsWith(`.${site}`)

async function readProducts(ctx: Context, productIds: string[]): Promise<string[]> {
  const ids = [...new Set(productIds)]
  if (ids.length === 0) return []
  const known = await ctx.db.select({ id: products.id }).from(products).where(inArray(products.id, ids))
  const missing = ids.find((id) => !known.some((product) => product.id === id))
  if (missing) fail('influencers.product', { id: missing }, 'products')
  return ids
}
