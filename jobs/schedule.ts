import { auditNightly } from '#server/audit/audit.ts'
import * as campaigns from '#server/campaigns/campaigns.ts'
import * as cart from '#server/cart/cart.ts'
import { stock } from '#server/catalogue/catalogue.ts'
import { sweepImports } from '#server/catalogue/import/office-imports.ts'
import { sweepPictures } from '#server/catalogue/pictures.ts'
import { sweepChanges } from '#server/catalogue/product-changes.ts'
import { refreshIndex, sortTiers } from '#server/catalogue/products.ts'
import { sweepRefusals } from '#server/catalogue/refusals.ts'
import { publishDue } from '#server/catalogue/scheduled.ts'
import { removeExpiredMarks } from '#server/catalogue/sold-out.ts'
import { releaseExpired } from '#server/checkout/checkout.ts'
import * as contacts from '#server/contacts/contacts.ts'
import { sweepForms } from '#server/content/content.ts'
import * as coupons from '#server/coupons/coupons.ts'
import * as credit from '#server/credit/credit.ts'
import { dining } from '#server/locations/locations.ts'
import { sweepAddressCodes, sweepArrivals, sweepRegistrations, sweepSecrets } from '#server/members/members.ts'
import * as membership from '#server/membership/membership.ts'
import { eraseFinished } from '#server/orders/erasure.ts'
import * as orders from '#server/orders/orders.ts'
import * as payments from '#server/payments/payments.ts'
import type { Context } from '#server/platform/context.ts'
import { sweepAttempts } from '#server/platform/http/attempts.ts'
import { sweepSessions } from '#server/platform/http/sessions.ts'
import type { Job } from '#server/platform/queue.ts'
import { sweepEvents } from '#server/platform/queue.ts'
import { reward } from '#server/referral/referral.ts'
import { sweep as sweepStaff } from '#server/staff/staff.ts'

const second = 1000
const hour = 3600 * second

/** The periodic jobs of the shop, each with its interval in milliseconds. */
export const schedule: Job[] = [
  { name: 'check pending payments', everyMs: 2 * second, run: payments.checkPending },
  { name: 'send refunds', everyMs: 5 * second, run: payments.sendRefunds },
  { name: 'compare payments with their providers', everyMs: hour, run: payments.reconcile },
  { name: 'email stores about payments that need a decision', everyMs: 60 * second, run: payments.queueStuckAlerts },
  { name: 'release expired holds', everyMs: 5 * second, run: releaseExpired },
  { name: 'settle group-buys that are over', everyMs: 5 * second, run: campaigns.settleDue },
  { name: 'tell where group-buys stand', everyMs: 5 * second, run: campaigns.publishStates },
  { name: 'count what was sold', everyMs: 60 * second, run: stock.updateSoldCounts },
  { name: 'sell again what was sold out for a while', everyMs: 5 * second, run: removeExpiredMarks },
  { name: 'index products by new rules', everyMs: 60 * second, run: refreshIndex },
  { name: 'show products whose time has come', everyMs: 60 * second, run: publishDue },
  { name: 'sort products into tiers', everyMs: hour, run: sortTiers },
  { name: 'expire store credit', everyMs: 60 * second, run: credit.expire },
  { name: 'reward referrals', everyMs: 60 * second, run: reward },
  { name: 'remind of orders that are near', everyMs: 60 * second, run: orders.remind },
  { name: 'remind of e-transfers', everyMs: 60 * second, run: payments.remindOfTransfers },
  { name: 'remind of what ends', everyMs: hour, run: remindOfEnds },
  { name: 'give coupons of memberships', everyMs: 60 * second, run: membership.issueCoupons },
  { name: 'forget ended sessions', everyMs: hour, run: (ctx) => sweepSessions(ctx.db, ctx.app.now()) },
  { name: 'end parties that left', everyMs: 60 * second, run: dining.endIdle },
  { name: 'delete ended staff sessions and old notifications', everyMs: hour, run: sweepStaff },
  { name: 'delete counts of attempts that ended', everyMs: hour, run: sweepAttempts },
  { name: 'forget mailed tokens', everyMs: hour, run: sweepSecrets },
  { name: 'forget unconfirmed registrations', everyMs: hour, run: sweepRegistrations },
  { name: 'forget codes of guests', everyMs: hour, run: sweepAddressCodes },
  { name: 'forget who did not come back from a sign-in', everyMs: hour, run: sweepArrivals },
  { name: 'forget identities that are not needed any more', everyMs: hour, run: contacts.purge },
  { name: 'erase orders of deleted accounts', everyMs: hour, run: eraseFinished },
  { name: 'forget changes of products that nobody can undo', everyMs: hour, run: sweepChanges },
  { name: 'delete pictures that were removed', everyMs: hour, run: sweepPictures },
  { name: 'forget what was refused', everyMs: 300 * second, run: sweepRefusals },
  { name: 'forget old carts', everyMs: hour, run: cart.sweep },
  { name: 'delete carts of guests without an order', everyMs: 24 * hour, run: orders.deleteGuestCarts },
  { name: 'forget old notifications', everyMs: hour, run: payments.deleteOldNotifications },
  { name: 'forget old answers to forms', everyMs: hour, run: sweepForms },
  { name: 'delete imports that cannot be undone any more', everyMs: hour, run: sweepImports },
  { name: 'audit the books each night', everyMs: hour, run: auditNightly },
  { name: 'forget handled events', everyMs: hour, run: sweepEvents },
]

async function remindOfEnds(ctx: Context) {
  for (const remind of [membership.remind, credit.remind, coupons.remind]) await remind(ctx)
}
