import type { Method } from '#contract/checkout.ts'
import { fulfilmentMethods, goesTo } from '#contract/fulfilment-methods.ts'
import { keysOf } from '#contract/object-keys.ts'
import type { Order } from '#contract/orders.ts'

/** The state of an order: its status, payment, fulfilment and cancel request. */
export type State = Pick<Order, 'status' | 'paymentStatus' | 'fulfilmentStatus' | 'cancelRequest'>

/** The facts on which the result of a step depends, besides the order's state. */
export interface StepFacts {
  method: Method
  payAtStore: boolean
  /** Whether the order needs no preparation and is done once it is paid. */
  isService?: boolean
}

type Fulfilment = Order['fulfilmentStatus']

interface StepRule {
  from(state: State, facts: StepFacts): boolean
  to(state: State, facts: StepFacts): Partial<State>
}

const isPending = ({ status }: State) => status === 'INTERIM'
/** Whether a placed order is at one of these stages. */
const isAtStage =
  (...stages: Fulfilment[]) =>
  ({ status, fulfilmentStatus }: State) =>
    status === 'NEW' && stages.includes(fulfilmentStatus)
const withStatus = (fulfilmentStatus: Fulfilment) => () => ({ fulfilmentStatus })

/** Whether the store may cancel the order. After the hand-over, the store refunds the order instead. */
const isCancellable = isAtStage('PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT')
const hasCancelRequest = ({ cancelRequest }: State) => cancelRequest === 'ASKED'
/** A step that ends the order sets an open cancel request to `NONE`. */
const endCancelRequest = (state: State) => (hasCancelRequest(state) ? { cancelRequest: 'NONE' as const } : {})

const becomePaid = (_: State, { isService }: StepFacts): Partial<State> => ({
  status: 'NEW',
  paymentStatus: 'PAID_ONLINE',
  fulfilmentStatus: isService ? 'PICKED_UP' : 'PLACED',
})
const handedOver = { store: 'PICKED_UP', address: 'DELIVERED', table: 'SERVED' } as const

/** Every step of an order. A small shop can skip the steps that it does not need. */
const stepRules = {
  pay: { from: isPending, to: becomePaid },
  fail: { from: isPending, to: () => ({ status: 'FAILED', paymentStatus: 'FAILED', fulfilmentStatus: 'NONE' }) },
  cancel: {
    from: (state) => isPending(state) || isCancellable(state),
    to: (state) => ({
      status: 'CANCELLED',
      fulfilmentStatus: 'CANCELLED',
      ...(hasCancelRequest(state) && { cancelRequest: 'GRANTED' }),
    }),
  },
  // The store accepts a payment that arrived after the order had failed.
  honour: { from: ({ status }) => status === 'FAILED', to: becomePaid },
  accept: { from: isAtStage('PLACED'), to: withStatus('ACCEPTED') },
  prepare: { from: isAtStage('PLACED', 'ACCEPTED'), to: withStatus('PREPARING') },
  ready: { from: isAtStage('PLACED', 'ACCEPTED', 'PREPARING'), to: withStatus('READY') },
  sendOut: {
    from: (state, { method }) => goesTo(method, 'address') && isAtStage('READY')(state),
    to: withStatus('OUT'),
  },
  handOver: {
    from: isAtStage('ACCEPTED', 'PREPARING', 'READY', 'OUT'),
    to: (state, { method, payAtStore }) => ({
      fulfilmentStatus: handedOver[fulfilmentMethods[method].place],
      // Hand-over records the payment of a pay-at-store order.
      ...(payAtStore && { paymentStatus: 'PAID_AT_STORE' }),
      ...endCancelRequest(state),
    }),
  },
  noShow: {
    from: isAtStage('READY', 'OUT'),
    to: (state) => ({ fulfilmentStatus: 'NO_SHOW', ...endCancelRequest(state) }),
  },
  delay: { from: isAtStage('PLACED', 'ACCEPTED', 'PREPARING', 'OUT'), to: () => ({}) },
  // The store decides about a cancel request only once. After a refusal the shopper cannot request again, but can write
  // a comment.
  askToCancel: {
    from: (state) => state.cancelRequest === 'NONE' && isCancellable(state),
    to: () => ({ cancelRequest: 'ASKED' }),
  },
  declineCancel: {
    from: (state) => hasCancelRequest(state) && isCancellable(state),
    to: () => ({ cancelRequest: 'DECLINED' }),
  },
} as const satisfies Record<string, StepRule>

export type Step = keyof typeof stepRules
export const steps: readonly Step[] = keysOf(stepRules)

/** The state after this step; null if the present state does not allow it. */
export function nextState(state: State, step: Step, facts: StepFacts): State | null {
  const { from, to }: StepRule = stepRules[step]
  if (!from(state, facts)) return null
  const { status, paymentStatus, fulfilmentStatus, cancelRequest } = state
  return { status, paymentStatus, fulfilmentStatus, cancelRequest, ...to(state, facts) }
}
