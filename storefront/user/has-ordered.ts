import type { Client } from '#contract/client.ts'

type OrderCounts = Awaited<ReturnType<Client['orders']['count']>>

/** Whether a member has an order that was not cancelled. Such a member cannot use a coupon for a first order. */
export function hasOrdered({ count, groups }: OrderCounts): boolean {
  return count > (groups.cancelled ?? 0)
}
