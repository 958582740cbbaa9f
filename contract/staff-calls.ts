import type { Call } from './calls.ts'
import { listCalls } from './calls.ts'
import { moreBase } from './more-calls.ts'

/**
 * What staff do, below `/api/istore/more`: for the command `npm run shop`, and for a back office later. Same notation as
 * `calls.ts`. They stand apart so that shoppers' browsers do not load them. Who may: whoever shows the shop's staff
 * secret; to anybody else they do not exist. `:order` is an order's id, or the code that the shopper says.
 */
export const staffCalls = {
  staff: {
    orders: 'staff GET /staff/orders',
    order: 'staff GET /staff/orders/:order',
    accept: 'staff POST /staff/orders/:order/accept',
    prepare: 'staff POST /staff/orders/:order/prepare',
    delay: 'staff POST /staff/orders/:order/delay',
    ready: 'staff POST /staff/orders/:order/ready',
    sendOut: 'staff POST /staff/orders/:order/send-out',
    handOver: 'staff POST /staff/orders/:order/hand-over',
    noShow: 'staff POST /staff/orders/:order/no-show',
    cancel: 'staff POST /staff/orders/:order/cancel',
    cancelRequests: 'staff GET /staff/cancel-requests',
    grantCancel: 'staff POST /staff/orders/:order/cancel-request/grant',
    declineCancel: 'staff POST /staff/orders/:order/cancel-request/decline',
    refund: 'staff POST /staff/orders/:order/refund',
    stuck: 'staff GET /staff/payments/stuck',
    review: 'staff POST /staff/payments/:reference/review',
    reply: 'staff POST /staff/orders/:order/reply',
    tables: 'staff GET /staff/locations/:location/tables',
    openTable: 'staff POST /staff/locations/:location/tables/:number/open',
    closeTable: 'staff POST /staff/locations/:location/tables/:number/close',
    stockIn: 'staff POST /staff/stock/in',
    stockOut: 'staff POST /staff/stock/out',
    referralRewards: 'staff GET /staff/referral/rewards',
    approveReferral: 'staff POST /staff/referral/rewards/:reward/approve',
    refuseReferral: 'staff POST /staff/referral/rewards/:reward/refuse',
    pause: 'staff POST /staff/locations/:location/pause',
    campaigns: 'staff GET /staff/campaigns',
    createCampaign: 'staff POST /staff/campaigns',
    openCampaign: 'staff POST /staff/campaigns/:campaign/open',
    closeCampaign: 'staff POST /staff/campaigns/:campaign/close',
    cancelCampaign: 'staff POST /staff/campaigns/:campaign/cancel',
    stageCampaign: 'staff POST /staff/campaigns/:campaign/stage',
    extendCampaign: 'staff POST /staff/campaigns/:campaign/extend',
    lowerGoal: 'staff POST /staff/campaigns/:campaign/goal',
    handOut: 'staff GET /staff/campaigns/:campaign/hand-out',
    giveMembership: 'staff POST /staff/memberships/give',
    endMembership: 'staff POST /staff/memberships/end',
    resume: 'staff POST /staff/locations/:location/resume',
    forms: 'staff GET /staff/forms',
    form: 'staff GET /staff/forms/:reference',
    closeForm: 'staff POST /staff/forms/:reference/close',
    writePage: 'staff POST /staff/content/pages/:page',
    writeSection: 'staff POST /staff/content/sections/:section',
    writeForm: 'staff POST /staff/content/forms/:form',
    influencers: 'staff GET /staff/influencers',
    influencer: 'staff GET /staff/influencers/:influencer',
    decideInfluencer: 'staff POST /staff/influencers/:influencer/decision',
    contacts: 'staff GET /staff/contacts',
    contact: 'staff POST /staff/contacts/:contact/open',
    decideContact: 'staff POST /staff/contacts/:contact/decision',
    counts: 'staff GET /staff/counts',
    articles: 'staff GET /staff/blog',
    writeArticle: 'staff POST /staff/blog/:article',
    publishArticle: 'staff POST /staff/blog/:article/publish',
    withdrawArticle: 'staff POST /staff/blog/:article/withdraw',
    coupons: 'staff GET /staff/coupons',
    writeCoupon: 'staff POST /staff/coupons/:coupon',
    stopCoupon: 'staff POST /staff/coupons/:coupon/stop',
    exchangeRates: 'staff GET /staff/rates',
    setExchangeRate: 'staff POST /staff/rates/:currency',
    taxes: 'staff GET /staff/taxes',
    writeTax: 'staff POST /staff/taxes',
    zones: 'staff GET /staff/zones',
    writeZone: 'staff POST /staff/zones/:zone',
    stopZone: 'staff POST /staff/zones/:zone/stop',
    setPrice: 'staff POST /staff/prices',
    showProduct: 'staff POST /staff/products/:product/show',
    setQuantities: 'staff POST /staff/products/:product/quantities',
    giveCredit: 'staff POST /staff/credit',
  },
} as const

/** All rows of the table of staff calls, read. */
export function listStaffCalls(): Call[] {
  return listCalls(staffCalls, moreBase)
}
