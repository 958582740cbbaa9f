/**
 * Returns the path in a form field if it leads to this shop, else `otherwise`. The result never leads to another site.
 */
export function ownPath(wanted: FormDataEntryValue | null, otherwise: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return otherwise
  const here = 'https://own.invalid'
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null
  // “/.//host” is a path of this shop, but becomes “//host”, another site, once a client resolves the dot.
  if (url?.origin !== here || url.pathname.startsWith('//')) return otherwise
  return url.pathname + url.search + url.hash
}
