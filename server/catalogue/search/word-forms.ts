/** An English word with its singular or plural: "cherry" and "cherries", "box" and "boxes". */
export function formsOf(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return [word]
  return [...new Set([word, ...singulars(word), ...plurals(word)])]
}

/**
 * The prefixes to look up for a word: the word itself, and its singular and plural if they do not begin with the word.
 * Omits a singular or plural of fewer than four letters.
 */
export const stemsOf = (text: string) => distinctForms(text).filter((form) => isStem(form, text))

/**
 * Whether the search also looks for words that begin with this form. It does so for the word itself, and for a singular
 * or plural of at least four letters. Too many words begin with a shorter form.
 */
export const isStem = (form: string, text: string) => form === text || form.length >= 4

/**
 * The word and its other forms. Omits forms that begin with the word, because a search for words with this beginning
 * finds them.
 */
export const distinctForms = (text: string) => formsOf(text).filter((form) => form === text || !form.startsWith(text))

const endsInIe = /^(?:beanie|brownie|cookie|freezie|hoodie|movie|slushie|smoothie|veggie)s$/

function singulars(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return []
  if (word.endsWith('ies') && word.length > 4)
    return [endsInIe.test(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`]
  return /(?:ch|sh|x|s|z|o)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)]
}

function plurals(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (word.endsWith('s')) return []
  return /(?:ch|sh|x|z|o)$/.test(word) ? [`${word}es`, `${word}s`] : [`${word}s`]
}
