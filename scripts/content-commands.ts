import { staffText } from '#contract/messages/staff.ts'
import { showAnswer, showAnswers } from './form-words.ts'
import type { Command } from './shop-command.ts'
import type { StaffClient } from './staff-client.ts'

/** For each kind of content that a file can hold, the call that stores it. */
const written: Record<string, (shop: StaffClient, name: string, file: never) => Promise<{ stored: string }>> = {
  page: (shop, page, file: object) => shop.writePage({ ...file, page } as Parameters<StaffClient['writePage']>[0]),
  section: (shop, section, file: object) =>
    shop.writeSection({ ...file, section } as Parameters<StaffClient['writeSection']>[0]),
  form: (shop, form, file: object) => shop.writeForm({ ...file, form } as Parameters<StaffClient['writeForm']>[0]),
}

/** The commands for pages, sections and forms, and for form submissions. */
export const contentCommands: Command[] = [
  {
    name: 'write',
    args: ['WHAT', 'NAME', 'FILE'],
    options: [],
    run: async (shop, typed, locale) => {
      const write = written[typed.oneOf(0, Object.keys(written))] as (typeof written)['page']
      const answer = await write(shop, typed.args[1] ?? '', typed.json(2) as never)
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
        state: typed.text('state') as never,
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
