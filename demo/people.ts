import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IdType } from '#contract/contacts.ts'
import type { SocialLink } from '#contract/influencers.ts'
import * as contacts from '#server/contacts/contacts.ts'
import * as influencers from '#server/influencers/influencers.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { mediaFolder } from '#server/platform/pictures/media-folder.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { demoAccounts } from './accounts.ts'
import { makePictures } from './media.ts'
import type { Recipe } from './pictures.ts'
import { portraitOf } from './portraits.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'
import { leadOf } from './renders/rendered.ts'

interface DemoInfluencer {
  email: string
  member: string
  name: TextPair
  bio: TextPair
  links: SocialLink[]
  pictures: Recipe[]
  products: string[]
  /** The reviewers' decisions, oldest first. */
  decisions: ('approve' | 'refuse' | 'pause')[]
  note?: string
  /** Whether this influencer likes every other public influencer. */
  likes: boolean
}

const demoInfluencers: DemoInfluencer[] = [
  {
    email: 'ruby@lantern-lane.example',
    member: 'Ruby Tse 谢如意',
    name: ['Ruby bakes at six', '六点烤箱的如意'],
    bio: [
      'I get up before the buses do and bake for my building in Markham. Half of my flour is dusted over my sleeves, the other half comes from here.\n\nOn Saturdays I try one thing from the shelf that I have never cooked with.',
      '住在万锦，比头班车起得早，给整栋楼烤面包。面粉一半在袖子上，一半在灯里买。\n\n每周六从货架上挑一样没做过的东西试试。',
    ],
    links: [
      { kind: 'instagram', url: 'https://www.instagram.com/lantern.lane.ruby' },
      { kind: 'xiaohongshu', url: 'https://www.xiaohongshu.com/user/profile/lantern-ruby' },
    ],
    pictures: [portraitOf('ruby'), leadOf('hokkaido-milk-loaf'), leadOf('hk-pineapple-bun')],
    products: ['mooncake-gift-box', 'alishan-tin', 'ontario-strawberries', 'honeycrisp-apples'],
    decisions: ['approve'],
    likes: true,
  },
  {
    email: 'wei@lantern-lane.example',
    member: 'Wei Zhao 赵蔚',
    name: ['Wei pours slowly', '蔚蔚慢泡茶'],
    bio: [
      'Nine years behind a tea bar, now behind my own kettle. I write down how each tin likes its water, so that you do not have to find out.',
      '在茶吧站了九年，现在只守着自家的水壶。每罐茶喜欢什么水温，我都替您记好了。',
    ],
    links: [{ kind: 'bilibili', url: 'https://space.bilibili.com/1000000001' }],
    pictures: [portraitOf('wei'), leadOf('alishan-tin')],
    products: ['alishan-tin', 'tea-sampler', 'honey-mandarins'],
    decisions: ['approve'],
    likes: true,
  },
  {
    email: 'oliver@lantern-lane.example',
    member: 'Oliver Grant',
    name: ['Oliver, lunch for two', ''],
    bio: ['Two lunchboxes, one wok, twenty minutes. I photograph everything before the kids do.', ''],
    links: [],
    pictures: [portraitOf('oliver')],
    products: ['snap-peas'],
    decisions: [],
    likes: true,
  },
  {
    email: 'deals@lantern-lane.example',
    member: 'Best Deals',
    name: ['Best Deals 4 U', '最低价'],
    bio: ['Write to me for prices that no shop can have.', '加我看底价。'],
    links: [],
    pictures: [],
    products: [],
    decisions: ['refuse'],
    note: 'Please tell about yourself and what you cook. Prices are the shop’s own.',
    likes: false,
  },
  {
    email: 'joan@lantern-lane.example',
    member: 'Joan Park 朴娟',
    name: ['Joan stocks up', '小娟的囤货架'],
    bio: ['Groceries for six, once a week, from one list on the fridge.', '六口之家，一周买一次，全靠冰箱上那张单子。'],
    links: [],
    pictures: [portraitOf('joan')],
    products: ['snap-peas', 'honeycrisp-apples'],
    decisions: ['approve', 'pause'],
    note: 'One of your links leads to another shop. Please take it out and write to us.',
    likes: false,
  },
]

interface DemoContact {
  account: 0 | 1
  name: string
  idType: IdType
  idNumber: string
  decision: 'verify' | 'refuse' | null
  note?: string
}

/**
 * Contacts of members: one that staff verified, one that waits, and one that staff refused. The document numbers are
 * valid in form, and the Chinese one has a valid check digit, but they belong to nobody.
 */
const demoContacts: DemoContact[] = [
  { account: 0, name: '林美', idType: 'CN_ID', idNumber: '350203198806120148', decision: 'verify' },
  { account: 0, name: 'LIN MEI', idType: 'PASSPORT', idNumber: 'XE0000000', decision: null },
  {
    account: 1,
    name: 'DANIEL OKAFOR',
    idType: 'PASSPORT',
    idNumber: 'XA000000',
    decision: 'refuse',
    note: 'The last line of the page is cut off. Please send the photo once more.',
  },
]

const doneKey = 'demo.people'
const documentPicture: Recipe = 'sky twins lantern'

/**
 * Creates influencers and contacts once, with an example of each state of the review by staff. Draws all pictures
 * first. Does not run in one transaction, because the transaction would stay open while the pictures are drawn.
 */
export async function openPeople(ctx: Context): Promise<void> {
  if (await readSetting(ctx, doneKey)) return
  const recipes = [documentPicture, ...demoInfluencers.flatMap(({ pictures }) => pictures)]
  const drawn = await makePictures(ctx.app.config, recipes)
  const photo = async (recipe: Recipe) => {
    const { src = '', widths = [] } = drawn.get(recipe) ?? {}
    const file = join(mediaFolder(ctx.app.config), src.slice('/media/'.length), `${widths.at(-1)}.webp`)
    return new File([new Uint8Array(await readFile(file))], 'picture.webp')
  }
  const ids: string[] = []
  for (const influencer of demoInfluencers) ids.push(await openInfluencer(ctx, influencer, photo))
  await openLikes(ctx, ids)
  for (const contact of demoContacts) await openContact(ctx, contact, await photo(documentPicture))
  await writeSetting(ctx, doneKey, true)
}

async function openInfluencer(ctx: Context, influencer: DemoInfluencer, photo: (recipe: Recipe) => Promise<File>) {
  const { email, member: name, decisions, note = '' } = influencer
  const existing = await members.findByEmail(ctx, email)
  const memberId =
    existing?.id ?? (await members.create(ctx, { name, email, password: crypto.randomUUID(), isProven: true }))
  const memberContext = { ...ctx, memberId }
  const { profile: existingProfile } = await influencers.own(memberContext)
  if (existingProfile) return existingProfile.id
  const profileInput = {
    name: text(influencer.name),
    bio: text(influencer.bio),
    links: influencer.links,
    products: influencer.products,
  }
  const { profile } = await influencers.apply(memberContext, { ...profileInput, campaigns: [], submit: true })
  for (const recipe of influencer.pictures)
    await influencers.uploadPicture(memberContext, { file: await photo(recipe) })
  const { version } = await influencers.staff.influencer(ctx, { influencer: profile.id })
  for (const decision of decisions)
    await influencers.staff.decideInfluencer(ctx, { influencer: profile.id, decision, version, note })
  return profile.id
}

/** For each influencer with `likes`, adds a like to every other public influencer. */
async function openLikes(ctx: Context, ids: string[]) {
  for (const [index, { email, likes }] of demoInfluencers.entries()) {
    const member = likes ? await members.findByEmail(ctx, email) : null
    if (!member) continue
    for (const [other, id] of ids.entries()) {
      if (other !== index && demoInfluencers[other]?.decisions.at(-1) === 'approve')
        await influencers.like({ ...ctx, memberId: member.id }, { id })
    }
  }
}

async function openContact(
  ctx: Context,
  { account, name, idType, idNumber, decision, note = '' }: DemoContact,
  file: File,
) {
  const member = await members.findByEmail(ctx, demoAccounts[account].email)
  if (!member) return
  const memberContext = { ...ctx, memberId: member.id }
  const sides = idType === 'CN_ID' ? 2 : 1
  const photos: string[] = []
  for (let side = 0; side < sides; side++) photos.push((await contacts.uploadPhoto(memberContext, { file })).photo.id)
  const { contact } = await contacts.create(memberContext, { name, idType, idNumber, photos, consent: true })
  if (decision) await contacts.staff.decideContact(ctx, { contact: contact.id, decision, version: 1, note })
}
