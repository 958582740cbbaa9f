import { account } from './account.ts'
import { measuring } from './analytics.ts'
import { billing, tipCalls } from './billing.ts'
import { blog } from './blog.ts'
import type { Call, CallRow } from './call.ts'
import { campaignCart, campaigns } from './campaigns.ts'
import { cart } from './cart.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { specificationBase } from './constants.ts'
import { verifiedContacts } from './contacts.ts'
import { content } from './content.ts'
import { coupons } from './coupons.ts'
import { currency } from './currency.ts'
import { dining } from './dining.ts'
import { alipay, identity, wechat } from './identity.ts'
import { influencers } from './influencers.ts'
import { locations } from './locations.ts'
import { membership } from './membership.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { referral } from './referral.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { storeCredit } from './store-credit.ts'

/** Every call that a shopper's browser may make, by area and name, including the specification's 127. */
export const calls = {
  shell,
  content,
  blog,
  account,
  wechat,
  alipay,
  identity,
  locations,
  dining,
  currency,
  catalogue,
  search,
  campaigns,
  cart,
  campaignCart,
  checkout: { ...checkout, ...tipCalls },
  coupons,
  membership,
  billing,
  storeCredit,
  payments,
  orders,
  influencers,
  verifiedContacts,
  referral,
  measuring,
}
export type Calls = typeof calls

/** Lists the rows of a table of calls, with their names. */
export function listCalls(table: Record<string, Record<string, CallRow>> = calls): Call[] {
  return Object.entries(table).flatMap(([area, rows]) =>
    Object.entries(rows).map(([operation, row]) => ({ ...row, name: `${area}.${operation}` })),
  )
}

/** Lists the 127 calls of the specification (section 7). */
export function listSpecificationCalls(): Call[] {
  return listCalls().filter(({ base }) => base === specificationBase)
}
