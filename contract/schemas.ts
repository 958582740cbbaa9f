import { account } from './account.ts'
import { billing, tipCalls } from './billing.ts'
import { blog } from './blog.ts'
import { campaignCart, campaigns } from './campaigns.ts'
import { cart } from './cart.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { verifiedContacts } from './contacts.ts'
import { content } from './content.ts'
import { coupons } from './coupons.ts'
import { currency } from './currency.ts'
import { dining } from './dining.ts'
import { alipay, identity, wechat } from './identity.ts'
import { influencers } from './influencers.ts'
import { locations } from './locations.ts'
import { measuring } from './measuring.ts'
import { membership } from './membership.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { referral } from './referral.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { storeCredit } from './store-credit.ts'

/** Input and output of every call that is built, by the names of `calls.ts`. A call without a row here answers `not_yet`. */
export const schemas = {
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
export type Schemas = typeof schemas
