import { z } from 'zod'
import { shopCall, specificationCall } from './call.ts'
import { productCard } from './catalogue.ts'
import { maxPageSize, maxProfilePicks, maxSocialLinks, maxUploadBytes } from './constants.ts'
import type { ErrorCode } from './errors.ts'
import { perLocale } from './languages.ts'
import { id, image, instant, noInput, queryInteger, text } from './shapes.ts'

/** The other sites to which a profile can link. */
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

/**
 * State of an influencer's application. While it is `ACTIVE`, the public page exists, even if a change awaits review.
 */
const status = z.enum(['NONE', 'DRAFT', 'PENDING', 'ACTIVE', 'REJECTED', 'PAUSED'])
export type InfluencerStatus = z.infer<typeof status>

/** State of the version that the influencer edits. In every state, the public page shows only the approved version. */
export const reviewState = z.enum(['DRAFT', 'PENDING', 'APPROVED', 'REFUSED'])
export type ReviewState = z.infer<typeof reviewState>

const words = (max: number) => z.strictObject(perLocale(() => z.string().trim().max(max).default('')))

/** A profile as its owner writes it: name and text in at least one language. */
const profileInput = z.strictObject({
  name: words(60),
  bio: words(2000),
  links: z
    .array(z.strictObject({ kind: z.enum(socialKinds), url: z.string().trim().max(300) }))
    .max(maxSocialLinks)
    .default([])
    .describe('https addresses, each on the site that its `kind` names.'),
  products: z.array(id).max(maxProfilePicks).default([]).describe('Ids of products, in display order.'),
  campaigns: z.array(id).max(maxProfilePicks).default([]).describe('Ids of group-buy campaigns.'),
  submit: z.boolean().default(true).describe('Requests a review; otherwise the call only saves a draft.'),
})
export type ProfileInput = z.output<typeof profileInput>

const profile = z.object({
  id: z.string(),
  status,
  state: reviewState,
  reason: z.string().describe("Reason of a refusal or pause, in the shop's words."),
  submittedAt: instant.nullable(),
  name: text,
  bio: text,
  links: z.array(socialLink),
  products: z.array(z.string()),
  campaigns: z.array(z.string()),
  pictures: z
    .array(z.object({ id: z.string(), address: z.string(), width: z.int(), height: z.int(), isPublic: z.boolean() }))
    .describe("Only the profile's own member can open these addresses."),
  isPublic: z.boolean(),
  likes: z.int(),
})
/** A member's own profile, in the version that they edit. */
export type OwnInfluencer = z.infer<typeof profile>

const card = z.object({ id: z.string(), name: text, bio: text, picture: image.nullable(), likes: z.int() })
/** An influencer in the public list, with the texts and picture of the approved version. */
export type InfluencerCard = z.infer<typeof card>

const detail = card.extend({
  pictures: z.array(image),
  links: z.array(socialLink),
  products: z.array(productCard),
  campaigns: z.array(z.string()),
  isLiked: z.boolean().describe('Whether the signed-in member likes the profile; whether it is their own.'),
  isOwn: z.boolean(),
  referId: z
    .string()
    .nullable()
    .describe(
      'The referral id for links on this page, which credits purchases to the influencer; null if they joined no group.',
    ),
})
export type InfluencerDetail = z.infer<typeof detail>

const recommendingInfluencer = card.pick({ id: true, name: true })
/** An influencer who recommends a product. */
export type RecommendingInfluencer = z.infer<typeof recommendingInfluencer>

const byId = z.strictObject({ id })
const likeResult = z.object({ likes: z.int(), isLiked: z.boolean() })

const applyRefusals: ErrorCode[] = [
  'influencers.exists',
  'influencers.name',
  'influencers.bio',
  'influencers.link',
  'influencers.product',
]

export const influencers = {
  status: specificationCall('GET /admin/userManagement/influencer/status', {
    access: 'member',
    description: "The state of the signed-in member's application.",
    input: noInput,
    output: z.object({ status, state: reviewState.nullable(), reason: z.string() }),
  }),
  own: specificationCall('GET /admin/userManagement/influencerProfile', {
    access: 'member',
    description: "The member's own profile; null before they apply.",
    input: noInput,
    output: z.object({ profile: profile.nullable() }),
  }),
  apply: specificationCall('POST /admin/userManagement/influencerProfile', {
    access: 'member',
    description:
      "Creates the member's profile, as a draft or for review. `influencers.exists` if the member has a profile. " +
      'Invalid fields: `influencers.name`, `influencers.bio`, `influencers.link`, `influencers.product`.',
    refusals: applyRefusals,
    limit: { points: 30, seconds: 600 },
    input: profileInput,
    output: z.object({ profile }),
  }),
  update: specificationCall('PUT /admin/userManagement/influencerProfile', {
    access: 'member',
    description:
      'Replaces the profile. The public page stays as approved until the shop approves the change. Refuses as ' +
      '`influencers.apply`.',
    refusals: applyRefusals,
    limit: { points: 60, seconds: 600 },
    input: profileInput,
    output: z.object({ profile }),
  }),
  uploadPicture: specificationCall('POST /image/influencer/upload', {
    access: 'member',
    description:
      'Adds a picture: JPEG, PNG or WebP by content (`input.picture`). Public once approved. ' +
      '`influencers.pictures_full`.',
    refusals: ['input.picture', 'influencers.pictures_full'],
    limit: { points: 40, seconds: 3600 },
    takesFile: true,
    input: z.strictObject({ file: z.file().max(maxUploadBytes) }),
    output: z.object({ profile }),
  }),
  removePicture: specificationCall('DELETE /image/influencer/delete/:id', {
    access: 'member',
    description: 'Removes a picture at once, also from the public page.',
    input: byId,
    output: z.object({ profile }),
  }),
  list: specificationCall('GET /common3/influencerProfile/list', {
    description: 'Public profiles, most liked first.',
    input: z.object({
      numberToLoad: queryInteger(1, maxPageSize).default(12),
      startingPosition: queryInteger(0, 10_000_000).default(0),
    }),
    output: z.object({ influencers: z.array(card), count: z.int(), hasMore: z.boolean() }),
  }),
  detail: specificationCall('GET /common3/influencerProfile/detail/:id', {
    description: 'One public profile; `not_found` unless approved.',
    refusals: ['not_found'],
    input: z.object({ id }),
    output: detail,
  }),
  recommending: shopCall('GET /influencers/recommending/:id', {
    description: 'Some public profiles that recommend the product of this id, most liked first.',
    input: z.object({ id }),
    output: z.object({ influencers: z.array(recommendingInfluencer) }),
  }),
  like: specificationCall('GET /admin/userManagement/user/like/:id/true', {
    access: 'member',
    description: "Likes a profile; a repetition changes nothing. `influencers.own_like` for the member's own profile.",
    refusals: ['influencers.own_like'],
    limit: { points: 120, seconds: 60 },
    changesState: true,
    input: z.object({ id }),
    output: likeResult,
  }),
  unlike: shopCall('POST /influencers/:id/unlike', {
    access: 'member',
    description: 'Removes the like.',
    input: byId,
    output: likeResult,
  }),
}
