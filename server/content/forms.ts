import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, lt, ne } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import { findFaults } from '#contract/form-rules.ts'
import type { Form, FormAnswer, FormField, FormInput } from '#contract/forms.ts'
import { form as formSchema } from '#contract/forms.ts'
import { rowText, sameText } from '#contract/languages.ts'
import { texts } from '#contract/messages.ts'
import * as locations from '#server/locations/locations.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { publishCatalogueChange } from '#server/platform/publish.ts'
import { emit } from '#server/platform/queue.ts'
import { issueTicket, readTicket } from './form-tickets.ts'
import { formAnswers, forms } from './tables.ts'

/** Submissions are stored for a year. */
const retentionMs = 365 * dayMs
/**
 * The maximum number of submissions per day with one email address. The shop emails a receipt to the address for each
 * submission, so the limit protects the address's owner if somebody else enters the address.
 */
const maxPerSenderAndDay = 10

/** A form with a ticket for its submissions. Fails with `not_found` if there is no such form. */
export async function form(ctx: Context, { name }: { name: string }): Promise<Form & { ticket: string }> {
  return { ...(await find(ctx, name)).form, ticket: issueTicket(ctx, name) }
}

interface Submission {
  form: string
  ticket: string
  values: Record<string, string>
  website: string
}

/**
 * Stores a form submission; a job emails it. If the same visitor repeats a submission with the same ticket and values,
 * returns the reference of the first one. Fails with `input.invalid` for wrong fields, with `forms.ticket` for an
 * invalid ticket, and with `request.too_many` after `maxPerSenderAndDay` submissions a day with one email address. If
 * the hidden field `website` is filled in, the submission comes from a program and is dropped without an error.
 */
export async function submitForm(ctx: Context, submission: Submission): Promise<{ reference: string }> {
  const { form } = await find(ctx, submission.form)
  const values = Object.fromEntries(
    form.fields.map(({ name, kind }) => [name, normalizeInput(kind, submission.values[name])]),
  )
  refuseFaults(form.fields, values)
  const ticketId = readTicket(ctx, form.name, submission.ticket)
  const reference = newReference()
  if (submission.website !== '') return { reference }
  const sender = ctx.memberId ?? ctx.ip
  const digest = createHash('sha256')
    .update(JSON.stringify([sender, values]))
    .digest('base64url')
  const email = values.email?.toLowerCase() || null
  const store = await locations.currentOrNone(ctx)
  // All visitors of a cached page have the same ticket. So a submission is a repetition only if its sender and its
  // values are the same too.
  const ticket = `${ticketId}.${digest}`
  return transact(ctx, async (ctx) => {
    if (email && (await countOthers(ctx, email, ticket)) >= maxPerSenderAndDay)
      fail('request.too_many', { seconds: dayMs / 1000 })
    const [stored] = await ctx.db
      .insert(formAnswers)
      .values({
        reference,
        form: form.name,
        sentAt: ctx.app.now(),
        locationId: store?.id ?? null,
        memberId: ctx.memberId,
        locale: ctx.locale,
        email,
        lines: form.fields.flatMap((field) => toLine(field, values[field.name] ?? '')),
        ticket,
        digest,
      })
      .onConflictDoNothing({ target: formAnswers.ticket })
      .returning({ reference: formAnswers.reference })
    if (!stored) return findEarlierSubmission(ctx, ticket)
    await emit(ctx, 'content.form_sent', stored)
    return stored
  })
}

/** The reference of the submission that is stored with this value of `ticket`. */
async function findEarlierSubmission(ctx: Context, ticket: string): Promise<{ reference: string }> {
  const [earlier] = await ctx.db
    .select({ reference: formAnswers.reference })
    .from(formAnswers)
    .where(eq(formAnswers.ticket, ticket))
  return earlier ?? fail('forms.ticket')
}

/** Counts the submissions of the last day with this email address, except the submission that `ticket` identifies. */
async function countOthers(ctx: Context, email: string, ticket: string): Promise<number> {
  const since = new Date(ctx.app.now().getTime() - dayMs)
  const [row] = await ctx.db
    .select({ count: count() })
    .from(formAnswers)
    .where(and(eq(formAnswers.email, email), gt(formAnswers.sentAt, since), ne(formAnswers.ticket, ticket)))
  return row?.count ?? 0
}

function refuseFaults(fields: FormField[], values: Record<string, string>) {
  const faults = findFaults(fields, values)
  if (faults.length === 0) return
  throw new Failure(
    faults.map(({ field, message, limit }) => ({
      code: 'input.invalid',
      field,
      details: { field, message, ...(limit !== undefined && { limit }) },
    })),
  )
}

/**
 * Normalises line breaks, because browsers submit `\r\n` if a form is sent without JavaScript. Replaces line breaks
 * with spaces in all fields except text areas.
 */
const normalizeInput = (kind: FormField['kind'], value = '') =>
  value.replace(kind === 'textarea' ? /\r\n?/g : /[\r\n\u2028\u2029]+/g, kind === 'textarea' ? '\n' : ' ').trim()

/**
 * Converts a field to a line that people can read, with the names of chosen options instead of their ids. Returns an
 * empty array for an empty field.
 */
function toLine({ name, label, kind, options }: FormField, value: string): FormAnswer['lines'] {
  if (value === '') return []
  if (kind === 'checkbox') return [{ name, label, value: rowText(texts['forms.yes']) }]
  const chosen = options.find(({ id }) => id === value)
  return [{ name, label, value: chosen?.name ?? sameText(value) }]
}

/** Letters and digits that people do not confuse on the telephone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newReference = () => Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')

/**
 * A published form and the email address that gets its submissions. A null address means the shop's own address.
 * Fails with `not_found` if there is no such form.
 */
async function find(ctx: Context, name: string): Promise<{ form: Form; mailTo: string | null }> {
  const [row] = await ctx.db
    .select()
    .from(forms)
    .where(and(eq(forms.name, name), eq(forms.published, true)))
  if (!row) fail('not_found')
  return { form: { name: row.name, ...row.definition }, mailTo: row.mailTo }
}

/** Adds a form, or replaces the form with this name. Publishes the form unless `published` is false. */
export function putForm(
  ctx: Context,
  { mailTo = null, published = true, ...input }: FormInput & { mailTo?: string | null; published?: boolean },
): Promise<void> {
  const { name, ...definition } = formSchema.parse(input)
  return transact(ctx, async (ctx) => {
    const values = { name, definition, mailTo, published, updatedAt: ctx.app.now() }
    await ctx.db.insert(forms).values(values).onConflictDoUpdate({ target: forms.name, set: values })
    await publishCatalogueChange(ctx)
  })
}

/** Deletes submissions after a year. */
export async function sweepForms(ctx: Context): Promise<void> {
  await ctx.db.delete(formAnswers).where(lt(formAnswers.sentAt, new Date(ctx.app.now().getTime() - retentionMs)))
}

/** Exports the submissions that a member sent while signed in; only these are known to be the member's. */
export async function exportData(ctx: Context, { memberId }: { memberId: string }) {
  const rows = await ctx.db
    .select()
    .from(formAnswers)
    .where(eq(formAnswers.memberId, memberId))
    .orderBy(desc(formAnswers.sentAt))
  return { forms: rows.map(toAnswer) }
}

/** Deletes a member's submissions. */
export async function erase(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  await ctx.db.delete(formAnswers).where(eq(formAnswers.memberId, memberId))
}

/** Moves one member's submissions to another. */
export async function transfer(ctx: Context, { fromId, intoId }: { fromId: string; intoId: string }): Promise<void> {
  await ctx.db.update(formAnswers).set({ memberId: intoId }).where(eq(formAnswers.memberId, fromId))
}

/** Converts a submission to the shape that staff calls return. */
export function toAnswer(row: typeof formAnswers.$inferSelect): FormAnswer {
  const { reference, form, state, sentAt, locationId, locale, email, lines } = row
  return { reference, form, state, sentAt: sentAt.toISOString(), locationId, locale, email, lines }
}
