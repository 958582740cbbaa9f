import { staffText } from '#contract/messages/staff.ts'
import { keysOf } from '#contract/object-keys.ts'
import { showAnswer, showAnswers } from './form-words.ts'
import type { Command, Typed } from './shop-command.ts'
import type { InputOf, StaffClient } from './staff-client.ts'

type Write = (shop: StaffClient, typed: Typed) => Promise<{ stored: string }>
/** Maps each kind of content that a file can hold to the call that stores it. */
const written = {
  page: (shop, typed) => shop.writePage({ ...typed.json<InputOf<'writePage'>>(2), page: typed.needed(1) }),
  section: (shop, typed) => shop.writeSection({ ...typed.json<InputOf<'writeSection'>>(2), section: typed.needed(1) }),
  form: (shop, typed) => shop.writeForm({ ...typed.json<InputOf<'writeForm'>>(2), form: typed.needed(1) }),
} satisfies Record<string, Write>

/** The commands for pages, sections and forms, and for form submissions. */
export const contentCommands: Command[] = [
  {
    name: 'write',
    args: ['WHAT', 'NAME', 'FILE'],
    options: [],
    run: async (shop, typed, locale) => {
      const answer = await written[typed.oneOf(0, keysOf(written))](shop, typed)
      return { answer, lines: [staffText(locale, 'stored', { what: answer.stored })] }
    },
  },
  {
    name: 'forms',
    args: [],
    options: ['form', 'state', 'limit'],
    run: async (shop, typed, locale) => {
      const answer = await shop.forms({
        form: typed.text('form'),
        state: typed.text('state'),
        limit: typed.number('limit'),
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
    run: async (shop, typed, locale) => {
      const [reference = ''] = typed.args
      const answer = await shop.closeForm({ reference, spam: typed.has('spam') })
      return { answer, lines: showAnswer(answer, locale) }
    },
  },
]
