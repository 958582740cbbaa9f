import { fulfilmentMethods, goesTo } from '#contract/fulfilment-methods.ts'
import type { Me } from '#contract/office/people.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { api } from '../core/api.ts'
import { hasRightAt } from '../core/me.ts'

/** The call that performs each step of an order. */
export const steps = {
  accept: api.staff.accept,
  ready: api.staff.ready,
  sendOut: api.staff.sendOut,
  handOver: api.staff.handOver,
  deliver: api.staff.deliver,
  noShow: api.staff.noShow,
}
export type Step = keyof typeof steps
export const isStep = (name: string): name is Step => Object.hasOwn(steps, name)

/** The step that usually comes next. Null if the order is over, or if it waits for its online payment. */
export function nextStep({ status, fulfilmentStatus, method }: OrderDetail): Step | null {
  if (status !== 'NEW') return null
  if (fulfilmentStatus === 'PLACED') return 'accept'
  if (fulfilmentStatus === 'ACCEPTED' || fulfilmentStatus === 'PREPARING') return 'ready'
  if (fulfilmentStatus === 'READY') return goesTo(method, 'address') ? 'sendOut' : 'handOver'
  return fulfilmentStatus === 'OUT' ? 'handOver' : null
}

/**
 * The step that the staff member may take: `step`, or `deliver` if they may only hand over deliveries. Null if they
 * lack the right in the order's store.
 */
export function permittedStepOf(me: Me, { location, method }: OrderDetail, step: Step): Step | null {
  const hasStoreRight = (right: 'orders.work' | 'orders.run') => hasRightAt(me, right, location.id)
  if (step === 'sendOut') return hasStoreRight('orders.run') ? step : null
  if (hasStoreRight('orders.work')) return step
  const isDelivered = goesTo(method, 'address') && fulfilmentMethods[method].time === 'slot'
  return step === 'handOver' && isDelivered && hasStoreRight('orders.run') ? 'deliver' : null
}

/**
 * Whether the staff member may promise a later time. False for a new order, because the form that accepts the order
 * contains the time. Also false for orders that are ready, and for parcels.
 */
export const mayDelay = (me: Me, { status, fulfilmentStatus, method, location }: OrderDetail): boolean =>
  status === 'NEW' &&
  (fulfilmentStatus === 'ACCEPTED' || fulfilmentStatus === 'PREPARING' || fulfilmentStatus === 'OUT') &&
  fulfilmentMethods[method].time !== 'days' &&
  hasRightAt(me, 'orders.work', location.id)

/** Whether the staff member may change the carrier and the tracking number of a parcel that was sent. */
export const mayChangeParcel = (me: Me, { status, fulfilmentStatus, method, location }: OrderDetail): boolean =>
  status === 'NEW' &&
  fulfilmentStatus === 'OUT' &&
  fulfilmentMethods[method].time === 'days' &&
  hasRightAt(me, 'orders.run', location.id)

/** Whether the staff member may close the order because nobody came for it. */
export const mayRecordNoShow = (me: Me, { status, fulfilmentStatus, location }: OrderDetail): boolean =>
  status === 'NEW' &&
  (fulfilmentStatus === 'READY' || fulfilmentStatus === 'OUT') &&
  hasRightAt(me, 'orders.work', location.id)
