import { redirect } from 'react-router'
import { defaultLocale, isLocale } from '#contract/languages.ts'
import { api } from '../core/api.ts'
import type { Attempt } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'

/**
 * Loads the purpose of the code in the URL: an invitation, or the start of a new shop. `link.errors` is set if the code
 * cannot be used. If the URL has no code, `code` is empty and `link` is null.
 */
export async function loadLink() {
  // The code is in the URL's fragment. Browsers do not send the fragment to servers, so no server can log the code.
  const code = location.hash.slice(1)
  return { code, link: code ? await attempt(api.people.invitation({ code })) : null }
}

/** Creates an account from the form of a start link or an invitation, and redirects into the back office. */
export async function sendRegistration(request: Request, kind: 'start' | 'join'): Promise<Attempt<unknown>> {
  const form = await request.formData()
  const locale = textOf(form, 'locale')
  const registration = {
    code: textOf(form, 'code'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    locale: isLocale(locale) ? locale : defaultLocale,
  }
  const result = await attempt(api.people[kind](registration))
  if (result.done) throw redirect('/')
  return result
}
