import type { Shop } from '#storefront/core/shop.ts'

/** The text in a form field. Empty if the field is missing. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Adds the query parameter `next` to a path: the path to open after the sign-in. */
export const withNext = (path: string, next: string | null) =>
  next ? `${path}?${new URLSearchParams({ next })}` : path

/** The labels of the account forms' fields, for the list of errors. */
export const labelsOf = (t: Shop['t']): Record<string, string> => ({
  name: t('account.name'),
  email: t('account.email'),
  phone: t('account.phone'),
  password: t('account.password'),
  newPassword: t('account.new_password'),
  code: t('account.code'),
})
