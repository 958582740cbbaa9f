import { createHash } from 'node:crypto'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

/** The signature of a notification must cover these fields. An attacker could change a field that it does not cover. */
const requiredFields = ['id', 'reference', 'notify_status', 'amount', 'currency']

/**
 * Citcon's signature of a notification (Online API): the MD5, in lower-case hex, of the sorted `k=v` pairs followed by
 * `&token=` and the token. The signature covers the fields that `fields` names, and `fields` itself. Nothing is
 * escaped; an empty value stays as `k=`.
 */
export function sign(form: URLSearchParams, token: string): string {
  return createHash('md5')
    .update(`${toSignedText(form)}&token=${token}`, 'utf8')
    .digest('hex')
}

/** Whether the form is signed with our token, and the signature covers every field that the shop reads. */
export function isSigned(form: URLSearchParams, token: string): boolean {
  const names = namesOf(form)
  if (!requiredFields.every((name) => names.includes(name))) return false
  return isEqualSecret(form.get('sign') ?? '', sign(form, token))
}

/** The signed text before the secret is appended, the same in both of Citcon's APIs. */
export function toSignedText(form: URLSearchParams): string {
  return [...new Set([...namesOf(form), 'fields'])]
    .sort()
    .map((name) => `${name}=${form.get(name) ?? ''}`)
    .join('&')
}

const namesOf = (form: URLSearchParams) => (form.get('fields') ?? '').split(',').filter((name) => name !== 'sign')
