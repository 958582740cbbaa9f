import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'

const contract = 'contract'

/** What the contract says of a call: its sentences, as plain text with names in backticks, and the refusals they name. */
export interface CallDocs {
  words: string
  errors: ErrorCode[]
}

/** The comments above the calls in `contract/`, by the call's name: what is read there is what the API's description says. */
export async function readCallDocs(): Promise<Map<string, CallDocs>> {
  const names = (await readdir(contract)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return docsIn(await Promise.all(names.map((name) => readFile(join(contract, name), 'utf8'))))
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
  const words = new Map(
    [...parts.keys()].flatMap((area) =>
      docsOf(area).map(([name, comment]): [string, string] => [`${area}.${name}`, toWords(comment)]),
    ),
  )
  return new Map([...words].map(([name, said]) => [name, { words: said, errors: errorsOf(name, words) }]))
}

const toWords = (comment: string) => comment.replace(/\s*\n \s*\* ?/g, ' ').trim()

/** What the sentences name: a refusal, all of an area (`coupons.*`), or another call, whose refusals are its own. */
function errorsOf(call: string, words: ReadonlyMap<string, string>, above: string[] = []): ErrorCode[] {
  if (above.includes(call)) return []
  const named = [...(words.get(call) ?? '').matchAll(/`([\w.]+\*?)`/g)].map(([, name = '']) => name)
  return [
    ...new Set(
      named.flatMap((name) => [
        ...codes.filter((code) => code === name || (name.endsWith('*') && code.startsWith(name.slice(0, -1)))),
        ...(words.has(name) ? errorsOf(name, words, [...above, call]) : []),
      ]),
    ),
  ]
}

const codes = Object.keys(errors) as ErrorCode[]
