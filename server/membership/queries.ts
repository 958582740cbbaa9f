import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { prepared } from '#server/platform/database/prepared-queries.ts'
import { memberships, membershipTiers } from './tables.ts'

export const selectBenefits = prepared((db) =>
  db
    .select({
      name: membershipTiers.name,
      memberPrices: membershipTiers.memberPrices,
      percent: membershipTiers.percent,
      freeDeliveryFrom: membershipTiers.freeDeliveryFrom,
    })
    .from(memberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, memberships.tierId))
    .where(
      and(
        eq(memberships.memberId, sql.placeholder('memberId')),
        lte(memberships.from, sql.placeholder('now')),
        gt(memberships.until, sql.placeholder('now')),
      ),
    )
    .orderBy(desc(membershipTiers.rank))
    .limit(1),
)

export const selectPeriods = prepared((db) =>
  db
    .select({
      tierId: memberships.tierId,
      rank: membershipTiers.rank,
      from: memberships.from,
      until: memberships.until,
      tier: membershipTiers,
    })
    .from(memberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, memberships.tierId))
    .where(eq(memberships.memberId, sql.placeholder('memberId')))
    .orderBy(desc(membershipTiers.rank)),
)
