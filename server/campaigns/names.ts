/**
 * Masks a name for other shoppers. Keeps the family name of a Chinese name, and up to two letters of other names, but
 * never more than half of the name.
 */
export function maskName(name: string): string {
  const letters = [...name.trim()]
  const [first = ''] = letters
  if (first === '') return '**'
  if (/\p{Script=Han}/u.test(first)) return `${first}**`
  const [word = ''] = name.trim().split(/\s+/)
  return `${[...word].slice(0, Math.min(2, Math.ceil(letters.length / 2))).join('')}**`
}
