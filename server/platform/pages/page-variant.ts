import { keysOf } from '#contract/object-keys.ts'
import type { Visitor } from '#contract/shell.ts'
import { placeholderOf } from './member-page.ts'

/** A member's page in two parts: the variant, which several members share, and this member's own values. */
export interface PageVariant {
  /** All facts that determine the page, as text. Members with the same shape get the same page, except for `values`. */
  shape: string
  /** The visitor's data for rendering the page, with a placeholder in place of each personal value. */
  placeholderVisitor: Visitor
  values: Record<string, string>
}

/**
 * Splits a member's data into the variant of the page and personal values. The rendering gets no personal values, so
 * the cache cannot contain any. Null for a guest.
 */
export function pageVariantOf(visitor: Visitor, secret: string): PageVariant | null {
  const { user, userID, lastLoginDate, myID, referrerUserGroup, membership, memberPrices } = visitor
  if (!user) return null
  const personalValues = {
    name: user.name,
    email: user.email,
    phone: user.phone,
    profileImage: user.profileImage,
    userID,
    lastLoginDate,
    myID,
    referrerUserGroup,
  }
  const names = keysOf(personalValues)
  // A missing or empty text renders differently from other texts, so it gets no placeholder.
  const toPlaceholder = <Value extends string | null>(name: keyof typeof personalValues, value: Value) =>
    value ? placeholderOf(secret, name) : value
  return {
    shape: JSON.stringify([names.map((name) => personalValues[name] && true), user.locale, membership, memberPrices]),
    placeholderVisitor: {
      user: {
        name: toPlaceholder('name', user.name),
        email: toPlaceholder('email', user.email),
        phone: toPlaceholder('phone', user.phone),
        locale: user.locale,
        profileImage: toPlaceholder('profileImage', user.profileImage),
      },
      userID: toPlaceholder('userID', userID),
      lastLoginDate: toPlaceholder('lastLoginDate', lastLoginDate),
      myID: toPlaceholder('myID', myID),
      referrerUserGroup: toPlaceholder('referrerUserGroup', referrerUserGroup),
      membership,
      memberPrices,
    },
    values: Object.fromEntries(names.map((name) => [name, personalValues[name] ?? ''])),
  }
}
