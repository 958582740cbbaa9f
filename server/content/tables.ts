import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Block } from '#contract/blocks.ts'
import type { Form, FormAnswer } from '#contract/forms.ts'
import type { Locale } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { instant } from '#server/platform/tables.ts'

/** A content page at `/{name}`. */
export const pages = pgTable('pages', {
  name: text('name').primaryKey(),
  title: jsonb('title').notNull().$type<Text>(),
  blocks: jsonb('blocks').notNull().$type<Block[]>(),
  published: boolean('published').notNull().default(true),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A block of a section such as the home page. */
export const sections = pgTable(
  'sections',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    position: integer('position').notNull().default(0),
    published: boolean('published').notNull().default(true),
    content: jsonb('content').notNull().$type<Block>(),
  },
  (table) => [index('sections_type').on(table.type, table.position)],
)

/** A form that the owner defined, at `/forms/{name}`. */
export const forms = pgTable('forms', {
  name: text('name').primaryKey(),
  definition: jsonb('definition').notNull().$type<Omit<Form, 'name'>>(),
  /** Recipient of the form's submissions; null for the shop's sender address. */
  mailTo: text('mail_to'),
  published: boolean('published').notNull().default(true),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A form submission, with the form's labels at the time of the submission. */
export const formAnswers = pgTable(
  'form_answers',
  {
    reference: text('reference').primaryKey(),
    form: text('form').notNull(),
    state: text('state').notNull().default('new').$type<FormAnswer['state']>(),
    sentAt: instant('sent_at').notNull(),
    locationId: text('location_id'),
    memberId: text('member_id'),
    locale: text('locale').notNull().$type<Locale>(),
    email: text('email'),
    lines: jsonb('lines').notNull().$type<FormAnswer['lines']>(),
    /** The ticket's random id and `digest`. The column is unique, so a repeated submission is stored only once. */
    ticket: text('ticket').notNull().unique(),
    /**
     * Hash of the sender and the input. Only release 0.1.0 reads this column, because `ticket` contains the hash too.
     * Before the column can be dropped, a release must give it a default, stop writing it, and list it as `unused` in
     * `releases.json`.
     */
    digest: text('digest').notNull(),
  },
  (table) => [
    index('form_answers_state').on(table.state, table.sentAt),
    index('form_answers_sender').on(table.email, table.sentAt),
  ],
)
