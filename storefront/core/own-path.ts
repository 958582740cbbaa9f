/**
 * Returns the path in a form field if it leads to this shop, else `fallback`. The result never leads to another site.
 */
export function localPath(value: FormDataEntryValue | null, fallback: string): string {
  if (typeof value !== 'string' || !value.startsWith('/')) return fallback
  const base = 'https://own.invalid'
  const url = URL.canParse(value, base) ? new URL(value, base) : null
  // “/.//host” is a path of this shop, but becomes “//host”, another site, once a client resolves the dot.
  if (url?.origin !== base || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
