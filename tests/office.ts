import type { ClientOf } from '#contract/client.ts'
import { clientOf } from '#contract/client.ts'
import { officeXsrfCookie } from '#contract/constants.ts'
import type { StaffCalls } from '#contract/office/calls.ts'
import { listStaffCalls } from '#contract/office/calls.ts'
import type { RoleAt } from '#contract/rights.ts'
import { systemContext } from '#server/platform/context.ts'
import { ownerLink } from '#server/staff/staff.ts'
import type { TestShop, Visitor } from './harness.ts'

export type Office = ClientOf<StaffCalls> & { visitor: Visitor }

export const staffPassword = 'plum-boat-lantern-7'

/** Creates a browser that sends staff calls to a shop. */
export function openOffice(shop: TestShop, headers: Record<string, string> = {}): Office {
  const visitor = shop.visitor({ 'sec-fetch-site': 'same-origin', ...headers })
  const client = clientOf<StaffCalls>(listStaffCalls(), (path, init) => visitor.fetch(path, init), {
    xsrfToken: () => visitor.cookies.get(officeXsrfCookie),
  })
  return { ...client, visitor }
}

/** The code in a start link. */
export const codeIn = (address: string) => new URL(address).hash.slice(1)

/** Signs in a new owner of the shop. */
export async function openOwner(shop: TestShop, email = 'owner@shop.test'): Promise<Office> {
  const code = codeIn((await ownerLink(systemContext(shop.app))).address)
  const office = openOffice(shop)
  await office.people.start({ code, name: 'Mei', email, password: staffPassword, locale: 'en' })
  return office
}

/** Invites a staff member with these roles, and signs them in. */
export async function openColleague(shop: TestShop, owner: Office, email: string, roles: RoleAt[]): Promise<Office> {
  const { code } = await owner.people.invite({ email, roles })
  const office = openOffice(shop)
  const name = email.split('@')[0] ?? ''
  await office.people.join({ code, name, email, password: staffPassword, locale: 'en' })
  return office
}
