import { z } from 'zod'
import { productCard } from './catalogue.ts'
import { maxPageSize, maxProfilePicks, maxSocialLinks, uploadBytes } from './constants.ts'
import { id, image, instant, noInput, queryInteger, text } from './shapes.ts'

/** Where else an influencer can be followed. */
export const socialKinds = [
  'instagram',
  'tiktok',
  'youtube',
  'xiaohongshu',
  'weibo',
  'douyin',
  'bilibili',
  'website',
] as const
export type SocialKind = (typeof socialKinds)[number]

const socialLink = z.object({ kind: z.enum(socialKinds), url: z.string() })
export type SocialLink = z.infer<typeof socialLink>

/** Where an application stands. `ACTIVE`: the public page is there, whatever a later change of it waits for. */
const status = z.enum(['NONE', 'DRAFT', 'PENDING', 'ACTIVE', 'REJECTED', 'PAUSED'])
export type InfluencerStatus = z.infer<typeof status>

/** Where the version that the influencer works on stands; a page that is public stays as it was approved meanwhile. */
export const reviewState = z.enum(['DRAFT', 'PENDING', 'APPROVED', 'REFUSED'])
export type ReviewState = z.infer<typeof reviewState>

const words = (max: number) =>
  z.strictObject({ en: z.string().trim().max(max).default(''), zh: z.string().trim().max(max).default('') })

/** A profile as its owner writes it: a name and a text in at least one language. */
const written = z.strictObject({
  name: words(60),
  bio: words(2000),
  /** https addresses at the site that they name. */
  links: z
    .array(z.strictObject({ kind: z.enum(socialKinds), url: z.string().trim().max(300) }))
    .max(maxSocialLinks)
    .default([]),
  /** Ids of products, in the order shown. */
  products: z.array(id).max(maxProfilePicks).default([]),
  /** Ids of group-buy campaigns. */
  campaigns: z.array(id).max(maxProfilePicks).default([]),
  /** Asks for a review; without it what is written is only kept. */
  submit: z.boolean().default(true),
})
export type WrittenProfile = z.output<typeof written>

const profile = z.object({
  id: z.string(),
  status,
  state: reviewState,
  /** Why it was refused or paused, in the shop's words. */
  reason: z.string(),
  submittedAt: instant.nullable(),
  name: text,
  bio: text,
  links: z.array(socialLink),
  products: z.array(z.string()),
  campaigns: z.array(z.string()),
  /** Each at an address that only its owner can open. */
  pictures: z.array(
    z.object({ id: z.string(), address: z.string(), width: z.int(), height: z.int(), isPublic: z.boolean() }),
  ),
  isPublic: z.boolean(),
  likes: z.int(),
})
/** A member's own profile, the version that they work on. */
export type OwnInfluencer = z.infer<typeof profile>

const card = z.object({ id: z.string(), name: text, bio: text, picture: image.nullable(), likes: z.int() })
/** An influencer in the public list, as approved. */
export type InfluencerCard = z.infer<typeof card>

const detail = card.extend({
  pictures: z.array(image),
  links: z.array(socialLink),
  products: z.array(productCard),
  campaigns: z.array(z.string()),
  /** Whether the member who is signed in likes it, and whether it is their own. */
  isLiked: z.boolean(),
  isOwn: z.boolean(),
  /** What links from this page carry, so that what is bought counts for the influencer; null where nobody refers. */
  referId: z.string().nullable(),
})
export type InfluencerDetail = z.infer<typeof detail>

const recommendingOne = card.pick({ id: true, name: true })
/** Who recommends a product. */
export type RecommendingInfluencer = z.infer<typeof recommendingOne>

const byId = z.strictObject({ id })
const liked = z.object({ likes: z.int(), isLiked: z.boolean() })

export const influencers = {
  /** How far the member who is signed in is with it. */
  status: { input: noInput, output: z.object({ status, state: reviewState.nullable(), reason: z.string() }) },
  /** The member's own profile; null before they apply. */
  own: { input: noInput, output: z.object({ profile: profile.nullable() }) },
  /**
   * Applies. `influencers.exists` for whoever has a profile; `influencers.name`, `influencers.bio`, `influencers.link` and
   * `influencers.product` name what is wrong.
   */
  apply: { input: written, output: z.object({ profile }) },
  /** Changes the profile, all of it. What is public stays as it was approved until the change is; refused as `influencers.apply`. */
  update: { input: written, output: z.object({ profile }) },
  /** Adds a picture, as JPEG, PNG or WebP by what the file holds (`input.picture`); public once it is approved. `influencers.pictures_full`. */
  uploadPicture: { input: z.strictObject({ file: z.file().max(uploadBytes) }), output: z.object({ profile }) },
  /** Takes a picture away, from the public page too, at once. */
  removePicture: { input: byId, output: z.object({ profile }) },
  /** Public profiles, those that most members like first. */
  list: {
    input: z.object({
      numberToLoad: queryInteger(1, maxPageSize).default(12),
      startingPosition: queryInteger(0, 10_000_000).default(0),
    }),
    output: z.object({ influencers: z.array(card), count: z.int(), hasMore: z.boolean() }),
  },
  /** One public profile; `not_found` for whatever is not approved. */
  detail: { input: z.object({ id }), output: detail },
  /** The public profiles that recommend the product of this id, those that most members like first; a few of them. */
  recommending: {
    input: z.object({ id }),
    output: z.object({ influencers: z.array(recommendingOne) }),
  },
  /** The member likes it; once more changes nothing. Not one's own: `influencers.own_like`. */
  like: { input: z.object({ id }), output: liked },
  /** Takes it back. */
  unlike: { input: byId, output: liked },
}
