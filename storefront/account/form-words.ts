import type { Shop } from '#storefront/core/shop.ts'

/** The text of a form's field; empty where there is none. */
export function readWord(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A path that takes along where to go after it. */
export const withNext = (path: string, next: string | null) =>
  next ? `${path}?${new URLSearchParams({ next })}` : path

/** How the fields of the account's forms are called, for the list of what is wrong. */
export const labelsOf = (t: Shop['t']): Record<string, string> => ({
  name: t('account.name'),
  email: t('account.email'),
  phone: t('account.phone'),
  password: t('account.password'),
  newPassword: t('account.new_password'),
  code: t('account.code'),
})
