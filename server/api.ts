import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { moreBase } from '#contract/more-calls.ts'
import { schemas } from '#contract/schemas.ts'
import { staffSchemas } from '#contract/staff.ts'
import * as blog from './blog/blog.ts'
import { feed } from './blog/feed.ts'
import { listPages as listBlog } from './blog/sitemap.ts'
import * as campaigns from './campaigns/campaigns.ts'
import { listPages as listCampaigns } from './campaigns/sitemap.ts'
import * as campaignCart from './cart/campaign-cart.ts'
import * as cart from './cart/cart.ts'
import * as catalogue from './catalogue/catalogue.ts'
import * as currency from './catalogue/rates.ts'
import { stockIn, stockOut } from './catalogue/shelf.ts'
import * as catalogueStaff from './catalogue/staff.ts'
import * as billing from './checkout/billing.ts'
import * as checkout from './checkout/checkout.ts'
import * as coupon from './checkout/coupon.ts'
import * as delivering from './checkout/delivering.ts'
import * as dining from './checkout/dining.ts'
import * as storeCredit from './checkout/store-credit.ts'
import { setTip } from './checkout/tip.ts'
import * as contacts from './contacts/contacts.ts'
import * as content from './content/content.ts'
import { manifest } from './content/manifest.ts'
import type { MoreParts } from './content/sitemap.ts'
import { robots, sitemapIndex, sitemapPart } from './content/sitemap.ts'
import { popular, suggest } from './content/suggest.ts'
import * as writing from './content/writing.ts'
import * as coupons from './coupons/coupons.ts'
import * as couponStaff from './coupons/staff.ts'
import { giveCredit } from './credit/staff.ts'
import * as influencers from './influencers/influencers.ts'
import * as locations from './locations/locations.ts'
import * as hoursStaff from './locations/opening-hours.ts'
import * as orderEmailStaff from './locations/order-emails.ts'
import * as serving from './locations/serving.ts'
import * as zoneStaff from './locations/staff.ts'
import * as measuring from './measuring/measuring.ts'
import * as alipay from './members/alipay.ts'
import * as linking from './members/linking.ts'
import * as account from './members/members.ts'
import { merge } from './members/merging.ts'
import * as wechat from './members/wechat.ts'
import * as membership from './membership/membership.ts'
import * as orders from './orders/orders.ts'
import * as payments from './payments/payments.ts'
import type { App, Context } from './platform/context.ts'
import type { Http } from './platform/http.ts'
import { bindCalls, bindDocuments, bindRest, bindRoute, bindStream, inProcessTransport } from './platform/http.ts'
import type { Limit } from './platform/limits.ts'
import type { Visit } from './platform/visit.ts'
import * as taxStaff from './pricing/staff.ts'
import * as referral from './referral/referral.ts'

export { introduce } from './content/content.ts'
export { openFirst as openFirstLocation } from './locations/locations.ts'

/** Limits that guard a secret count in the database, before the secret is checked; what succeeds is taken back. */
const perAddress: Record<string, Limit> = {
  'account.signIn': { points: 20, seconds: 600, failures: ['account.wrong_credentials'], isShared: true },
  'account.register': { points: 10, seconds: 600 },
  'account.confirmRegistration': { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
  'account.resendRegistration': { points: 10, seconds: 3600 },
  'account.forgotPassword': { points: 10, seconds: 3600 },
  'account.resetForgotten': { points: 20, seconds: 600, failures: ['account.link_invalid'] },
  'account.changePassword': { points: 20, seconds: 600, failures: ['account.wrong_password'], isShared: true },
  'account.sendCode': { points: 10, seconds: 3600 },
  'account.signInWithCode': { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
  'account.signInWithLink': { points: 20, seconds: 600, failures: ['account.link_invalid'] },
  'account.sendProof': { points: 10, seconds: 3600 },
  'account.proveEmail': { points: 20, seconds: 600, failures: ['account.wrong_code'], isShared: true },
  'account.uploadPicture': { points: 40, seconds: 3600 },
  'content.form': { points: 120, seconds: 600 },
  'content.submitForm': { points: 8, seconds: 600 },
  'account.exportData': { points: 10, seconds: 3600 },
  'account.remove': { points: 10, seconds: 600, failures: ['account.wrong_password'], isShared: true },
  'identity.begin': { points: 30, seconds: 600 },
  'identity.unlink': { points: 20, seconds: 600 },
  'identity.merge': { points: 10, seconds: 600 },
  'wechat.signIn': { points: 30, seconds: 600 },
  'wechat.signInMiniProgram': { points: 30, seconds: 600 },
  'wechat.register': { points: 10, seconds: 600 },
  'wechat.link': { points: 20, seconds: 600 },
  'wechat.shareSignature': { points: 60, seconds: 60 },
  'wechat.liveRooms': { points: 60, seconds: 60 },
  'alipay.signIn': { points: 30, seconds: 600 },
  'alipay.register': { points: 10, seconds: 600 },
  'alipay.link': { points: 20, seconds: 600 },
  'catalogue.search': { points: 240, seconds: 60 },
  'catalogue.searchCount': { points: 240, seconds: 60 },
  'search.suggest': { points: 480, seconds: 60 },
  // Codes are not to be guessed.
  'coupons.apply': { points: 10, seconds: 600, failures: ['coupons.unknown'], isShared: true },
  'coupons.terms': { points: 10, seconds: 600, failures: ['coupons.unknown'], isShared: true },
  'influencers.apply': { points: 30, seconds: 600 },
  'influencers.update': { points: 60, seconds: 600 },
  'influencers.uploadPicture': { points: 40, seconds: 3600 },
  'influencers.like': { points: 120, seconds: 60 },
  'verifiedContacts.uploadPhoto': { points: 40, seconds: 3600 },
  'verifiedContacts.create': { points: 20, seconds: 3600 },
  'verifiedContacts.update': { points: 20, seconds: 3600 },
  'orders.cancel': { points: 30, seconds: 60 },
  'orders.comment': { points: 20, seconds: 60 },
  'orders.cancelByLink': { points: 30, seconds: 60 },
  'orders.askToCancel': { points: 30, seconds: 60 },
  'orders.commentByLink': { points: 20, seconds: 60 },
  'orders.reorder': { points: 30, seconds: 60 },
  // Ids are not to be guessed.
  'referral.invitation': { points: 60, seconds: 600 },
  'referral.click': { points: 60, seconds: 60 },
  'referral.joinGroup': { points: 30, seconds: 60 },
  'measuring.count': { points: 600, seconds: 60 },
  'locations.delivery': { points: 120, seconds: 60 },
  'dining.look': { points: 60, seconds: 60 },
  'dining.sit': { points: 30, seconds: 60 },
  'checkout.sendCode': { points: 20, seconds: 600 },
  'billing.place': { points: 60, seconds: 60 },
  'storeCredit.pay': { points: 60, seconds: 60 },
  'payments.startSnapPayWeChat': { points: 30, seconds: 60, failures: 'any' },
  'payments.startSnapPayAlipay': { points: 30, seconds: 60, failures: 'any' },
  'payments.startSnapPayUnionPay': { points: 30, seconds: 60, failures: 'any' },
  'payments.payPal': { points: 30, seconds: 60, failures: 'any' },
  'payments.check': { points: 300, seconds: 60 },
  'payments.checkSnapPay': { points: 300, seconds: 60 },
  'payments.startOtt': { points: 30, seconds: 60, failures: 'any' },
  'payments.checkOtt': { points: 300, seconds: 60 },
  'payments.startCitcon': { points: 30, seconds: 60, failures: 'any' },
  'payments.checkCitcon': { points: 300, seconds: 60 },
  'payments.startIotPay': { points: 30, seconds: 60, failures: 'any' },
  'payments.checkIotPay': { points: 300, seconds: 60 },
  'payments.startOPay': { points: 30, seconds: 60, failures: 'any' },
  'payments.checkOPay': { points: 300, seconds: 60 },
  'payments.startMiniProgram': { points: 30, seconds: 60, failures: 'any' },
  'payments.handover': { points: 60, seconds: 60 },
  'payments.miniProgramPaid': { points: 300, seconds: 60 },
  'payments.miniProgramFailed': { points: 60, seconds: 60 },
}

/** Parts of the sitemap beside products and pages, by their names. */
const sitemapParts: MoreParts = {
  blog: listBlog,
  campaigns: listCampaigns,
  influencers: async (ctx) =>
    (await influencers.listPublic(ctx)).map(({ id, updatedAt }) => ({
      path: `/influencer/${id}`,
      ...(updatedAt && { updatedAt }),
    })),
}

/** The whole API, wired: each call of the table to its module's operation. */
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
    coupons: { ...coupons, ...inCampaign({ apply: coupon.apply, remove: coupon.remove }) },
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
    ...payments.staff,
    ...serving,
    ...content.formStaff,
    ...writing,
    giveMembership: membership.giveMembership,
    endMembership: membership.endMembership,
    referralRewards: referral.staff.rewards,
    approveReferral: referral.staff.approve,
    refuseReferral: referral.staff.refuse,
    stockIn,
    stockOut,
    pause: locations.pauses.pause,
    resume: locations.pauses.resume,
    ...influencers.staff,
    ...contacts.staff,
    ...blog.staff,
    counts: measuring.counts,
    ...catalogueStaff,
    ...couponStaff,
    ...hoursStaff,
    ...orderEmailStaff,
    ...zoneStaff,
    ...taxStaff,
    giveCredit,
  }
  const http = bindCalls(
    app,
    { ...schemas, ...staffSchemas },
    { ...operations, staff },
    {
      // An article may have blocks for some visitors only.
      kept: (name) => /^(catalogue|search|blog)\./.test(name) && name !== 'blog.article',
      limits: perAddress,
      admit: { referrer: referral.demandReferrer },
    },
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
  bindStream(app, http, {
    row: `GET ${moreBase}/orders/:id/events`,
    limit: { points: 120, seconds: 60 },
    handle: (ctx, { id = '' }, query) => orders.watchOrder(ctx, id, query.get('token') ?? undefined),
  })
  const document = { maxAgeSeconds: 3600, limit: { points: 600, seconds: 60 } }
  const xml = { ...document, type: 'application/xml; charset=utf-8' }
  bindDocuments(app, http, { ...xml, path: '/sitemap.xml', write: (ctx) => sitemapIndex(ctx, sitemapParts) })
  bindDocuments(app, http, {
    ...xml,
    path: '/:file{sitemap-.+[.]xml}',
    write: (ctx, path) => sitemapPart(ctx, path.slice('/sitemap-'.length, -'.xml'.length), sitemapParts),
  })
  bindDocuments(app, http, {
    ...document,
    path: '/blog/feed.xml',
    type: 'application/rss+xml; charset=utf-8',
    write: feed,
  })
  bindDocuments(app, http, { ...document, path: '/robots.txt', type: 'text/plain; charset=utf-8', write: robots })
  bindDocuments(app, http, {
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

/** The same operations on the cart of the campaign that their input names, where it names one: `not_found` for none there. */
function inCampaign<Named extends Record<string, Operation>>(operations: Named): Named {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operate]) => [
      name,
      async (ctx: Context, { fissionCampaignId, ...input }: { fissionCampaignId?: string }) => {
        if (fissionCampaignId) await campaigns.enter(ctx, fissionCampaignId)
        return operate(ctx, input as never)
      },
    ]),
  ) as unknown as Named
}

/** A picture of the member who is signed in, whichever part of the shop keeps it. */
async function picture(ctx: Context, input: { id: string }): Promise<File> {
  return (
    (await contacts.findPhoto(ctx, input)) ?? (await influencers.findPicture(ctx, input)) ?? account.picture(ctx, input)
  )
}

export interface Api {
  http: Http
  /** A request as if it came over the network. */
  fetch(request: Request): Promise<Response>
  /** The calls as functions within the process, for a visit whose page is rendered. */
  clientFor(visit: Visit): Client
}
