import { redirect } from 'react-router'
import { defaultLocale, isLocale } from '#contract/languages.ts'
import { api } from '../core/api.ts'
import type { Attempt } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'

/** What a link is for; `errors` if it cannot be used, an empty `code` if the address has none. */
export async function loadLink() {
  // A code in the fragment appears in no log.
  const code = location.hash.slice(1)
  return { code, link: code ? await attempt(api.people.invitation({ code })) : null }
}

/** Makes the person of a start link or an invitation from the form, and leads into the back office. */
export async function sendPerson(request: Request, kind: 'start' | 'join'): Promise<Attempt<unknown>> {
  const form = await request.formData()
  const locale = textOf(form, 'locale')
  const person = {
    code: textOf(form, 'code'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    locale: isLocale(locale) ? locale : defaultLocale,
  }
  const result = await attempt(api.people[kind](person))
  if (result.done) throw redirect('/')
  return result
}
