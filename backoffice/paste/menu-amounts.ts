/** Corrects mistyped amounts in a menu, and converts amounts in words to digits. */

/** Corrects common typing mistakes in numbers: "5.5O" becomes "5.50", "4..50" and "6。50" become "4.50" and "6.50". */
export const repairNumbers = (line: string): string =>
  line
    .replace(/(?<=\d)。(?=\d)/g, '.')
    .replace(/(?<=\d)\.\.(?=[\dO]{2}(?![\d.O]))/gi, '.')
    .replace(/(?<![A-Za-z\d.])(?=[\dO]*\d|O\.)[\dO]+(?:\.[\dO]+)?(?![A-Za-z\d.])/gi, (number) =>
      number.replace(/O/gi, '0'),
    )

const brokenNumberPatterns = [
  // "6.5.0" and "6.l5".
  /\d\.(?:\d+\.|[a-z]{1,2})\d/i,
  // "6,50" can be one price or two.
  /(?<![\d.,])\d{1,3},\d\d(?![\d.])/,
  // "6.505": three or more decimals, unless a unit of measure follows.
  /\d\.\d{3,}(?!\d|\s*(?:[a-z%]|[磅斤克公升]))/i,
  // Amounts of a hundred or more that are written in words. The menu parser does not support them, so they count as
  // broken.
  /[百千万][零一二三四五六七八九十]*[元块塊刀]/,
]

/** Whether the words contain a mistyped or ambiguous number, which makes the price uncertain. */
export const hasBrokenNumber = (words: string): boolean => brokenNumberPatterns.some((one) => one.test(words))

const digits = '一二三四五六七八九'
const numeral = `(?:[${digits}]?十[${digits}]?|[${digits}两兩半])`
const tenths = `(?:\\d(?!\\d)|[${digits}半])`
const pieces = new RegExp(`${numeral}[块塊]$`, 'u')

/** Whether words end with a number of pieces that could also be a price: "豆浆两块". */
export const endsWithPieces = (words: string): boolean => pieces.test(words)

const amount = (before: string, unit: string) =>
  new RegExp(
    `${before}(${numeral}|\\d{1,4}(?:\\.\\d)?)(${unit})(?:(${tenths})[毛角]?)?[钱錢]?(?=$|\\P{Script=Han}|起|一[份个個])`,
    'gu',
  )
const surchargeAmount = amount('(?<=[+加各]\\s{0,3})', '[元块塊圆刀毛角]')
const standaloneAmounts = [
  // 块 can also mean "pieces". So 块 marks a price only in two cases. Either the number before 块 begins the line or
  // follows a space or a separator. Or more of the amount follows 块, such as 钱 or tenths.
  amount('(?<=^|[\\s:,、(])', '[块塊]'),
  amount(`(?<![${digits}十百千万零两兩第块塊元])`, `[元刀毛角]|[块塊](?=[钱錢]|[${digits}半](?![份个個]))`),
]

/** Writes in digits the amounts that follow "plus" or "each" in a line: "加一块五" becomes "加1.5元". */
export const writeSurcharges = (line: string): string => line.replace(surchargeAmount, toDigits)

/**
 * Writes all amounts of a line in digits. The line must have no other prices, because 块 and 毛 also occur in names:
 * "炸鸡九块 12".
 */
export function writeAmounts(line: string): string {
  let text = line
  for (const pattern of standaloneAmounts) text = text.replace(pattern, toDigits)
  return text
}

function toDigits(all: string, number: string, unit: string, rest = ''): string {
  const isSmall = /[毛角]/.test(unit)
  // Leaves an amount in digits unchanged, because `readPrices` reads it. Converts it only if its unit is 毛 or 角, or if
  // its tenths are written in words.
  if (/^\d/.test(number) && !isSmall && !/\D/.test(rest)) return all
  const tenths = rest === '半' ? 5 : numberOf(rest)
  return `${(numberOf(number) * (isSmall ? 10 : 100) + tenths * 10) / 100}元`
}

function numberOf(number: string): number {
  if (/^[\d.]*$/.test(number)) return Number(number)
  if (number === '半') return 0.5
  if (/^[两兩]$/.test(number)) return 2
  const digit = (character = '') => (character ? digits.indexOf(character) + 1 : 0)
  const [tens, units] = number.split('十')
  return units === undefined ? digit(tens) : 10 * (digit(tens) || 1) + digit(units)
}
