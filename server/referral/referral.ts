import type { Context } from '#server/platform/context.ts'
import { countOrders } from './order-count.ts'
import { payDue } from './rewards.ts'

export { bindOrdered, bindRegistered, linkGuestReferral } from './attribution.ts'
export { rememberReferrer } from './browsers.ts'
export { click } from './clicks.ts'
export { emailTexts } from './email-texts.ts'

export { friends as members, orders, overview, received } from './figures.ts'
export type { GroupInput } from './groups.ts'
export { groups, joinGroup, put, requireReferrer } from './groups.ts'
export { invitation } from './invitation.ts'
export { erase, exportData, transfer } from './ownership.ts'
export { reduceRewards } from './rewards.ts'
export * as staff from './staff.ts'
export { memberSummary, orderSummary } from './summary.ts'

/** A job that counts friends' orders and pays the rewards that are due. */
export async function reward(ctx: Context): Promise<void> {
  await countOrders(ctx)
  await payDue(ctx)
}
