import { z } from 'zod'
import { shopCall, specificationCall, staffCall } from './call.ts'
import { id, locale, queryInteger, text } from './shapes.ts'

/** Forms that an owner defines, such as contact, catering and applications. */

export const fieldKinds = ['text', 'email', 'tel', 'number', 'date', 'textarea', 'select', 'checkbox'] as const

export const formField = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-zA-Z0-9]{0,39}$/)
    .describe("Name of the field in the submission. `email` is the sender's address."),
  kind: z.enum(fieldKinds),
  label: text,
  hint: text.optional(),
  required: z.boolean().default(false),
  maxLength: z.int().min(1).max(4000).default(200),
  min: z.number().optional().describe('For `number`.'),
  max: z.number().optional(),
  options: z
    .array(z.object({ id: z.string().max(60), name: text }))
    .default([])
    .describe('For `select`.'),
  autocomplete: z.string().max(60).optional().describe("The browser's autofill token: `name`, `tel`, `organization`."),
})
export type FormField = z.infer<typeof formField>

export const form = z.object({
  name: z.string(),
  title: text,
  text,
  fields: z.array(formField).max(40),
  submit: text.describe('Label of the button, and confirmation text.'),
  thanks: text,
})
export type Form = z.infer<typeof form>
export type FormInput = z.input<typeof form>

/** A form submission, as staff see it. */
export const formAnswer = z.object({
  reference: z.string(),
  form: z.string(),
  state: z.enum(['new', 'done', 'spam']),
  sentAt: z.string(),
  locationId: z.string().nullable(),
  locale,
  email: z.string().nullable(),
  lines: z
    .array(z.object({ name: z.string(), label: text, value: text }))
    .describe("Questions with their answers, in the form's order."),
})
export type FormAnswer = z.infer<typeof formAnswer>

export const formCalls = {
  form: shopCall('GET /forms/:name', {
    description:
      'A form with a ticket for submissions. The ticket is valid from three seconds to a day after its issue. ' +
      '`not_found` for an unknown name.',
    refusals: ['not_found'],
    limit: { points: 120, seconds: 600 },
    input: z.object({ name: id }),
    output: form.extend({ ticket: z.string() }),
  }),
  submitForm: specificationCall('POST /message/submitForm', {
    description:
      'Stores a submission, emails it to the shop, and emails a receipt to the sender. A repetition by the same ' +
      'visitor with the same ticket and values counts once. Invalid fields: `input.invalid`; too many links: ' +
      '`forms.links`. `forms.ticket` if the ticket is invalid, too new or expired; the page then loads the form again. ' +
      '`website` is a honeypot, which people leave empty.',
    refusals: ['input.invalid', 'forms.ticket'],
    limit: { points: 8, seconds: 600 },
    input: z.strictObject({
      form: id,
      ticket: z.string().max(200),
      values: z.record(z.string().max(40), z.string().max(5000)),
      website: z.string().max(1000).default(''),
    }),
    output: z.object({ reference: z.string() }),
  }),
}

const reference = z.string().trim().min(1).max(40)
/** Calls of the staff API for form submissions. */
export const formStaffCalls = {
  forms: staffCall('GET /forms', {
    right: 'messages.answer',
    place: 'shop',
    description: 'Form submissions, newest first; by default the new ones.',
    input: z.strictObject({
      form: id.optional(),
      state: formAnswer.shape.state.default('new'),
      limit: queryInteger(1, 200).default(50),
    }),
    output: z.object({ answers: z.array(formAnswer) }),
  }),
  form: staffCall('GET /forms/:reference', {
    right: 'messages.answer',
    place: 'shop',
    description: 'One submission; `staff.unknown` if there is none.',
    refusals: ['staff.unknown'],
    input: z.strictObject({ reference }),
    output: formAnswer,
  }),
  closeForm: staffCall('POST /forms/:reference/close', {
    right: 'messages.answer',
    place: 'shop',
    description: 'Marks a submission as done, or as spam.',
    input: z.strictObject({ reference, spam: z.boolean().default(false) }),
    output: formAnswer,
  }),
}
