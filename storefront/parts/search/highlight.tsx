import type { Mark } from '#contract/catalogue.ts'

/** Shows a text in which the matches of a search are marked. */
export function Highlight({ text, marks = [] }: { text: string; marks?: Mark[] | undefined }) {
  return splitByMarks(text, marks).map(({ part, isHit, at }) => (isHit ? <mark key={at}>{part}</mark> : part))
}

/** Splits a text into the parts inside and outside the marked search hits. */
export function splitByMarks(text: string, marks: Mark[]): { part: string; isHit: boolean; at: number }[] {
  let position = 0
  const parts = marks.flatMap(([from, to]) => {
    const before = { part: text.slice(position, from), isHit: false, at: position }
    position = to
    return [before, { part: text.slice(from, to), isHit: true, at: from }]
  })
  return [...parts, { part: text.slice(position), isHit: false, at: position }].filter(({ part }) => part !== '')
}
