import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { moreBase, officeBase } from '#contract/constants.ts'
import { staffCalls } from '#contract/office/calls.ts'
import * as measuring from './analytics/analytics.ts'
import * as blog from './blog/blog.ts'
import { feed } from './blog/feed.ts'
import { listPages as listBlog } from './blog/sitemap.ts'
import * as campaigns from './campaigns/campaigns.ts'
import { listPages as listCampaigns } from './campaigns/sitemap.ts'
import * as campaignCart from './cart/campaign-cart.ts'
import * as cart from './cart/cart.ts'
import * as catalogue from './catalogue/catalogue.ts'
import * as categorySettings from './catalogue/category-settings.ts'
import * as officeImports from './catalogue/import/office-imports.ts'
import { fixImportRow } from './catalogue/import/office-rows.ts'
import * as officeImportZip from './catalogue/import/office-zip.ts'
import * as labelSettings from './catalogue/label-settings.ts'
import * as modifierSettings from './catalogue/modifier-settings.ts'
import { exportProducts, exportRefused, exportReport, serveExport } from './catalogue/office-export.ts'
import { stock, stockHistory, watchStock } from './catalogue/office-stock.ts'
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
import * as stockChanges from './catalogue/stock-changes.ts'
import * as billing from './checkout/billing.ts'
import * as checkout from './checkout/checkout.ts'
import * as coupon from './checkout/coupon.ts'
import * as delivering from './checkout/delivery.ts'
import * as dining from './checkout/dining.ts'
import * as storeCredit from './checkout/store-credit.ts'
import * as tableService from './checkout/table-service.ts'
import { setTip } from './checkout/tip.ts'
import * as contacts from './contacts/contacts.ts'
import * as content from './content/content.ts'
import { manifest } from './content/manifest.ts'
import type { MoreParts } from './content/sitemap.ts'
import { robots, sitemapIndex, sitemapPart } from './content/sitemap.ts'
import * as writing from './content/staff.ts'
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
import * as linking from './members/identity-links.ts'
import * as account from './members/members.ts'
import * as wechat from './members/wechat.ts'
import * as membership from './membership/membership.ts'
import * as orders from './orders/orders.ts'
import * as payments from './payments/payments.ts'
import type { App, Context } from './platform/context.ts'
import { listDeadLetters, retryEvents } from './platform/dead-letters.ts'
import { bindDocument, bindStreamedDocuments } from './platform/http/documents.ts'
import type { Office } from './platform/http/office-access.ts'
import type { Http } from './platform/http/server.ts'
import { bindCalls, bindRest, bindRoute, bindStream, inProcessTransport } from './platform/http/server.ts'
import type { Visit } from './platform/http/visits.ts'
import * as taxStaff from './pricing/staff.ts'
import * as referral from './referral/referral.ts'
import * as notices from './staff/notices.ts'
import * as people from './staff/staff.ts'

export { introduce } from './content/content.ts'
export { openFirst as openFirstLocation } from './locations/locations.ts'
export { firstOwnerLink } from './staff/staff.ts'

/** Maps names to the parts of the sitemap that contain neither products nor pages. */
const sitemapParts: MoreParts = {
  blog: listBlog,
  campaigns: listCampaigns,
  influencers: async (ctx) =>
    (await influencers.listPublic(ctx)).map(({ id, updatedAt }) => ({
      path: `/influencer/${id}`,
      ...(updatedAt && { updatedAt }),
    })),
}

/** Binds each call of the API to the operation of its module. */
export function createApi(app: App): Api {
  const operations = {
    shell: { appInfo: content.appInfo, changeLocale: content.changeLocale, timeZone: content.timeZone },
    content,
    account: { ...account, picture },
    blog,
    wechat,
    alipay,
    identity: { ...linking, merge },
    locations: { ...locations, ...inCampaign({ delivery: delivering.deliveryLocations }) },
    dining,
    currency,
    catalogue,
    search: { suggest, popular },
    campaigns,
    cart,
    campaignCart,
    checkout: {
      deliveryConfig: delivering.deliveryConfig,
      ...inCampaign({
        ...checkout,
        setTip,
        paymentConfig: payments.options,
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
    measuring,
  }
  const staff = {
    ...campaigns.staff,
    createCampaign: campaigns.createCampaign,
    ...orders.staff,
    ...orders.deliveryStaff,
    ...payments.staff,
    events: listDeadLetters,
    retryEvents,
    ...tableService,
    ...content.formStaff,
    ...writing,
    giveMembership: membership.giveMembership,
    endMembership: membership.endMembership,
    referralRewards: referral.staff.rewards,
    approveReferral: referral.staff.approve,
    refuseReferral: referral.staff.refuse,
    ...{ stockIn, stockOut, soldOut, sellable, markSoldOut, backOnSale },
    ...{ stock, stockHistory, watchStock },
    ...stockChanges,
    pauses: locations.pauses.list,
    pause: locations.pauses.pause,
    resume: locations.pauses.resume,
    slower: locations.pauses.slower,
    closeEarly: locations.closeEarly,
    ...influencers.staff,
    ...contacts.staff,
    ...blog.staff,
    counts: measuring.counts,
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
    ...{ addPicture, cropPicture, writePicture },
    fixImportRow,
    exportProducts,
    exportRefused,
    exportReport,
    ...couponStaff,
    ...hoursStaff,
    ...orderEmailStaff,
    ...storeSettings,
    ...timesStaff,
    ...zoneStaff,
    ...taxStaff,
    giveCredit,
  }
  const office: Office = {
    find: (token) => people.findStaff(app, token),
    log: people.writeLog,
    lastChange: people.lastChange,
    storeOf: {
      order: orders.staff.storeOfOrder,
      campaign: campaigns.staff.storeOfCampaign,
      payment: payments.storeOfPayment,
    },
  }
  const http = bindCalls(
    app,
    { ...calls, ...staffCalls },
    { ...operations, staff, people: { ...people, log }, devices: people.devices, notices },
    { admit: { referrer: referral.demandReferrer }, office },
  )
  for (const method of ['GET', 'POST']) {
    bindRoute(app, http, {
      row: `${method} ${moreBase}/payments/:provider/notification`,
      limit: { points: 600, seconds: 60 },
      handle: (request) =>
        payments.receiveNotification(app, request, new URL(request.url).pathname.split('/').at(-2) ?? ''),
    })
  }
  bindRoute(app, http, {
    row: 'GET /influencer-pictures/:id/:file',
    limit: { points: 600, seconds: 60 },
    handle: (request) => influencers.servePicture(app, new URL(request.url).pathname),
  })
  bindRoute(app, http, {
    row: `GET ${officeBase}/exports/:file`,
    limit: { points: 60, seconds: 3600 },
    handle: (request) => serveExport(app, new URL(request.url).pathname),
  })
  bindRoute(app, http, {
    row: `GET ${officeBase}/book-files/:file`,
    limit: { points: 60, seconds: 3600 },
    handle: (request) => payments.serveBooks(app, new URL(request.url).pathname),
  })
  bindStream(app, http, {
    row: `GET ${moreBase}/orders/:id/events`,
    limit: { points: 120, seconds: 60 },
    handle: (ctx, { id = '' }, query) => orders.watchOrder(ctx, id, query.get('token') ?? undefined),
  })
  bindStream(app, http, {
    row: `GET ${officeBase}/live`,
    limit: { points: 120, seconds: 60 },
    office,
    handle: (ctx) => people.watchOffice(ctx, [orders.orderChannel, locations.dining.tableChannel]),
  })
  const document = { maxAgeSeconds: 3600, limit: { points: 600, seconds: 60 } }
  const xml = { ...document, type: 'application/xml; charset=utf-8' }
  bindDocument(app, http, { ...xml, path: '/sitemap.xml', write: (ctx) => sitemapIndex(ctx, sitemapParts) })
  bindStreamedDocuments(app, http, {
    ...xml,
    path: '/:file{sitemap-.+[.]xml}',
    write: (ctx, path) => sitemapPart(ctx, path.slice('/sitemap-'.length, -'.xml'.length), sitemapParts),
  })
  bindDocument(app, http, {
    ...document,
    path: '/blog/feed.xml',
    type: 'application/rss+xml; charset=utf-8',
    write: feed,
  })
  bindDocument(app, http, { ...document, path: '/robots.txt', type: 'text/plain; charset=utf-8', write: robots })
  bindDocument(app, http, {
    ...document,
    path: '/manifest.webmanifest',
    type: 'application/manifest+json',
    write: manifest,
  })
  bindRest(app, http)
  return {
    http,
    fetch: async (request) => http.hono.fetch(request, {}),
    clientFor: (visit) => createClient(inProcessTransport(http, visit), () => undefined),
  }
}

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

/** Lists entries of the activity log, each with the number of its order if it is about an order. */
async function log(ctx: Context, input: Parameters<typeof people.log>[1]): ReturnType<typeof people.log> {
  const { entries, ...found } = await people.log(ctx, input)
  const subjects = entries.map(({ subject }) => subject)
  const numbers = await orders.staff.numbersIn(ctx, subjects)
  return { ...found, entries: entries.map((entry) => ({ ...entry, order: numbers.get(entry.subject) ?? '' })) }
}

/** Returns a picture of the signed-in member, from the module that stores it. */
async function picture(ctx: Context, input: { id: string }): Promise<File> {
  return (
    (await contacts.findPhoto(ctx, input)) ?? (await influencers.findPicture(ctx, input)) ?? account.picture(ctx, input)
  )
}

export interface Api {
  http: Http
  /** Handles a request as if it came over the network. */
  fetch(request: Request): Promise<Response>
  /** Creates a client within the process, for a visit whose page is rendered. */
  clientFor(visit: Visit): Client
}
