import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import type { Details, ErrorOf } from './details.ts'
import { SlotChoice } from './slot-choice.tsx'

interface WhenPartProps {
  config: CheckoutConfig
  bill: Bill
  values: Details
  when: (date: string) => string
  errorOf: ErrorOf
}

const timed = ['PICKUP', 'DELIVERY'] as const

/** The times of each fulfilment method that has times. Group-buys choose theirs with the point. */
export function WhenPart({ config, bill, values, when, errorOf }: WhenPartProps) {
  if (config.campaign) return null
  return timed
    .filter((method) => config.methods.some((offered) => offered.method === method))
    .map((method) => (
      <SlotChoice
        key={method}
        config={config}
        lines={bill.lines}
        method={method}
        when={when}
        chosen={method === 'DELIVERY' ? values.deliverySlot : values.slot}
        error={values.method === method ? errorOf('slot') : undefined}
      />
    ))
}
