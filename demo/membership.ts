import { dayMs } from '#contract/durations.ts'
import * as products from '#server/catalogue/products.ts'
import * as members from '#server/members/members.ts'
import * as membership from '#server/membership/membership.ts'
import type { Context } from '#server/platform/context.ts'
import { memberCardOf } from './member-cards.ts'
import type { Recipe } from './pictures.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'
import type { Pictures } from './products.ts'

interface DemoTier {
  id: string
  name: TextPair
  summary: TextPair
  description: TextPair
  picture: Recipe
  month: number
  year: number
}

const tiers: DemoTier[] = [
  {
    id: 'lantern-friend',
    name: ['Lantern Friend', '灯友会员'],
    summary: ['For those who drop by now and then.', '偶尔路过，也给您留一份会员价。'],
    description: [
      'The member price wherever you see one, at every store and online, for as long as it runs.',
      '有效期内，各门店和网店里标有会员价的商品，都按会员价给您。',
    ],
    picture: memberCardOf('red'),
    month: 400,
    year: 3800,
  },
  {
    id: 'lantern-plus',
    name: ['Lantern Friend Plus', '灯友尊享会员'],
    summary: ['For those who come every week.', '常来常往，每一单都划算。'],
    description: [
      'Member prices, 5% off everything else, free delivery from $35 on, and every month a coupon of $5.',
      '会员价之外，其余商品 9.5 折，满 $35 免配送费，每月再送一张 $5 券。',
    ],
    picture: memberCardOf('gold'),
    month: 1200,
    year: 10_800,
  },
]

/** The pictures of the demonstration's memberships. */
export const membershipPictures: Recipe[] = tiers.map(({ picture }) => picture)

/**
 * The members who have a membership. Each row says how many days ago the membership began, or in how many days it ends.
 */
const demoMemberships = [
  { email: 'sofia@lantern-lane.example', tier: 'lantern-plus', months: 12, beganDaysAgo: 41 },
  { email: 'zhou@lantern-lane.example', tier: 'lantern-plus', months: 1, endsInDays: 5 },
  { email: 'priya@lantern-lane.example', tier: 'lantern-friend', months: 1, beganDaysAgo: 52 },
] as const

/**
 * Offers two membership tiers for sale. Gives some members a membership, so that each state of a membership has an
 * example.
 */
export async function openMemberships(ctx: Context, pictures: Pictures): Promise<void> {
  for (const [rank, tier] of tiers.entries()) {
    await products.putProduct(ctx, toProduct(tier, rank, pictures))
    await membership.putTier(ctx, {
      id: tier.id,
      name: text(tier.name),
      summary: text(tier.summary),
      rank,
      memberPrices: true,
      ...(rank > 0 && { percent: 5, freeDeliveryFrom: 3500, coupon }),
      plans: [
        { sku: `${tier.id}.month`, months: 1 },
        { sku: `${tier.id}.year`, months: 12 },
      ],
    })
  }
  for (const grant of demoMemberships) await grantOnce(ctx, grant)
}

const coupon = {
  name: text(['$5 for members', '会员 $5 券']),
  reward: { kind: 'amount' as const, amount: 500 },
  conditions: { minimum: 3000 },
  validDays: 30,
}

function toProduct(
  { id, name, summary, description, picture, month, year }: DemoTier,
  position: number,
  pictures: Pictures,
) {
  const months: [string, TextPair, number][] = [
    ['month', ['One month', '一个月'], month],
    ['year', ['One year', '一年'], year],
  ]
  return {
    id,
    type: 'MEMBERSHIP' as const,
    position,
    name: text(name),
    summary: text(summary),
    description: text(description),
    images: [{ ...pictures(picture), alt: text(name) }],
    taxClass: 'standard' as const,
    maxPerOrder: 1,
    options: [
      {
        id: 'term',
        name: text(['For', '时长']),
        values: months.map(([id, name]) => ({ id, name: text(name) })),
      },
    ],
    variants: months.map(([term, , price]) => ({
      sku: `${id}.${term}`,
      optionPair: `term:${term}`,
      price,
      counted: false,
    })),
  }
}

/**
 * Gives a member a backdated membership. `grant` says when the membership began or ends. Does nothing if the member has
 * or had a membership.
 */
async function grantOnce(ctx: Context, grant: (typeof demoMemberships)[number]) {
  const member = await members.findByEmail(ctx, grant.email)
  if (!member || (await membership.own({ ...ctx, memberId: member.id })).state !== 'none') return
  const now = ctx.app.now()
  const at = new Date(now.getTime() + ('endsInDays' in grant ? grant.endsInDays : -grant.beganDaysAgo) * dayMs)
  if ('endsInDays' in grant) at.setUTCMonth(at.getUTCMonth() - grant.months)
  const pastContext = { ...ctx, app: { ...ctx.app, now: () => at } }
  await membership.grantMonths(pastContext, { memberId: member.id, tierId: grant.tier, months: grant.months, note: '' })
}
