import type { Order } from '#contract/orders.ts'

/** Where an order stands: its status and its payment's. */
export type State = `${Order['status']}+${Order['paymentStatus']}`

/** Every step that an order may take. What has no row, and every state without steps, stays as it is. */
const steps: Record<string, Partial<Record<'pay' | 'fail', State>>> = {
  'INTERIM+NOT_PAID': { pay: 'NEW+PAID_ONLINE', fail: 'FAILED+FAILED' },
}

export type Step = 'pay' | 'fail'

/** The state after this step; null where the order does not take it. */
export function after(
  state: State,
  step: Step,
): { status: Order['status']; paymentStatus: Order['paymentStatus'] } | null {
  const next = steps[state]?.[step]
  if (!next) return null
  const [status, paymentStatus] = next.split('+') as [Order['status'], Order['paymentStatus']]
  return { status, paymentStatus }
}

export function stateOf({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): State {
  return `${status}+${paymentStatus}`
}
