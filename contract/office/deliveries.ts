import { z } from 'zod'
import { staffCall } from '../call.ts'
import { order, orderDetail } from '../orders.ts'
import { noInput } from '../shapes.ts'

/** Calls of the staff API for drivers. A driver sees only deliveries that are ready or on their way. */

const orderId = z.string().trim().min(1).max(64)

export const deliveryStaffCalls = {
  deliveries: staffCall('GET /deliveries', {
    right: 'orders.run',
    place: 'mine',
    description: "Deliveries of the caller's stores that are ready or on their way, soonest first.",
    input: noInput,
    output: z.object({ orders: z.array(order) }),
  }),
  delivery: staffCall('GET /deliveries/:order', {
    right: 'orders.run',
    place: 'order',
    description: 'One delivery that is ready or on its way, by id; `not_found` for any other order.',
    refusals: ['not_found'],
    input: z.strictObject({ order: orderId }),
    output: orderDetail,
  }),
  deliver: staffCall('POST /deliveries/:order/hand-over', {
    right: 'orders.run',
    place: 'order',
    description:
      'Marks a delivery that is on its way as handed over. A repetition does nothing. `not_found` for an order that ' +
      'is not a delivery, `orders.step` if it is not on its way.',
    refusals: ['not_found', 'orders.step'],
    input: z.strictObject({ order: orderId, note: z.string().trim().max(500).default('') }),
    output: orderDetail,
  }),
}
