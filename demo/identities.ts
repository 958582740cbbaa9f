import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { demoAccounts } from './accounts.ts'

/** Linked identities: Mei has WeChat, with the union id in `simulators/wechat.ts`, and Sofia has Alipay. */
const linkedIdentities = [
  [demoAccounts[0], { provider: 'wechat', names: [{ app: '', subject: 'union-mei' }], nickname: '林美 Mei' }],
  [demoAccounts[2], { provider: 'alipay', names: [{ app: '', subject: '2088000000000017' }], nickname: 'Sofia' }],
] as const

/** Links members with their wallet identities. Safe to repeat. */
export async function openIdentities(ctx: Context): Promise<void> {
  for (const [{ email }, { names, ...identity }] of linkedIdentities) {
    const member = await members.findByEmail(ctx, email)
    if (member) await members.linkIdentity(ctx, member.id, { ...identity, names: [...names] })
  }
}
