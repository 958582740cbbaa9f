import { staffText } from '#contract/messages/staff.ts'
import { keysOf } from '#contract/object-keys.ts'
import { showAnswer, showAnswers } from './form-output.ts'
import type { Command, CommandInput } from './shop-command.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Write = (shop: StaffClient, input: CommandInput) => Promise<{ stored: string }>
/** Maps each kind of content that a file can hold to the call that stores it. */
const writers = {
  page: (shop, input) => shop.writePage({ ...input.json<InputOf<'writePage'>>(2), page: input.required(1) }),
  section: (shop, input) =>
    shop.writeSection({ ...input.json<InputOf<'writeSection'>>(2), section: input.required(1) }),
  form: (shop, input) => shop.writeForm({ ...input.json<InputOf<'writeForm'>>(2), form: input.required(1) }),
} satisfies Record<string, Write>

/** The commands for pages, sections and forms, and for form submissions. */
export const contentCommands: Command[] = [
  {
    name: 'write',
    args: ['WHAT', 'NAME', 'FILE'],
    options: [],
    run: async (shop, input, locale) => {
      const answer = await writers[input.oneOf(0, keysOf(writers))](shop, input)
      return { answer, lines: [staffText(locale, 'stored', { what: answer.stored })] }
    },
  },
  {
    name: 'forms',
    args: [],
    options: ['form', 'state', 'limit'],
    run: async (shop, input, locale) => {
      const answer = await shop.forms({
        form: input.text('form'),
        state: input.text('state'),
        limit: input.number('limit'),
      })
      return { answer, lines: showAnswers(answer.answers, locale) }
    },
  },
  {
    name: 'form',
    args: ['REFERENCE'],
    options: [],
    run: async (shop, { args: [reference = ''] }, locale) => {
      const answer = await shop.form({ reference })
      return { answer, lines: showAnswer(answer, locale) }
    },
  },
  {
    name: 'close-form',
    args: ['REFERENCE'],
    options: ['spam'],
    run: async (shop, input, locale) => {
      const [reference = ''] = input.args
      const answer = await shop.closeForm({ reference, spam: input.has('spam') })
      return { answer, lines: showAnswer(answer, locale) }
    },
  },
]
