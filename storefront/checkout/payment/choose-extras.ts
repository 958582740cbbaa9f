import { redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Refusal } from '#storefront/core/data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'
import { typedAmount } from './typed-amount.ts'

/** The errors of a tip or coupon. `code` is the typed coupon code, or empty if removing the coupon failed. */
export interface ExtraRefusal extends Refusal {
  step: 'tip' | 'coupon'
  code?: string
}

/** Sets the chosen tip (a percentage, a typed amount, or none) and redirects to the updated bill. */
export async function chooseTip(api: Client, form: FormData, payment: string): Promise<ExtraRefusal> {
  const percent = Number(form.get('percent') ?? 0)
  const amount = form.has('amount') ? typedAmount(form) : 0
  if (amount === null) return { step: 'tip', errors: [{ code: 'input.invalid', message: '', field: 'amount' }] }
  const result = await attempt(api.checkout.setTip({ tip: percent > 0 ? { percent } : amount > 0 ? { amount } : null }))
  if (isRefusal(result)) return { step: 'tip', errors: result.errors }
  throw redirect(payment, 303)
}

/**
 * Applies the coupon whose code is in the form, or removes the coupon if the form's `use` is `none`. Redirects to the
 * updated bill.
 */
export async function chooseCoupon(api: Client, form: FormData, payment: string): Promise<ExtraRefusal> {
  const code = String(form.get('code') ?? '').trim()
  const isRemoved = form.get('use') === 'none'
  if (!code) return { step: 'coupon', errors: [{ code: 'input.invalid', message: '', field: 'code' }] }
  const result = await attempt(api.coupons[isRemoved ? 'remove' : 'apply']({ code }))
  if (isRefusal(result)) return { step: 'coupon', errors: result.errors, code: isRemoved ? '' : code }
  throw redirect(payment, 303)
}
