import { ownPath } from '#storefront/core/own-path.ts'

/** The parameter with the number of lines that a sign-in merged from the guest's cart. */
export const mergedParameter = 'merged'

/** The path after a sign-in: the requested path, else the account. A parameter reports a merged guest cart. */
export function pathAfterSignIn(wanted: FormDataEntryValue | null, { mergedLines }: { mergedLines: number }): string {
  const path = ownPath(wanted, '/user/list')
  if (mergedLines === 0) return path
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set(mergedParameter, String(mergedLines))
  return url.pathname + url.search + url.hash
}
