import type { Method } from '#contract/checkout.ts'
import type { Order } from '#contract/orders.ts'

/** Where an order stands: its status, its payment's and what is being made of it. */
export type State = Pick<Order, 'status' | 'paymentStatus' | 'fulfilmentStatus'>

/** The facts beside the state that decide which way a step goes. */
export interface Facts {
  method: Method
  payAtStore: boolean
  /** Nothing of it is made: paid, it is done. */
  isService?: boolean
}

type Fulfilment = Order['fulfilmentStatus']

/** Steps of an order that stands: from where, and to where. A small shop leaves out what it does not need. */
const making: Record<'accept' | 'prepare' | 'ready' | 'sendOut' | 'handOver' | 'noShow' | 'delay', Fulfilment[]> = {
  accept: ['PLACED'],
  prepare: ['PLACED', 'ACCEPTED'],
  ready: ['PLACED', 'ACCEPTED', 'PREPARING'],
  sendOut: ['READY'],
  handOver: ['ACCEPTED', 'PREPARING', 'READY', 'OUT'],
  noShow: ['READY', 'OUT'],
  delay: ['PLACED', 'ACCEPTED', 'PREPARING', 'OUT'],
}
const handedOver = { PICKUP: 'PICKED_UP', DELIVERY: 'DELIVERED', EAT_IN: 'SERVED' } as const
/** Of an order that is being made the store may still let go; what was handed over is refunded instead. */
const cancellable: Fulfilment[] = ['PLACED', 'ACCEPTED', 'PREPARING', 'READY', 'OUT']

export type Step = 'pay' | 'fail' | 'cancel' | 'honour' | keyof typeof making
export const steps: readonly Step[] = [
  'pay',
  'fail',
  'cancel',
  'honour',
  'accept',
  'prepare',
  'ready',
  'sendOut',
  'handOver',
  'noShow',
  'delay',
]

/** The state after this step; null where an order in this state does not take it. */
export function after(state: State, step: Step, { method, payAtStore, isService }: Facts): State | null {
  const { status, paymentStatus, fulfilmentStatus } = state
  const paid: State = {
    status: 'NEW',
    paymentStatus: 'PAID_ONLINE',
    fulfilmentStatus: isService ? 'PICKED_UP' : 'PLACED',
  }
  if (step === 'pay') return status === 'INTERIM' ? paid : null
  if (step === 'fail')
    return status === 'INTERIM' ? { status: 'FAILED', paymentStatus: 'FAILED', fulfilmentStatus: 'NONE' } : null
  // The money came after the order was given up, and the store stands by it.
  if (step === 'honour') return status === 'FAILED' ? paid : null
  if (step === 'cancel') {
    const isOpen = status === 'INTERIM' || (status === 'NEW' && cancellable.includes(fulfilmentStatus))
    return isOpen ? { status: 'CANCELLED', paymentStatus, fulfilmentStatus: 'CANCELLED' } : null
  }
  if (status !== 'NEW' || !making[step].includes(fulfilmentStatus)) return null
  switch (step) {
    case 'accept':
      return { ...state, fulfilmentStatus: 'ACCEPTED' }
    case 'prepare':
      return { ...state, fulfilmentStatus: 'PREPARING' }
    case 'ready':
      return { ...state, fulfilmentStatus: 'READY' }
    case 'sendOut':
      return method === 'DELIVERY' ? { ...state, fulfilmentStatus: 'OUT' } : null
    case 'handOver':
      return {
        ...state,
        fulfilmentStatus: handedOver[method],
        // What was to be paid at the store is paid when it is handed over.
        paymentStatus: payAtStore ? 'PAID_AT_STORE' : paymentStatus,
      }
    case 'noShow':
      return { ...state, fulfilmentStatus: 'NO_SHOW' }
    case 'delay':
      return state
  }
}
