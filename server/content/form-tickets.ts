import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isSame } from '#server/platform/http/xsrf.ts'

/** Nobody reads and fills in a form faster; programs do. */
const youngestMs = 3000
const oldestMs = 86_400_000

/** What one answer to a form can be sent with: when it was given, signed for this form. */
export function issueTicket(ctx: Context, form: string): string {
  const said = `${ctx.app.now().getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${said}.${sign(ctx, form, said)}`
}

/** The ticket's own name. `forms.ticket` where it is none of ours for this form, too young or too old. */
export function readTicket(ctx: Context, form: string, ticket: string): string {
  const [at = '', random = '', signature = ''] = ticket.split('.')
  if (!isSame(signature, sign(ctx, form, `${at}.${random}`))) fail('forms.ticket')
  const ageMs = ctx.app.now().getTime() - Number.parseInt(at, 36)
  if (ageMs < youngestMs || ageMs > oldestMs) fail('forms.ticket')
  return random
}

const sign = ({ app }: Context, form: string, said: string) =>
  createHmac('sha256', app.secret).update(`form ${form} ${said}`).digest('base64url').slice(0, 27)
