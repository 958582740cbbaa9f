import type { Bill } from '#contract/billing.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { slotMethods } from '#contract/fulfilment-methods.ts'
import type { Details, ErrorOf } from './details.ts'
import { slotFields } from './details.ts'
import { SlotChoice } from './slot-choice.tsx'

interface WhenPartProps {
  config: CheckoutConfig
  bill: Bill
  values: Details
  when: (date: string) => string
  errorOf: ErrorOf
}

/** The times of each fulfilment method that has time slots. In a group-buy, the pickup point determines the times. */
export function WhenPart({ config, bill, values, when, errorOf }: WhenPartProps) {
  if (config.campaign) return null
  return slotMethods
    .filter((method) => config.methods.some((offered) => offered.method === method))
    .map((method) => (
      <SlotChoice
        key={method}
        config={config}
        lines={bill.lines}
        method={method}
        when={when}
        chosen={values[slotFields(method).slot]}
        chosenDay={values[slotFields(method).day]}
        error={values.method === method ? errorOf('slot') : undefined}
      />
    ))
}
