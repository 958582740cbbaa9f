/**
 * The files that `npm run test:mutation` mutates, each with the tests that must detect the mutants. No test needs a
 * database.
 */
export const mutatedFiles: Record<string, string[]> = {
  'server/pricing/lines.ts': ['server/pricing/lines.test.ts'],
  'server/pricing/price-reductions.ts': ['server/pricing/price-reductions.test.ts'],
  'server/pricing/refund-amounts.ts': ['server/pricing/refund-amounts.test.ts'],
  'server/pricing/rounding.ts': ['server/pricing/rounding.test.ts'],
  'server/pricing/tax.ts': ['server/pricing/tax.test.ts'],
  'server/pricing/tax-rates.ts': ['server/pricing/tax.test.ts', 'server/pricing/pricing.test.ts'],
  'server/pricing/benefits.ts': ['server/pricing/benefits.test.ts'],
  'server/pricing/pricing.ts': ['server/pricing/pricing.test.ts', 'server/pricing/pricing.property.test.ts'],
  'server/coupons/reward.ts': ['server/coupons/reward.test.ts'],
  'server/campaigns/states.ts': ['server/campaigns/states.test.ts'],
  'server/orders/states.ts': ['server/orders/states.test.ts'],
  'server/orders/money.ts': ['server/orders/money.test.ts'],
  'server/payments/status.ts': ['server/payments/status.test.ts'],
  'server/checkout/windows.ts': ['server/checkout/windows.test.ts'],
  'server/locations/slot-rules.ts': ['server/locations/slot-rules.test.ts'],
  'server/locations/zones.ts': ['server/locations/zones.test.ts'],
  'server/membership/periods.ts': ['server/membership/periods.test.ts'],
  'contract/hours.ts': ['contract/hours.test.ts'],
  'contract/ledger.ts': ['contract/ledger.test.ts'],
  'contract/quantities.ts': ['contract/quantities.test.ts'],
  'contract/conditions.ts': ['contract/conditions.test.ts'],
}
