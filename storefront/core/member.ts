import { redirect } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'

/**
 * Loads the data of a members-only page. Redirects a guest to the sign-in page, which returns to this page after
 * sign-in.
 */
export async function forMember<Result>({ pathname, search }: URL, call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account.sign_in_required') throw toSignIn(pathname + search)
    throw error
  }
}

/**
 * The signed-in member, for pages that need no other data. Redirects a guest to the sign-in page, which returns to this
 * page after sign-in.
 */
export async function currentMember(api: Client, { pathname, search }: URL) {
  const { user, userID, membership } = await api.shell.appInfo()
  if (!user || !userID) throw toSignIn(pathname + search)
  return { user, userID, membership }
}

/**
 * A redirect to the sign-in page, for an action that requires a more recent sign-in. The sign-in page then opens this
 * page again.
 */
export const signInAgain = ({ pathname }: URL) => toSignIn(pathname)

function toSignIn(next: string) {
  return redirect(`/account/login?${new URLSearchParams({ next: next.replace(/\.data(?=\?|$)/, '') })}`)
}
