import type { Context } from '#server/platform/context.ts'
import { countOrders } from './counting.ts'
import { giveDue } from './rewarding.ts'

export { exportOf, forget, takeOver } from './belonging.ts'
export { adopt, bindOrdered, bindRegistered } from './binding.ts'
export { noteSignedIn } from './browsers.ts'
export { click } from './clicks.ts'
export { friends as members, orders, overview, received } from './figures.ts'
export type { GroupInput } from './groups.ts'
export { demandReferrer, groups, joinGroup, put } from './groups.ts'
export { invitation } from './invitation.ts'
export { mails } from './mails.ts'
export { revise } from './rewarding.ts'
export * as staff from './staff.ts'
export { memberSummary, orderSummary } from './summary.ts'
export { mailGiven, mailTaken } from './telling.ts'

/** Looks at what friends ordered and gives what is due; for the worker. */
export async function reward(ctx: Context): Promise<void> {
  await countOrders(ctx)
  await giveDue(ctx)
}
