import type { FormAnswer } from '#contract/forms.ts'
import type { Locale } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'

/** One line for each form submission: reference, time, form, state, email address and store. */
export function showAnswers(answers: FormAnswer[], locale: Locale): string[] {
  if (answers.length === 0) return [staffText(locale, 'no_answers')]
  return answers.map((answer) => headOf(answer, locale))
}

/** The lines that show a form submission: first the line of `showAnswers`, then one or more lines for each field. */
export function showAnswer(answer: FormAnswer, locale: Locale): string[] {
  return [
    headOf(answer, locale),
    ...answer.lines.flatMap(({ label, value }) => {
      const [first = '', ...more] = value[locale].split('\n')
      return [`  ${label[locale]}: ${first}`, ...more.map((line) => `    ${line}`)]
    }),
  ]
}

function headOf({ reference, sentAt, form, state, email, locationId }: FormAnswer, locale: Locale): string {
  const when = sentAt.slice(0, 16).replace('T', ' ')
  return [reference, when, form, staffText(locale, `form_${state}`), email, locationId].filter(Boolean).join('  ')
}
