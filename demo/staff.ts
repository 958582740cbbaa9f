import type { Locale } from '#contract/languages.ts'
import type { Role } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import * as staff from '#server/staff/staff.ts'

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

/** Adds the missing staff members; keeps those that exist. */
export async function openStaff(ctx: Context): Promise<void> {
  for (const { role, name, locale, location } of demoStaff) {
    const person = { name, locale, email: demoStaffEmail(role), password: demoStaffPassword }
    await staff.putPerson(ctx, { ...person, roles: [{ role, location }] })
  }
}
