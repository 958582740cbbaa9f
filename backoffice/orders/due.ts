import { toLocal } from '#contract/hours.ts'
import type { Order } from '#contract/orders.ts'

/** When an order is due, in the store's time zone: its promised time, or else its slot. Null if it has neither time. */
export const dueOf = ({
  promisedAt,
  slot,
  timeZone,
}: Pick<Order, 'promisedAt' | 'slot' | 'timeZone'>): { date: string; time: string | null } | null =>
  promisedAt ? toLocal(new Date(promisedAt), timeZone) : slot
