import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { demoAccounts } from './accounts.ts'

/** Mei signs in with WeChat too, where her phone knows her by this (`stand-ins/wechat.ts`). */
const atWeChat = {
  provider: 'wechat' as const,
  names: [{ app: '', subject: 'union-mei' }],
  nickname: '林美 Mei',
}

/** Links one member with WeChat; again it does nothing. */
export async function openIdentities(ctx: Context): Promise<void> {
  const member = await members.findByEmail(ctx, demoAccounts[0].email)
  if (member) await members.linkIdentity(ctx, member.id, atWeChat)
}
