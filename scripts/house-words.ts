import { basename } from 'node:path'
import { z } from 'zod'

const replacements = z.record(z.string(), z.string())

/** Forbidden names and phrases, each with its replacement. */
export const houseWords = z.strictObject({
  /** A file name may end in one of these -ing words, and in no other. */
  nounsInIng: z.array(z.string()),
  files: replacements,
  identifiers: replacements,
  phrases: replacements,
})
export type HouseWords = z.infer<typeof houseWords>

/** The comments and strings of a source. Templates count as code, because they contain code. */
const tokens = /(?<comment>\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?[ \t]*)+)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g

const maxCommentWidth = 120

/**
 * Checks a source or document for forbidden names, forbidden phrases and comments that are too wide. Returns one
 * sentence for each problem.
 */
export function findHouseWords(words: HouseWords, file: string, text: string): string[] {
  if (file.endsWith('.md')) return findPhrases(words, file, text)
  const { code, comments } = splitSource(text)
  return [
    ...findFileName(words, file),
    ...findIdentifiers(words, file, code),
    ...findPhrases(words, file, comments.map(unwrapComment).join('|')),
    ...findWideComments(file, text),
  ]
}

/** Splits a source into its code without strings, and its comments. */
function splitSource(text: string): { code: string; comments: string[] } {
  const comments: string[] = []
  const code = text.replace(tokens, (_token, comment?: string) => {
    if (comment === undefined) return "''"
    comments.push(comment)
    return '\n'
  })
  return { code, comments }
}

function findFileName({ nounsInIng, files }: HouseWords, file: string): string[] {
  const name = basename(file).replace(/\..*$/, '')
  const better = files[name]
  if (better) return [`${file}: name the file \`${better}\`.`]
  if (!name.endsWith('ing') || nounsInIng.includes(name)) return []
  return [`${file}: name the file by a noun, not by a word in -ing.`]
}

function findIdentifiers({ identifiers }: HouseWords, file: string, code: string): string[] {
  // The character after a name distinguishes an identifier from a word in the text of a template.
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b(?=\\s*([(<=:,;})\\]|]|\\.\\w))`).test(code)
  return Object.entries(identifiers)
    .filter(([name]) => isUsed(name))
    .map(([name, better]) => `${file}: say \`${better}\` for the name \`${name}\`.`)
}

function findPhrases({ phrases }: HouseWords, file: string, text: string): string[] {
  const prose = text.replace(/\s+/g, ' ').replaceAll('’', "'").toLowerCase()
  return Object.entries(phrases)
    .filter(([phrase]) => prose.includes(phrase))
    .map(([phrase, better]) => `${file}: instead of “${phrase}” write: ${better}.`)
}

const unwrapComment = (comment: string) =>
  comment.replace(/^\s*(\/\*\*?|\/\/|\*(?!\/))|\*\/$/gm, ' ').replace(/\s+/g, ' ')

/** Finds comments that are too wide. Biome breaks code at this width, but not comments. */
function findWideComments(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > maxCommentWidth && /^\s*(\/\/|\/\*|\*)/.test(line) ? [index + 1] : []))
    .map((number) => `${file}:${number}: break the comment within ${maxCommentWidth} characters.`)
}
