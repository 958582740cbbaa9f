import { methods } from './fulfilment-methods.ts'
import type { Row } from './languages.ts'
import { columns, perLocale } from './languages.ts'
import { accountMessages } from './messages/account.ts'
import { accountMailMessages } from './messages/account-mail.ts'
import { addressMessages } from './messages/addresses.ts'
import { articleCardMessages, blogMessages } from './messages/blog.ts'
import { campaignMailMessages } from './messages/campaign-mail.ts'
import { campaignCardMessages, campaignMessages } from './messages/campaigns.ts'
import { checkoutMessages } from './messages/checkout.ts'
import { consentBanner, consentMessages } from './messages/consent.ts'
import { contactMessages } from './messages/contacts.ts'
import { contentMessages, formMailMessages } from './messages/content.ts'
import { creditMessages } from './messages/credit.ts'
import { diningMessages } from './messages/dining.ts'
import { errorMessages, outageMessages } from './messages/errors.ts'
import { fieldMessages } from './messages/fields.ts'
import { methodMailMessages, methodMessages, orderMethodMessages } from './messages/fulfilment-methods.ts'
import { identityMessages } from './messages/identity.ts'
import { influencerMessages } from './messages/influencers.ts'
import { liveMessages } from './messages/live.ts'
import { memberMailMessages } from './messages/member-mail.ts'
import { membershipMessages } from './messages/membership.ts'
import { couponCardMessages, moneyMessages } from './messages/money.ts'
import { orderMailMessages } from './messages/order-mail.ts'
import { orderMessages } from './messages/orders.ts'
import { referralMessages } from './messages/referral.ts'
import { shellMessages } from './messages/shell.ts'
import { staffMailMessages } from './messages/staff-mail.ts'
import { storeMessages } from './messages/store.ts'
import { storeMailMessages } from './messages/store-mail.ts'
import { userMessages } from './messages/user.ts'
import { fromKeys, keysOf } from './object-keys.ts'

/**
 * Every text of the storefront and of emails, both languages side by side: `key: [English, 中文]`. `fill` replaces
 * `{name}`. A text with a count has two keys, ending in `.one` and `.other`.
 */
export const texts = {
  ...shellMessages,
  ...storeMessages,
  ...campaignMailMessages,
  ...campaignMessages,
  ...blogMessages,
  ...consentBanner,
  ...consentMessages,
  ...checkoutMessages,
  ...methodMessages,
  ...diningMessages,
  ...accountMessages,
  ...userMessages,
  ...addressMessages,
  ...identityMessages,
  ...liveMessages,
  ...errorMessages,
  ...outageMessages,
  ...fieldMessages,
  ...orderMailMessages,
  ...accountMailMessages,
  ...memberMailMessages,
  ...staffMailMessages,
  ...storeMailMessages,
  ...orderMessages,
  ...orderMethodMessages,
  ...methodMailMessages,
  ...moneyMessages,
  ...creditMessages,
  ...contentMessages,
  ...formMailMessages,
  ...referralMessages,
  ...influencerMessages,
  ...contactMessages,
  ...membershipMessages,
} as const satisfies Record<string, Row>

export type MessageKey = keyof typeof texts

/** All texts of a language, by key. The API sends them as `applicationMessage.messages`. */
export const messages = perLocale((locale) => fromKeys(keysOf(texts), (key): string => texts[key][columns[locale]]))

/** The names of the fulfilment methods. */
const methodNames = Object.fromEntries(
  methods.map((method) => {
    const key = `checkout.method_${method}` as const
    return [key, methodMessages[key]]
  }),
)

/**
 * Texts of store, home and content pages. If a visit begins on such a page, the page comes with only these texts. The
 * browser loads all texts before it shows the first page that needs other texts.
 */
export const storeTexts = {
  ...shellMessages,
  ...storeMessages,
  ...liveMessages,
  'contacts.fact': contactMessages['contacts.fact'],
  'contacts.fact_text': contactMessages['contacts.fact_text'],
  'influencers.recommended_by': influencerMessages['influencers.recommended_by'],
  ...contentMessages,
  ...couponCardMessages,
  ...campaignCardMessages,
  ...methodNames,
  'checkout.method_unavailable': errorMessages['checkout.method_unavailable'],
  ...articleCardMessages,
  ...fieldMessages,
  'account.optional': accountMessages['account.optional'],
  'account.show_password': accountMessages['account.show_password'],
  'input.invalid': errorMessages['input.invalid'],
  ...consentBanner,
  'locations.none_open': errorMessages['locations.none_open'],
  unavailable: errorMessages.unavailable,
}

/** Texts of the group-buy pages. */
export const campaignTexts = { ...storeTexts, ...campaignMessages }
