/**
 * Parses up to five whole percentages such as `10, 15 18`. Null if a percentage is not from 1 to 100, or if there are
 * more than five.
 */
export function readPercents(text: string): number[] | null {
  const parts = text.split(/[\s,，、%]+/).filter((part) => part !== '')
  const numbers = parts.map(Number)
  const isWrong = numbers.some((number) => !Number.isInteger(number) || number < 1 || number > 100)
  return isWrong || numbers.length > 5 ? null : numbers
}

/** Parses a percentage such as `9.975` or `13%`. Null for other texts, and for numbers that are not from 0 to 100. */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3}(?:\.\d{1,4})?)\s*%?$/.exec(text.trim())
  const number = match ? Number(match[1]) : Number.NaN
  return number >= 0 && number <= 100 ? number : null
}
