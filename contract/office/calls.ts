import { measuringStaffCalls } from '../analytics.ts'
import { blogStaffCalls } from '../blog.ts'
import { listCalls } from '../calls.ts'
import { formStaffCalls } from '../forms.ts'
import { staffMembershipCalls } from '../membership.ts'
import { arrivalStaffCalls } from './arrivals.ts'
import { bookStaffCalls } from './books.ts'
import { campaignStaffCalls } from './campaigns.ts'
import { categoryStaffCalls } from './categories.ts'
import { contentStaffCalls } from './content.ts'
import { deadLetterStaffCalls } from './dead-letters.ts'
import { deliveryStaffCalls } from './deliveries.ts'
import { deviceCalls } from './devices.ts'
import { expectedPaymentCalls } from './expected.ts'
import { importStaffCalls } from './imports.ts'
import { labelStaffCalls } from './labels.ts'
import { mediaStaffCalls } from './media.ts'
import { modifierStaffCalls } from './modifiers.ts'
import { noticeCalls } from './notices.ts'
import { ordersStaffCalls } from './orders.ts'
import { ownerStaffCalls } from './owner.ts'
import { pastedProductStaffCalls } from './pasted-products.ts'
import { pauseStaffCalls } from './pauses.ts'
import { paymentProblemStaffCalls } from './payment-problems.ts'
import { paymentStaffCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { productChangeStaffCalls } from './product-changes.ts'
import { productTableStaffCalls } from './product-table.ts'
import { productStaffCalls } from './products.ts'
import { referralStaffCalls } from './referral.ts'
import { reviewStaffCalls } from './reviews.ts'
import { shopStaffCalls } from './shop.ts'
import { soldOutStaffCalls } from './sold-out.ts'
import { stockStaffCalls } from './stock.ts'
import { storeStaffCalls } from './stores.ts'
import { tableStaffCalls } from './tables.ts'

/**
 * The staff calls, for the back office and `npm run shop`. They are not in `contract/calls.ts`, so
 * `contract/routes.ts` and the API description omit them.
 */
export const staffCalls = {
  people: peopleCalls,
  devices: deviceCalls,
  notices: noticeCalls,
  staff: {
    ...ordersStaffCalls,
    ...paymentProblemStaffCalls,
    ...deadLetterStaffCalls,
    ...arrivalStaffCalls,
    ...referralStaffCalls,
    ...pauseStaffCalls,
    ...expectedPaymentCalls,
    ...bookStaffCalls,
    ...deliveryStaffCalls,
    ...campaignStaffCalls,
    ...staffMembershipCalls,
    ...formStaffCalls,
    ...contentStaffCalls,
    ...reviewStaffCalls,
    ...blogStaffCalls,
    ...measuringStaffCalls,
    ...ownerStaffCalls,
    ...storeStaffCalls,
    ...tableStaffCalls,
    ...shopStaffCalls,
    ...paymentStaffCalls,
    ...productStaffCalls,
    ...soldOutStaffCalls,
    ...stockStaffCalls,
    ...productChangeStaffCalls,
    ...productTableStaffCalls,
    ...modifierStaffCalls,
    ...categoryStaffCalls,
    ...labelStaffCalls,
    ...pastedProductStaffCalls,
    ...importStaffCalls,
    ...mediaStaffCalls,
  },
}
export type StaffCalls = typeof staffCalls

export const listStaffCalls = () => listCalls(staffCalls)
