import { fill } from '#contract/format.ts'

type Values = Parameters<typeof fill>[1]

/**
 * Fills a text of a letter. With an empty `name` nobody is named: "Thank you, {name}!" becomes "Thank you!".
 * An address that nobody proved may be a stranger's, and the name may be words that somebody else typed.
 */
export function fillEmailText(text: string, values: Values = {}): string {
  return fill(values.name === '' ? withoutName(text) : text, values)
}

function withoutName(text: string): string {
  return text
    .replace(/^(?:Dear )?\{name\}, (.)/, (_, first: string) => first.toUpperCase())
    .replace(/^\{name\}，/, '')
    .replace(/[,，]? ?\{name\}/, '')
}
