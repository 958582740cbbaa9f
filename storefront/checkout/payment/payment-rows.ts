import type { PaymentOption } from '#contract/checkout.ts'
import type { DeviceWallet } from '#contract/payment-methods.ts'

/**
 * A row of the list of payment methods. With `deviceWallet`, the row is for this wallet, which the page of `option`
 * also accepts.
 */
export interface PaymentRow {
  /** The value of the row's radio button: the option's id, with the device's wallet after a dot. */
  id: string
  option: PaymentOption
  deviceWallet?: DeviceWallet
}

/**
 * The rows of these options. If the page of an option also accepts the wallet of the shopper's device, the wallet gets
 * its own row before the row of the option.
 */
export function rowsOf(options: PaymentOption[]): PaymentRow[] {
  return options.flatMap((option) => {
    const { id, deviceWallet } = option
    return deviceWallet
      ? [
          { id: `${id}.${deviceWallet}`, option, deviceWallet },
          { id, option },
        ]
      : [{ id, option }]
  })
}

/** The id of the payment option that a row starts; empty if no row was chosen. */
export function optionOfRow(rowId: FormDataEntryValue | null): string {
  return typeof rowId === 'string' ? (rowId.split('.')[0] ?? '') : ''
}
