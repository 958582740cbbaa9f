import { fill } from '#contract/format.ts'

type Values = Parameters<typeof fill>[1]

/**
 * Fills a text of an email. With an empty `name` it removes the name: "Thank you, {name}!" becomes "Thank you!". Emails
 * to an unverified address omit the name, because the address may belong to a stranger.
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
