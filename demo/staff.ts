import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { Locale } from '#contract/languages.ts'
import type { Role } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { staffPeople, staffRoles } from '#server/staff/tables.ts'

interface DemoStaff {
  role: Role
  name: string
  locale: Locale
  /** The store's id; null for all stores. */
  location: string | null
}

/** The password of all staff of the demonstration. */
export const demoStaffPassword = 'jasmine-counter-41'

/** The demonstration's staff, one for each role. `npm start` prints their email addresses. */
export const demoStaff: DemoStaff[] = [
  { role: 'owner', name: 'Wen Lan 文岚', locale: 'zh', location: null },
  { role: 'manager', name: 'Amara Diallo', locale: 'en', location: 'markham' },
  { role: 'cashier', name: 'Ana Costa', locale: 'en', location: 'markham' },
  { role: 'kitchen', name: 'Lao Ma 老马', locale: 'zh', location: 'markham' },
  { role: 'packer', name: 'Tom Nguyen', locale: 'en', location: 'markham' },
  { role: 'driver', name: 'Xiao Lu 小陆', locale: 'zh', location: 'markham' },
  { role: 'content', name: 'Chloe Martin', locale: 'en', location: null },
  { role: 'organiser', name: 'Auntie Fang 方阿姨', locale: 'zh', location: 'markham' },
  { role: 'bookkeeper', name: 'Ravi Patel', locale: 'en', location: null },
]

/** The email address of the staff member with this role. */
export const demoStaffEmail = (role: Role) => `${role}@lantern-lane.example`

/**
 * How long staff can work before they must set up the second step of their sign-in. Applies only after the shop has
 * left the `DEMO` mode, because this mode requires no second step.
 */
const secondStepGraceMs = 7 * dayMs

/**
 * Adds the missing staff members, and does not change those that exist. Writes directly to the tables of the staff
 * module, because the module's functions let people join only with a link and with a password of their own choice.
 */
export async function openStaff(ctx: Context): Promise<void> {
  const now = ctx.app.now()
  for (const { role, name, locale, location } of demoStaff) {
    const email = demoStaffEmail(role)
    const [existing] = await ctx.db.select({ id: staffPeople.id }).from(staffPeople).where(emailEquals(email))
    if (existing) continue
    const id = randomUUID()
    await ctx.db.insert(staffPeople).values({
      id,
      name,
      email,
      locale,
      passwordHash: await hashPassword(demoStaffPassword),
      createdAt: now,
      secondStepDue: new Date(now.getTime() + secondStepGraceMs),
    })
    await ctx.db.insert(staffRoles).values({ personId: id, role, locationId: location })
  }
}

const emailEquals = (email: string) => eq(sql`lower(${staffPeople.email})`, email)
