import { fill } from '#contract/format.ts'

type Values = Parameters<typeof fill>[1]

/**
 * Fills a text of an email. With an empty `name` it removes the name: "Thank you, {name}!" becomes "Thank you!". An
 * unproven address may belong to a stranger, and another person may have typed the name.
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
