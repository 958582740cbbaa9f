/** A text with the searched words marked. */
export function Highlight({ text, term }: { text: string; term?: string | undefined }) {
  if (!term) return text
  return splitByTerm(text, term).map(({ part, isHit, at }) => (isHit ? <mark key={at}>{part}</mark> : part))
}

/** A text cut where words of a term begin and end, in whatever case. */
export function splitByTerm(text: string, term: string): { part: string; isHit: boolean; at: number }[] {
  const words = term.split(/\s+/u).filter(Boolean).map(escapePattern)
  if (words.length === 0) return [{ part: text, isHit: false, at: 0 }]
  let at = 0
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, index) => {
      const piece = { part, isHit: index % 2 === 1, at }
      at += part.length
      return piece
    })
    .filter(({ part }) => part !== '')
}

const escapePattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
