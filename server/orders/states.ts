import type { Method } from '#contract/checkout.ts'
import type { Order } from '#contract/orders.ts'

/**
 * Where an order stands: its status, its payment's, what is being made of it, and whether the shopper asks to let it
 * go.
 */
export type State = Pick<Order, 'status' | 'paymentStatus' | 'fulfilmentStatus' | 'cancelRequest'>

/** The facts beside the state that decide which way a step goes. */
export interface Facts {
  method: Method
  payAtStore: boolean
  /** Nothing of it is made: paid, it is done. */
  isService?: boolean
}

type Fulfilment = Order['fulfilmentStatus']

/** A step: from which states, and what it changes. */
interface Row {
  from(state: State, facts: Facts): boolean
  to(state: State, facts: Facts): Partial<State>
}

const isPending = ({ status }: State) => status === 'INTERIM'
/** The order stands, and this much is made of it. */
const at =
  (...stages: Fulfilment[]) =>
  ({ status, fulfilmentStatus }: State) =>
    status === 'NEW' && stages.includes(fulfilmentStatus)
const becomes = (fulfilmentStatus: Fulfilment) => () => ({ fulfilmentStatus })

/** While it is being made the store may still let it go; what was handed over is refunded instead. */
const isCancellable = at('PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT')
const isAsked = ({ cancelRequest }: State) => cancelRequest === 'ASKED'
/** What nobody answered is void with the order's end. */
const unanswered = (state: State) => (isAsked(state) ? { cancelRequest: 'NONE' as const } : {})

const paid = (_: State, { isService }: Facts): Partial<State> => ({
  status: 'NEW',
  paymentStatus: 'PAID_ONLINE',
  fulfilmentStatus: isService ? 'PICKED_UP' : 'PLACED',
})
const handedOver = { PICKUP: 'PICKED_UP', DELIVERY: 'DELIVERED', EAT_IN: 'SERVED' } as const

/** Every step that an order takes. A small shop leaves out what it does not need. */
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
  // The money came after the order was given up, and the store stands by it.
  honour: { from: ({ status }) => status === 'FAILED', to: paid },
  accept: { from: at('PLACED'), to: becomes('ACCEPTED') },
  prepare: { from: at('PLACED', 'ACCEPTED'), to: becomes('PREPARING') },
  ready: { from: at('PLACED', 'ACCEPTED', 'PREPARING'), to: becomes('READY') },
  sendOut: {
    from: (state, { method }) => method === 'DELIVERY' && at('READY')(state),
    to: becomes('OUT'),
  },
  handOver: {
    from: at('ACCEPTED', 'PREPARING', 'READY', 'OUT'),
    to: (state, { method, payAtStore }) => ({
      fulfilmentStatus: handedOver[method],
      // What was to be paid at the store is paid when it is handed over.
      ...(payAtStore && { paymentStatus: 'PAID_AT_STORE' }),
      ...unanswered(state),
    }),
  },
  noShow: {
    from: at('READY', 'OUT'),
    to: (state) => ({ fulfilmentStatus: 'NO_SHOW', ...unanswered(state) }),
  },
  delay: { from: at('PLACED', 'ACCEPTED', 'PREPARING', 'OUT'), to: () => ({}) },
  // An answer is final: who asks again writes to the store.
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
export const steps = Object.keys(table) as readonly Step[]

/** The state after this step; null where an order in this state does not take it. */
export function after(state: State, step: Step, facts: Facts): State | null {
  const { from, to }: Row = table[step]
  if (!from(state, facts)) return null
  const { status, paymentStatus, fulfilmentStatus, cancelRequest } = state
  return { status, paymentStatus, fulfilmentStatus, cancelRequest, ...to(state, facts) }
}
