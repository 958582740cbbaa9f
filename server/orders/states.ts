import type { Method } from '#contract/checkout.ts'
import { fulfilmentMethods, goesTo } from '#contract/fulfilment-methods.ts'
import { keysOf } from '#contract/object-keys.ts'
import type { Order } from '#contract/orders.ts'

/** The state of an order: its status, payment, fulfilment and cancel request. */
export type State = Pick<Order, 'status' | 'paymentStatus' | 'fulfilmentStatus' | 'cancelRequest'>

/** The facts on which the result of a step depends, besides the order's state. */
export interface Facts {
  method: Method
  payAtStore: boolean
  /** Whether the order needs no preparation and is done once it is paid. */
  isService?: boolean
}

type Fulfilment = Order['fulfilmentStatus']

interface Row {
  from(state: State, facts: Facts): boolean
  to(state: State, facts: Facts): Partial<State>
}

const isPending = ({ status }: State) => status === 'INTERIM'
/** Whether a placed order is at one of these stages. */
const at =
  (...stages: Fulfilment[]) =>
  ({ status, fulfilmentStatus }: State) =>
    status === 'NEW' && stages.includes(fulfilmentStatus)
const becomes = (fulfilmentStatus: Fulfilment) => () => ({ fulfilmentStatus })

/** Whether the store may cancel the order. After the hand-over, the store refunds the order instead. */
const isCancellable = at('PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT')
const isAsked = ({ cancelRequest }: State) => cancelRequest === 'ASKED'
/** A step that ends the order sets an open cancel request to `NONE`. */
const unanswered = (state: State) => (isAsked(state) ? { cancelRequest: 'NONE' as const } : {})

const paid = (_: State, { isService }: Facts): Partial<State> => ({
  status: 'NEW',
  paymentStatus: 'PAID_ONLINE',
  fulfilmentStatus: isService ? 'PICKED_UP' : 'PLACED',
})
const handedOver = { store: 'PICKED_UP', address: 'DELIVERED', table: 'SERVED' } as const

/** Every step of an order. A small shop can skip the steps that it does not need. */
const table = {
  pay: { from: isPending, to: paid },
  fail: { from: isPending, to: () => ({ status: 'FAILED', paymentStatus: 'FAILED', fulfilmentStatus: 'NONE' }) },
  cancel: {
    from: (state) => isPending(state) || isCancellable(state),
    to: (state) => ({
      status: 'CANCELLED',
      fulfilmentStatus: 'CANCELLED',
      ...(isAsked(state) && { cancelRequest: 'GRANTED' }),
    }),
  },
  // The store accepts a payment that arrived after the order had failed.
  honour: { from: ({ status }) => status === 'FAILED', to: paid },
  accept: { from: at('PLACED'), to: becomes('ACCEPTED') },
  prepare: { from: at('PLACED', 'ACCEPTED'), to: becomes('PREPARING') },
  ready: { from: at('PLACED', 'ACCEPTED', 'PREPARING'), to: becomes('READY') },
  sendOut: {
    from: (state, { method }) => goesTo(method, 'address') && at('READY')(state),
    to: becomes('OUT'),
  },
  handOver: {
    from: at('ACCEPTED', 'PREPARING', 'READY', 'OUT'),
    to: (state, { method, payAtStore }) => ({
      fulfilmentStatus: handedOver[fulfilmentMethods[method].place],
      // Hand-over records the payment of a pay-at-store order.
      ...(payAtStore && { paymentStatus: 'PAID_AT_STORE' }),
      ...unanswered(state),
    }),
  },
  noShow: {
    from: at('READY', 'OUT'),
    to: (state) => ({ fulfilmentStatus: 'NO_SHOW', ...unanswered(state) }),
  },
  delay: { from: at('PLACED', 'ACCEPTED', 'PREPARING', 'OUT'), to: () => ({}) },
  // The store decides about a cancel request only once. After a refusal the shopper cannot request again, but can write
  // a comment.
  askToCancel: {
    from: (state) => state.cancelRequest === 'NONE' && isCancellable(state),
    to: () => ({ cancelRequest: 'ASKED' }),
  },
  declineCancel: {
    from: (state) => isAsked(state) && isCancellable(state),
    to: () => ({ cancelRequest: 'DECLINED' }),
  },
} as const satisfies Record<string, Row>

export type Step = keyof typeof table
export const steps: readonly Step[] = keysOf(table)

/** The state after this step; null if the present state does not allow it. */
export function after(state: State, step: Step, facts: Facts): State | null {
  const { from, to }: Row = table[step]
  if (!from(state, facts)) return null
  const { status, paymentStatus, fulfilmentStatus, cancelRequest } = state
  return { status, paymentStatus, fulfilmentStatus, cancelRequest, ...to(state, facts) }
}
