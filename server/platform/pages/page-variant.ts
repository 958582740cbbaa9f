import type { Visitor } from '#contract/shell.ts'
import { placeholderOf } from './cached-page.ts'

/** What pages of a kind of member have in common, and what is this one's own. */
export interface PageVariant {
  /** All that a page may decide by: members with the same one get the same page but for `values`. */
  shape: string
  /** Whom the page is rendered for: nobody, with a mark for each thing that is somebody's own. */
  placeholderVisitor: Visitor
  values: Record<string, string>
}

/**
 * How the page of a member is kept for all who are like them. Nothing of theirs is in what is rendered, so nothing of
 * it can be in what is kept. Null for a guest.
 */
export function pageVariantOf(visitor: Visitor, secret: string): PageVariant | null {
  const { user, userID, lastLoginDate, myID, referrerUserGroup, membership, memberPrices } = visitor
  if (!user) return null
  const own = {
    ...{ name: user.name, email: user.email, phone: user.phone, profileImage: user.profileImage },
    ...{ userID, lastLoginDate, myID, referrerUserGroup },
  }
  const names = Object.keys(own) as (keyof typeof own)[]
  // No text and an empty one are rendered otherwise than others, and stand there as they are.
  const mark = <Value extends string | null>(name: keyof typeof own, value: Value) =>
    (value ? placeholderOf(secret, name) : value) as Value
  return {
    shape: JSON.stringify([names.map((name) => own[name] && true), user.locale, membership, memberPrices]),
    placeholderVisitor: {
      user: {
        name: mark('name', user.name),
        email: mark('email', user.email),
        phone: mark('phone', user.phone),
        locale: user.locale,
        profileImage: mark('profileImage', user.profileImage),
      },
      userID: mark('userID', userID),
      lastLoginDate: mark('lastLoginDate', lastLoginDate),
      myID: mark('myID', myID),
      referrerUserGroup: mark('referrerUserGroup', referrerUserGroup),
      membership,
      memberPrices,
    },
    values: Object.fromEntries(names.map((name) => [name, own[name] ?? ''])),
  }
}
