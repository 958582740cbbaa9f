import { createHmac, randomBytes } from 'node:crypto'
import { dayMs } from '#contract/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isEqualSecret } from '#server/platform/http/xsrf.ts'

/**
 * The minimum age of a ticket. Faster submissions come from programs, because people need longer to read and fill in a
 * form. The limit stops only some programs, because a cached page can arrive with a ticket that is already old enough.
 */
const minAgeMs = 3000
const maxAgeMs = dayMs

/** Issues a ticket for submissions of a form. The ticket is signed and contains its time of issue. */
export function issueTicket(ctx: Context, form: string): string {
  const payload = `${ctx.app.now().getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${payload}.${sign(ctx, form, payload)}`
}

/**
 * The random id of a ticket. Fails with `forms.ticket` if the ticket is not signed for this form, is too new or is too
 * old.
 */
export function readTicket(ctx: Context, form: string, ticket: string): string {
  const [issuedAt = '', random = '', signature = ''] = ticket.split('.')
  if (!isEqualSecret(signature, sign(ctx, form, `${issuedAt}.${random}`))) fail('forms.ticket')
  const ageMs = ctx.app.now().getTime() - Number.parseInt(issuedAt, 36)
  if (ageMs < minAgeMs || ageMs > maxAgeMs) fail('forms.ticket')
  return random
}

const sign = ({ app }: Context, form: string, payload: string) =>
  createHmac('sha256', app.secret).update(`form ${form} ${payload}`).digest('base64url').slice(0, 27)
