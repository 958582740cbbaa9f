/** The rights of a staff member. The shop's staff secret grants all rights. */
export const rights = [
  'orders.see',
  'orders.run',
  'orders.work',
  'orders.cancel',
  'money.see',
  'money.refund',
  'money.settle',
  'tables.work',
  'stock.work',
  'catalogue.see',
  'catalogue.write',
  'catalogue.price',
  'groups.see',
  'groups.handout',
  'groups.write',
  'offers.write',
  'customers.find',
  'credit.give',
  'identity.decide',
  'messages.answer',
  'content.write',
  'reports.see',
  'store.pause',
  'store.write',
  'shop.write',
  'tax.write',
  'health.see',
] as const
export type Right = (typeof rights)[number]

/**
 * How a staff call finds its store. `location`, `order`, `campaign` or `payment`: the input names one. `shop`: the
 * call covers all stores. `mine`: the operation answers only data of the person's stores.
 */
export type Place = 'order' | 'campaign' | 'payment' | 'location' | 'shop' | 'mine'
