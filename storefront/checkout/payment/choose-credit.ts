import { redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import type { Refusal } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import type { PayRefusal } from './place-order.ts'
import { typedAmount } from './typed-amount.ts'

/** The errors when store credit could not be applied. */
export interface CreditRefusal extends Refusal {
  step: 'credit'
}

/**
 * Applies the choice of the credit panel: `all`, `deposit`, `none`, or the typed amount. Redirects to the updated bill.
 */
export async function chooseCredit(api: Client, form: FormData, payment: string): Promise<CreditRefusal> {
  const input = readCreditInput(form)
  if (input === null) return { step: 'credit', errors: [{ code: 'input.invalid', message: '', field: 'amount' }] }
  const call = form.get('use') === 'deposit' ? api.storeCredit.applyToDeposit : api.storeCredit.apply
  const result = await attempt(call(input))
  if (isRefusal(result)) return { step: 'credit', errors: result.errors }
  throw redirect(payment, 303)
}

function readCreditInput(form: FormData): { amount?: number } | null {
  const use = form.get('use')
  if (use === 'all' || use === 'deposit') return {}
  if (use === 'none') return { amount: 0 }
  const amount = typedAmount(form)
  return amount === null ? null : { amount }
}

/**
 * Pays the form's whole bill with store credit and redirects to the confirmation. A form that is sent twice pays only
 * once.
 */
export async function payWithCredit(api: Client, form: FormData): Promise<PayRefusal> {
  const result = await attempt(
    api.storeCredit.pay({
      id: String(form.get('id') ?? ''),
      hash: String(form.get('hash') ?? ''),
      ...storedReferral(),
    }),
  )
  if (isRefusal(result)) return { step: 'place', errors: result.errors, before: Number(form.get('total')) }
  throw redirect(`/confirmation/${result.orderID}`, 303)
}
