import { sql } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import type { Image } from '#contract/shapes.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import * as products from '#server/catalogue/products.ts'
import * as rates from '#server/catalogue/rates.ts'
import * as content from '#server/content/content.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as locations from '#server/locations/locations.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { Job } from '#server/platform/queue.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import { putSeller } from '#server/pricing/rules.ts'
import { demoAccounts } from './accounts.ts'
import { demoArticles } from './articles.ts'
import { recipesOf, toBlock } from './blocks.ts'
import { openBlog } from './blog.ts'
import { openCampaigns } from './campaigns.ts'
import { demoBrands, demoCategories, demoModifierGroups, demoTags } from './catalogue.ts'
import { demoCoupons } from './coupons.ts'
import { openCredit } from './credit.ts'
import { moveCouponDates, moveExceptions, moveProductDates } from './dates.ts'
import { today } from './days.ts'
import { openDelivery } from './delivery.ts'
import { demoForms } from './forms.ts'
import { demoHome } from './home.ts'
import { openIdentities } from './identities.ts'
import { makePictures } from './media.ts'
import { membershipPictures, openMemberships } from './membership.ts'
import { openOrders } from './orders.ts'
import { demoPages } from './pages.ts'
import { openPayment } from './payment.ts'
import { openPeople } from './people.ts'
import type { Recipe } from './pictures.ts'
import { portraitOf } from './portraits.ts'
import type { TextPair } from './product.ts'
import { text } from './product.ts'
import type { Pictures } from './products.ts'
import { datesOf, demoProducts, soldBefore, toInput, toStock } from './products.ts'
import { openReferrals } from './referrals.ts'
import { demoRates, demoSettings } from './shop.ts'
import { openStaff } from './staff.ts'
import { demoSeller, demoStores } from './stores.ts'

export { demoAccounts } from './accounts.ts'

/**
 * The demonstration's version. Raise it when the demonstration changes, so that existing shops get the changed version.
 */
export const demoVersion = 18

const versionKey = 'demo.version'
const dayKey = 'demo.day'
/** Advisory lock: if several processes start together, only one of them sets up the demonstration. */
const demoLock = 7_272_302

/**
 * Sets up the demonstration shop once for each `demoVersion`. On each later day, moves the dates of stores, products
 * and coupons, because these dates count from today. Keeps dates that staff changed. Also creates a new round of
 * group-buys when a round is due.
 */
export async function openDemo(ctx: Context): Promise<void> {
  const drawn = await makePictures(ctx.app.config, recipes())
  const pictures: Pictures = (recipe) => drawn.get(recipe) ?? missing(recipe)
  const day = today(ctx.app.now())
  await openShopAt(ctx, { day, pictures })
  for (const open of [openOrders, openPeople, openReferrals, (ctx: Context) => openCampaigns(ctx, pictures)]) {
    // The invented history is optional. If creating it fails, the shop opens without it.
    await open(ctx).catch((error) => ctx.app.log.error('a part of the demonstration could not be opened', { error }))
  }
}

/** Keeps the dates of a long-running demonstration current. */
export const demoJob: Job = {
  name: 'move the demonstration along',
  everyMs: hourMs,
  run: async (ctx) => {
    if (!(await isUpToDate(ctx, today(ctx.app.now())))) await openDemo(ctx)
  },
}

async function openShopAt(ctx: Context, { day, pictures }: { day: string; pictures: Pictures }) {
  if (await isUpToDate(ctx, day)) return
  await transact(ctx, async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(${demoLock})`)
    if (await isUpToDate(ctx, day)) return
    const isNew = (await readSetting(ctx, versionKey)) !== demoVersion
    if (isNew) await openShop(ctx, pictures)
    if (isNew) await openStores(ctx, day)
    if (isNew) await openProducts(ctx, pictures, day)
    if (isNew) await openBlog(ctx, { pictures, day })
    if (isNew) await openAccounts(ctx)
    if (isNew) await openStaff(ctx)
    if (isNew) await openCredit(ctx)
    if (isNew) await openMemberships(ctx, pictures)
    if (isNew) await openIdentities(ctx)
    if (isNew) await openPayment(ctx)
    if (isNew) for (const coupon of demoCoupons(day)) await coupons.put(ctx, coupon)
    const lastDay = await readSetting<string>(ctx, dayKey)
    if (!isNew && lastDay) await moveDates(ctx, lastDay, day)
    await writeSetting(ctx, versionKey, demoVersion)
    await writeSetting(ctx, dayKey, day)
  })
}

async function isUpToDate(ctx: Context, day: string) {
  return (await readSetting(ctx, versionKey)) === demoVersion && (await readSetting(ctx, dayKey)) === day
}

/** The recipes of the pictures that `openDemo` draws. The home page's recipes come first. `openPeople` has its own. */
function recipes(): Set<Recipe> {
  return new Set([
    ...homeRecipes(),
    ...demoCategories.flatMap(({ picture }) => picture ?? []),
    ...demoProducts.flatMap(({ pictures }) => pictures),
    ...membershipPictures,
    ...demoBrands.map(({ picture }) => picture),
    ...demoArticles.flatMap(({ cover, portrait }) => [cover, ...(portrait ? [portraitOf(portrait)] : [])]),
    ...demoPages.flatMap(({ blocks }) => recipesOf(blocks)),
  ])
}

function homeRecipes(): Recipe[] {
  const collected: Recipe[] = []
  demoHome((recipe, alt) => {
    collected.push(recipe)
    return { src: '', widths: [], width: 0, height: 0, alt }
  })
  return collected
}

function missing(recipe: Recipe): never {
  throw new Error(`no picture was drawn for ${recipe}`)
}

async function openShop(ctx: Context, pictures: Pictures) {
  const picture = (recipe: Recipe, alt: TextPair): Image => ({ ...pictures(recipe), alt: text(alt) })
  await content.putSettings(ctx, demoSettings)
  for (const rate of demoRates) await rates.setRate(ctx, rate)
  for (const [position, { name, description, picture: recipe, ...category }] of demoCategories.entries()) {
    await products.putCategory(ctx, {
      ...category,
      position,
      name: text(name),
      description: text(description),
      image: picture(recipe ?? firstPicture(category.id), name),
    })
  }
  for (const { id, name, story, picture: recipe } of demoBrands) {
    await products.putBrand(ctx, { id, name: text(name), story: text(story), image: picture(recipe, name) })
  }
  for (const { name, ...tag } of demoTags) await products.putTag(ctx, { ...tag, name: text(name) })
  for (const { name, modifiers, unless, ...group } of demoModifierGroups) {
    const values = unless?.map(({ option, value }) => ({ option: text(option), value: text(value) }))
    await products.putModifierGroup(ctx, {
      ...group,
      name: text(name),
      condition: values ? { kind: 'unless', modifiers: [], values } : null,
      modifiers: modifiers.map((modifier) => ({ ...modifier, name: text(modifier.name) })),
    })
  }
  for (const { name, title, blocks } of demoPages) {
    await content.putPage(ctx, { name, title: text(title), blocks: blocks.map((block) => toBlock(block, pictures)) })
  }
  for (const form of demoForms) await content.putForm(ctx, form)
  const home = demoHome((recipe, alt) => ({ ...pictures(recipe), alt }))
  for (const [position, section] of home.entries())
    await content.putSection(ctx, { ...section, type: 'home', position })
}

function firstPicture(categoryId: string): Recipe {
  const product = demoProducts.find(({ categories }) => categories.includes(categoryId))
  return product?.pictures[0] ?? missing(categoryId)
}

async function openStores(ctx: Context, day: string) {
  for (const store of demoStores(day)) await locations.put(ctx, store)
  await putSeller(ctx, demoSeller)
  await openDelivery(ctx)
}

/**
 * Moves the dates of stores, products and coupons: replaces each date that counts from `lastDay` by the date that
 * counts from `day`. Keeps dates that staff changed.
 */
async function moveDates(ctx: Context, lastDay: string, day: string) {
  const stores = new Map(demoStores(lastDay).map((store) => [store.id, store]))
  for (const { id, exceptions: after = [] } of demoStores(day)) {
    const before = stores.get(id)?.exceptions ?? []
    if (after.length > 0) await moveExceptions(ctx, { id, before, after })
  }
  await moveProductDates(
    ctx,
    demoProducts.map((product) => ({
      id: product.id,
      before: datesOf(product, lastDay),
      after: datesOf(product, day),
    })),
  )
  const lastCoupons = new Map(demoCoupons(lastDay).map((coupon) => [coupon.code, coupon]))
  for (const after of demoCoupons(day)) {
    const before = lastCoupons.get(after.code)
    if (before && (after.startsAt || after.endsAt)) await moveCouponDates(ctx, { code: after.code, before, after })
  }
}

async function openProducts(ctx: Context, pictures: Pictures, day: string) {
  await products.putProducts(
    ctx,
    demoProducts.map((product, position) => ({
      ...toInput(product, position, { pictures, today: day }),
      sold: soldBefore(product),
    })),
  )
  await stock.setOnHandMany(ctx, demoProducts.flatMap(toStock))
}

async function openAccounts(ctx: Context) {
  for (const { shows: _, ...account } of demoAccounts) {
    if (!(await members.findByEmail(ctx, account.email))) await members.create(ctx, { ...account, isProven: true })
  }
}
