/** A path of this shop that a form names, else `otherwise`: never another site. */
export function ownPath(wanted: FormDataEntryValue | null, otherwise: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return otherwise
  const here = 'https://own.invalid'
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null
  // “/.//host” is a path here, and would be another site once its dot is resolved.
  if (url?.origin !== here || url.pathname.startsWith('//')) return otherwise
  return url.pathname + url.search + url.hash
}
