import { toLocal } from '#contract/hours.ts'
import type { Order } from '#contract/orders.ts'

/** When an order is due, in its store's time zone: at the promised time, else in its slot. Null without both. */
export const dueOf = ({
  promisedAt,
  slot,
  timeZone,
}: Pick<Order, 'promisedAt' | 'slot' | 'timeZone'>): { date: string; time: string | null } | null =>
  promisedAt ? toLocal(new Date(promisedAt), timeZone) : slot
