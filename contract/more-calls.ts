import type { Call } from './calls.ts'
import { listCalls } from './calls.ts'
import { moreBase } from './constants.ts'

/**
 * What the specification's table lacks and a shop needs, below `/api/istore/more`. Same notation as `calls.ts`.
 * Providers' notifications answer in the provider's own form, not in ours.
 */
export const moreCalls = {
  account: {
    profile: 'member GET /account/profile',
    sendCode: 'POST /account/code',
    signInWithCode: 'POST /account/code/sign-in',
    confirmRegistration: 'POST /account/registration/confirm',
    resendRegistration: 'POST /account/registration/resend',
    signInWithLink: 'POST /account/link/sign-in',
    sendProof: 'member POST /account/email/code',
    proveEmail: 'member POST /account/email/proof',
    endSessions: 'member POST /account/sessions/end',
    exportData: 'member GET /account/export',
    remove: 'member POST /account/remove',
  },
  identity: {
    ways: 'GET /identity/ways',
    begin: 'shopper POST /identity/begin',
    linked: 'member GET /identity/linked',
    unlink: 'member POST /identity/unlink',
    merge: 'member POST /identity/merge',
  },
  wechat: {
    shareSignature: 'GET /wechat/share-signature',
  },
  content: {
    form: 'GET /forms/:name',
  },
  blog: {
    list: 'GET /blog/articles',
    topics: 'GET /blog/topics',
    article: 'GET /blog/articles/:id',
  },
  measuring: {
    count: 'POST /measuring/events',
  },
  search: {
    suggest: 'GET /search/suggestions/:term',
    popular: 'GET /search/popular',
  },
  cart: {
    preview: 'shopper GET /cart/preview/:locationId',
  },
  campaignCart: {
    hideName: 'shopper POST /campaigns/:id/name',
  },
  coupons: {
    own: 'member GET /coupons/own',
    remove: 'shopper POST /coupons/remove?fissionCampaignId',
  },
  membership: {
    offer: 'GET /membership/offer',
    savings: 'member GET /membership/savings',
  },
  payments: {
    check: 'shopper POST /payments/check',
    handover: 'GET /payments/mini-program/:token',
  },
  dining: {
    codes: 'GET /tables/codes',
    look: 'GET /tables/code/:token',
    sit: 'shopper POST /tables/session',
    table: 'shopper GET /tables/session',
    leave: 'shopper POST /tables/session/leave',
  },
  influencers: {
    unlike: 'member POST /influencers/:id/unlike',
    recommending: 'GET /influencers/recommending/:id',
  },
  verifiedContacts: {
    remove: 'member POST /contacts/:id/remove',
  },
  checkout: {
    setVerifiedContact: 'shopper POST /checkout/verified-contact',
    fillIn: 'shopper POST /checkout/details',
    sendCode: 'shopper POST /checkout/code',
  },
  referral: {
    click: 'POST /referral/clicks',
    received: 'member GET /referral/rewards',
    invitation: 'GET /referral/invitations/:id',
  },
  orders: {
    reorder: 'shopper POST /orders/:id/reorder',
    cancelByLink: 'shopper POST /orders/:id/cancel',
    askToCancel: 'shopper POST /orders/:id/cancel-request',
    commentByLink: 'shopper POST /orders/:id/comment',
  },
  providers: {
    /** Some providers notify with GET, at the same address. */
    notification: 'POST /payments/:provider/notification',
  },
} as const

export { moreBase }

/** The rows of this table that are calls like any others: those that have schemas. */
export function listMoreCalls(schemas: Record<string, object>): Call[] {
  return listCalls(moreCalls, moreBase).filter(({ name }) => (name.split('.')[0] ?? '') in schemas)
}
