import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'

/** What the contract says of a call: its sentences, as plain text with names in backticks, and the refusals they name. */
export interface CallDocs {
  words: string
  errors: ErrorCode[]
}

/** The comments above the calls in `contract/`, by the call's name: what is read there is what the API's description says. */
export async function readCallDocs(): Promise<Map<string, CallDocs>> {
  const files = import.meta.glob<string>(['/contract/*.ts', '!**/*.test.ts'], { query: '?raw', import: 'default' })
  const sources = await Promise.all(Object.values(files).map((load) => load()))
  return docsIn(sources)
}

/** An area is `export const cart = { … }`; what it spreads (`...deliveryCalls`) is its own. */
export function docsIn(sources: string[]): Map<string, CallDocs> {
  const parts = new Map<string, { docs: [name: string, comment: string][]; spreads: string[] }>()
  for (const source of sources)
    for (const [, name = '', body = ''] of source.matchAll(/^export const (\w+) = \{\n(.*?)\n\}/gms))
      parts.set(name, {
        docs: [...body.matchAll(/^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(\w+)\b/gms)].map(
          ([, comment = '', name = '']) => [name, comment],
        ),
        spreads: [...body.matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name = '']) => name),
      })
  // `checkout: { ...checkout, ...tipCalls }` in the table of schemas.
  for (const [, area = '', more = ''] of sources.join('\n').matchAll(/^ {2}(\w+): \{ \.\.\.\1, \.\.\.(\w+) \},$/gm))
    parts.get(area)?.spreads.push(more)
  const docsOf = (part: string): [string, string][] => {
    const found = parts.get(part)
    return found ? [...found.spreads.flatMap(docsOf), ...found.docs] : []
  }
  return new Map(
    [...parts.keys()].flatMap((area) =>
      docsOf(area).map(([name, comment]): [string, CallDocs] => [`${area}.${name}`, toDocs(comment)]),
    ),
  )
}

function toDocs(comment: string): CallDocs {
  const words = comment.replace(/\s*\n \s*\* ?/g, ' ').trim()
  const named = [...words.matchAll(/`([\w.]+)`/g)].map(([, code = '']) => code)
  return { words, errors: named.filter((code): code is ErrorCode => code in errors) }
}
