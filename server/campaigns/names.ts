/**
 * Masks a name for other shoppers. Keeps the first character of a Chinese name. Of any other name, keeps up to two
 * letters of the first word, but at most half of the name's letters, rounded up.
 */
export function maskName(name: string): string {
  const letters = [...name.trim()]
  const [first = ''] = letters
  if (first === '') return '**'
  if (/\p{Script=Han}/u.test(first)) return `${first}**`
  const [word = ''] = name.trim().split(/\s+/)
  return `${[...word].slice(0, Math.min(2, Math.ceil(letters.length / 2))).join('')}**`
}
