import { redirect } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'

/** The data of a page for members alone: a guest is asked to sign in and comes back. */
export async function forMember<Result>({ pathname, search }: URL, call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account.sign_in_required') throw toSignIn(pathname + search)
    throw error
  }
}

/** Who is signed in, for pages that need no more; a guest is asked to sign in and comes back. */
export async function currentMember(api: Client, { pathname, search }: URL) {
  const { user, userID, membership } = await api.shell.appInfo()
  if (!user || !userID) throw toSignIn(pathname + search)
  return { user, userID, membership }
}

/** For what a sign-in of long ago does not suffice. */
export const signInAgain = ({ pathname }: URL, next = pathname) => toSignIn(next)

function toSignIn(next: string) {
  return redirect(`/account/login?${new URLSearchParams({ next: next.replace(/\.data(?=\?|$)/, '') })}`)
}
