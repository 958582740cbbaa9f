/**
 * Calls of the specification that no page makes, neither in the browser nor during server rendering, each with the
 * reason. They exist for other clients. The end-to-end tests fail if this list is wrong.
 */
export const callsWithoutPage: Record<string, string> = {
  'locations.pickup': 'stores come with app info, and those that a cart can be picked up at with checkout.config',
  'wechat.settings': 'which ways to sign in there are comes with one call for all of them, identity.ways',
  'wechat.linked': 'what is linked comes with one call for all providers, identity.linked',
  'alipay.settings': 'as wechat.settings',
  'coupons.terms': 'coupons.list and the bill bring the terms of each coupon along',
  'influencers.status': 'influencers.own says the status together with the profile',
  'currency.rates': 'a page needs the rate of the currency that is shown alone: currency.rate',
  'campaigns.items': 'campaigns.detail brings the items along',
  'catalogue.category': 'catalogue.categories brings the whole tree along, which menus and lists need anyway',
  'catalogue.addons': 'related products come with the product and the cart',
  'cart.addAddon': 'as catalogue.addons: what is added besides goes the way of everything, cart.add',
  'checkout.setMethod': 'the checkout sends its form in one call, checkout.fillIn, which takes the steps',
  'checkout.setPickupSlot': 'as checkout.setMethod',
  'checkout.setPickupDate': 'as checkout.setMethod; a time is chosen with its day',
  'checkout.setDeliverySlot': 'as checkout.setMethod',
  'checkout.setDeliveryAddress': 'as checkout.setMethod',
  'checkout.setContact': 'as checkout.setMethod',
  'checkout.setComment': 'as checkout.setMethod',
  'storeCredit.applyToDeposit': 'nothing in the demonstration is paid in parts; the button is there where a bill is',
  'orders.ofCustomer': 'orders.list answers the same of oneself, by group and page',
}
