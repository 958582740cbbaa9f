const canadianAreas = new Set(
  (
    '204 226 236 249 250 257 263 289 306 343 354 365 367 368 382 387 403 416 418 428 431 437 438 450 468 474 506 514 ' +
    '519 548 579 581 584 587 604 613 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942'
  ).split(' '),
)

const northAmerican = /^[2-9](?!11)[0-8]\d[2-9]\d{6}$/
const chineseMobile = /^1[3-9]\d{9}$/
const chineseLandline = /^((10|2\d)\d{8}|[3-9]\d{2}\d{7,8})$/

/**
 * Normalises a Canadian, US or Chinese phone number to its stored form, `+14165550123`. Returns null if the number is
 * invalid. Accepts full-width digits and the usual separators. Eleven digits without `+` that begin with 1 may be North
 * American or Chinese. They are Canadian if the area code is Canadian. Otherwise, they are Chinese if they have the
 * form of a Chinese mobile number, and from the US if not.
 */
export function normalisePhone(text: string): string | null {
  const compact = text
    .normalize('NFKC')
    .replace(/^\s*tel:/i, '')
    .replace(/[\s().\-‐-―−·/]/g, '')
  const international = compact.replace(/^(00|011)(?=[1-9])/, '+')
  if (!/^\+?\d{7,15}$/.test(international)) return null
  return international.startsWith('+') ? fromInternational(international) : fromNational(international)
}

function fromInternational(number: string): string | null {
  if (number.startsWith('+1')) return northAmerican.test(number.slice(2)) ? number : null
  if (!number.startsWith('+86')) return null
  const national = number.slice(3).replace(/^0/, '')
  return chineseMobile.test(national) || chineseLandline.test(national) ? `+86${national}` : null
}

function fromNational(digits: string): string | null {
  if (northAmerican.test(digits)) return `+1${digits}`
  const afterOne = digits.startsWith('1') && northAmerican.test(digits.slice(1)) ? digits.slice(1) : null
  if (afterOne && canadianAreas.has(afterOne.slice(0, 3))) return `+1${afterOne}`
  if (chineseMobile.test(digits)) return `+86${digits}`
  if (afterOne) return `+1${afterOne}`
  return digits.startsWith('86') && chineseMobile.test(digits.slice(2)) ? `+${digits}` : null
}
