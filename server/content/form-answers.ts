import { and, desc, eq } from 'drizzle-orm'
import type { FormAnswer } from '#contract/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { toAnswer } from './forms.ts'
import { formAnswers } from './tables.ts'

/** This module has the staff calls about form submissions. */

interface FormQuery {
  form?: string | undefined
  state: FormAnswer['state']
  limit: number
}

/** Form submissions in a state, newest first. */
export async function forms(ctx: Context, { form, state, limit }: FormQuery): Promise<{ answers: FormAnswer[] }> {
  const rows = await ctx.db
    .select()
    .from(formAnswers)
    .where(and(eq(formAnswers.state, state), form ? eq(formAnswers.form, form) : undefined))
    .orderBy(desc(formAnswers.sentAt), desc(formAnswers.reference))
    .limit(limit)
  return { answers: rows.map(toAnswer) }
}

/** One submission. Fails with `staff.unknown` if the reference is unknown. */
export async function form(ctx: Context, { reference }: { reference: string }): Promise<FormAnswer> {
  const [row] = await ctx.db.select().from(formAnswers).where(eq(formAnswers.reference, reference.toUpperCase()))
  return row ? toAnswer(row) : failUnknown(reference)
}

/** Marks a submission as done or as spam. Fails with `staff.unknown` if the reference is unknown. */
export async function closeForm(
  ctx: Context,
  { reference, spam }: { reference: string; spam: boolean },
): Promise<FormAnswer> {
  const [row] = await ctx.db
    .update(formAnswers)
    .set({ state: spam ? 'spam' : 'done' })
    .where(eq(formAnswers.reference, reference.toUpperCase()))
    .returning()
  return row ? toAnswer(row) : failUnknown(reference)
}

const failUnknown = (reference: string): never => fail('staff.unknown', { what: reference })
