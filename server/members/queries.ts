import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '#server/platform/database/prepared-queries.ts'
import { memberIdentities as identities, members } from './tables.ts'

export const selectMember = prepared((db) =>
  db
    .select()
    .from(members)
    .where(and(eq(members.id, sql.placeholder('id')), isNull(members.deletedAt))),
)

export const selectWeChatIdentity = prepared((db) =>
  db
    .select({ app: identities.app })
    .from(identities)
    .where(and(eq(identities.memberId, sql.placeholder('memberId')), eq(identities.provider, 'wechat')))
    .limit(1),
)
