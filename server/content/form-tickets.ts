import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isSame } from '#server/platform/http/xsrf.ts'

/**
 * The minimum age of a ticket. Faster submissions come from programs, because people need longer to read and fill in a
 * form. The ticket of a cached page can be older when the page arrives, so this stops only some programs.
 */
const youngestMs = 3000
const oldestMs = 86_400_000

/** Issues a ticket for submissions of a form. The ticket is signed and contains its time of issue. */
export function issueTicket(ctx: Context, form: string): string {
  const said = `${ctx.app.now().getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${said}.${sign(ctx, form, said)}`
}

/**
 * The random id of a ticket. Fails with `forms.ticket` if the ticket is not signed for this form, is too new or is too
 * old.
 */
export function readTicket(ctx: Context, form: string, ticket: string): string {
  const [at = '', random = '', signature = ''] = ticket.split('.')
  if (!isSame(signature, sign(ctx, form, `${at}.${random}`))) fail('forms.ticket')
  const ageMs = ctx.app.now().getTime() - Number.parseInt(at, 36)
  if (ageMs < youngestMs || ageMs > oldestMs) fail('forms.ticket')
  return random
}

const sign = ({ app }: Context, form: string, said: string) =>
  createHmac('sha256', app.secret).update(`form ${form} ${said}`).digest('base64url').slice(0, 27)
