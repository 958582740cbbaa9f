import { localPath } from '#storefront/core/own-path.ts'

/** The query parameter for the number of cart lines that a sign-in merged from the guest's cart. */
export const mergedParameter = 'merged'

/**
 * The path to open after a sign-in: the requested path, else the account. If the sign-in merged cart lines, the path
 * has their number in the parameter `mergedParameter`.
 */
export function pathAfterSignIn(
  requestedPath: FormDataEntryValue | null,
  { mergedLines }: { mergedLines: number },
): string {
  const path = localPath(requestedPath, '/user/list')
  if (mergedLines === 0) return path
  const url = new URL(path, 'https://own.invalid')
  url.searchParams.set(mergedParameter, String(mergedLines))
  return url.pathname + url.search + url.hash
}
