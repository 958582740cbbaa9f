import { ownPath } from '#storefront/core/own-path.ts'

/** The parameter that says how many lines of the guest's cart a sign-in brought along. */
export const mergedParameter = 'merged'

/** The path that a sign-in leads to: the wanted one, else the account. It says so if the guest's cart was merged. */
export function pathAfterSignIn(wanted: FormDataEntryValue | null, { mergedLines }: { mergedLines: number }): string {
  const path = ownPath(wanted, '/user/list')
  if (mergedLines === 0) return path
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set(mergedParameter, String(mergedLines))
  return url.pathname + url.search + url.hash
}
