import * as analytics from './analytics/analytics.ts'
import * as blog from './blog/blog.ts'
import * as campaigns from './campaigns/campaigns.ts'
import * as cart from './cart/cart.ts'
import * as catalogue from './catalogue/catalogue.ts'
import * as categorySettings from './catalogue/category-settings.ts'
import * as officeImports from './catalogue/import/office-imports.ts'
import { fixImportRow } from './catalogue/import/office-rows.ts'
import * as officeImportZip from './catalogue/import/office-zip.ts'
import * as labelSettings from './catalogue/label-settings.ts'
import * as modifierSettings from './catalogue/modifier-settings.ts'
import { exportProducts, exportRefused, exportReport } from './catalogue/office-export.ts'
import * as officeStock from './catalogue/office-stock.ts'
import * as pastedProducts from './catalogue/pasted-products.ts'
import { writePicture } from './catalogue/picture-texts.ts'
import { addPicture, cropPicture } from './catalogue/pictures.ts'
import * as productChanges from './catalogue/product-changes.ts'
import * as productSettings from './catalogue/product-settings.ts'
import * as productTable from './catalogue/product-table.ts'
import * as currency from './catalogue/rates.ts'
import { stockIn, stockOut } from './catalogue/shelf.ts'
import { backOnSale, markSoldOut, sellable, soldOut } from './catalogue/sold-out.ts'
import * as catalogueStaff from './catalogue/staff.ts'
import type { FindWaiting } from './catalogue/stock.ts'
import * as stockChanges from './catalogue/stock-changes.ts'
import * as billing from './checkout/billing.ts'
import * as campaignCart from './checkout/campaign-cart.ts'
import * as checkout from './checkout/checkout.ts'
import * as coupon from './checkout/coupon.ts'
import * as delivery from './checkout/delivery.ts'
import * as dining from './checkout/dining.ts'
import * as storeCredit from './checkout/store-credit.ts'
import * as tableService from './checkout/table-service.ts'
import { setTip } from './checkout/tip.ts'
import * as contacts from './contacts/contacts.ts'
import * as content from './content/content.ts'
import * as contentStaff from './content/staff.ts'
import { popular, suggest } from './content/suggest.ts'
import * as coupons from './coupons/coupons.ts'
import * as couponStaff from './coupons/staff.ts'
import { giveCredit } from './credit/staff.ts'
import * as influencers from './influencers/influencers.ts'
import * as locations from './locations/locations.ts'
import * as timesStaff from './locations/method-times.ts'
import * as hoursStaff from './locations/opening-hours.ts'
import * as orderEmailStaff from './locations/order-email-settings.ts'
import * as zoneStaff from './locations/staff.ts'
import * as storeSettings from './locations/store-settings.ts'
import * as media from './media/media.ts'
import { merge } from './members/account-merge.ts'
import * as alipay from './members/alipay.ts'
import * as identityLinks from './members/identity-links.ts'
import * as account from './members/members.ts'
import * as wechat from './members/wechat.ts'
import * as membership from './membership/membership.ts'
import * as orders from './orders/orders.ts'
import * as payments from './payments/payments.ts'
import type { Context } from './platform/context.ts'
import { listDeadLetters, retryEvents } from './platform/dead-letters.ts'
import * as taxStaff from './pricing/staff.ts'
import * as referral from './referral/referral.ts'
import * as notices from './staff/notices.ts'
import * as people from './staff/staff.ts'

/** Operations of shoppers, members, influencers and devices of stores. */
const shopOperations = {
  shell: { appInfo: content.appInfo, changeLocale: content.changeLocale, timeZone: content.timeZone },
  content,
  account: { ...account, picture },
  blog,
  wechat,
  alipay,
  identity: { ...identityLinks, merge },
  locations: { ...locations, ...inCampaign({ delivery: delivery.deliveryLocations }) },
  dining,
  currency,
  catalogue,
  search: { suggest, popular },
  campaigns,
  cart,
  campaignCart,
  checkout: {
    deliveryConfig: delivery.deliveryConfig,
    ...inCampaign({
      ...checkout,
      setTip,
      paymentConfig: payments.paymentOptions,
    }),
  },
  coupons: { ...coupons, ...inCampaign({ apply: coupon.apply, remove: coupon.remove }), claim: coupon.claim },
  membership: { ...membership, savings: orders.savings },
  billing: { ...billing, ...inCampaign({ view: billing.view }) },
  storeCredit: {
    ...storeCredit,
    ...inCampaign({ apply: storeCredit.apply, applyToDeposit: storeCredit.applyToDeposit }),
  },
  orders,
  payments,
  influencers,
  verifiedContacts: contacts,
  referral,
  measuring: analytics,
}

/** Operations of staff. */
const staff = {
  // Group-buys, orders, payments and tables.
  ...campaigns.staff,
  createCampaign: campaigns.createCampaign,
  ...orders.staff,
  ...orders.deliveryStaff,
  ...payments.staff,
  events: listDeadLetters,
  retryEvents,
  ...tableService,
  // Pages and forms.
  ...content.formStaff,
  ...contentStaff,
  // Members.
  giveMembership: membership.giveMembership,
  endMembership: membership.endMembership,
  referralRewards: referral.staff.rewards,
  approveReferral: referral.staff.approve,
  refuseReferral: referral.staff.refuse,
  // Stock.
  stockIn,
  stockOut,
  soldOut,
  sellable,
  markSoldOut,
  backOnSale,
  stock: withWaiting(officeStock.stock),
  stockHistory: withWaiting(officeStock.stockHistory),
  watchStock: withWaiting(officeStock.watchStock),
  ...stockChanges,
  countStock: withWaiting(stockChanges.countStock),
  // Pauses of stores.
  pauses: locations.pauses.list,
  pause: locations.pauses.pause,
  resume: locations.pauses.resume,
  slower: locations.pauses.slower,
  closeEarly: locations.closeEarly,
  // Influencers, contacts, blog and visits.
  ...influencers.staff,
  ...contacts.staff,
  ...blog.staff,
  counts: analytics.counts,
  // Products, with their imports and pictures.
  ...catalogueStaff,
  ...productSettings,
  ...productChanges,
  ...productTable,
  ...modifierSettings,
  ...categorySettings,
  ...labelSettings,
  ...pastedProducts,
  ...officeImports,
  ...officeImportZip,
  ...media,
  addPicture,
  cropPicture,
  writePicture,
  fixImportRow,
  exportProducts,
  exportRefused,
  exportReport,
  // Coupons, stores, taxes and credit.
  ...couponStaff,
  ...hoursStaff,
  ...orderEmailStaff,
  ...storeSettings,
  ...timesStaff,
  ...zoneStaff,
  ...taxStaff,
  giveCredit,
}

/**
 * The operations by the names of their calls: the call `area.name` is the operation `name` of `area`. An area is
 * usually a module. The types of `bindCalls` require an operation for each call.
 */
export const operations = { ...shopOperations, staff, people: { ...people, log }, devices: people.devices, notices }

type Operation = (ctx: Context, input: never) => Promise<unknown>

/**
 * Wraps operations so that they use the cart of a campaign if the input names a campaign. They fail with `not_found` if
 * there is no such campaign.
 */
function inCampaign<Named extends Record<string, Operation>>(operations: Named): Named {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operate]) => [
      name,
      async (ctx: Context, { fissionCampaignId, ...input }: { fissionCampaignId?: string }) => {
        if (fissionCampaignId) await campaigns.enter(ctx, fissionCampaignId)
        // The cast is safe, because the call's schema has checked the rest of the input.
        return operate(ctx, input as never)
      },
    ]),
  ) as unknown as Named
}

/**
 * Passes `findWaitingPieces` of the payments module to an operation on stock, because the catalogue module does not
 * know the orders; see `FindWaiting`.
 */
function withWaiting<Input, Output>(
  operate: (ctx: Context, input: Input, findWaiting: FindWaiting) => Promise<Output>,
): (ctx: Context, input: Input) => Promise<Output> {
  return (ctx, input) => operate(ctx, input, payments.findWaitingPieces)
}

/** Lists entries of the activity log, each with the number of its order if it is about an order. */
async function log(ctx: Context, input: Parameters<typeof people.log>[1]): ReturnType<typeof people.log> {
  const { entries, ...found } = await people.log(ctx, input)
  const subjects = entries.map(({ subject }) => subject)
  const numbers = await orders.staff.findNumbers(ctx, subjects)
  return { ...found, entries: entries.map((entry) => ({ ...entry, order: numbers.get(entry.subject) ?? '' })) }
}

/** Returns a picture of the signed-in member, from the module that stores it. */
async function picture(ctx: Context, input: { id: string }): Promise<File> {
  return (
    (await contacts.findPhoto(ctx, input)) ?? (await influencers.findPicture(ctx, input)) ?? account.picture(ctx, input)
  )
}
