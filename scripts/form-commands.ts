import { showAnswer, showAnswers } from './form-words.ts'
import type { Command } from './shop-commands.ts'

/** What staff do with answers to forms. */
export const formCommands: Command[] = [
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
