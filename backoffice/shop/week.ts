interface Opening {
  from: string
  to: string
}

/** Formats a day's opening hours as people write them: `11:00-14:00, 17:00-21:30`. '' for a closed day. */
export const dayText = (openings: Opening[]) => openings.map(({ from, to }) => `${from}-${to}`).join(', ')

const openingPattern = /^([01]?\d|2[0-3])[:：]([0-5]\d)\s*[-–—~至到]\s*([01]?\d|2[0-3])[:：]([0-5]\d)$/

/** Parses a day's opening hours. Null if the text is not valid. */
export function readDay(text: string): Opening[] | null {
  const parts = text.split(/[,，、;；]/).filter((part) => part.trim() !== '')
  const openings = parts.flatMap((part) => {
    const [, fromHour = '', fromMinute, toHour = '', toMinute] = openingPattern.exec(part.trim()) ?? []
    if (!fromMinute || !toMinute) return []
    return [{ from: `${fromHour.padStart(2, '0')}:${fromMinute}`, to: `${toHour.padStart(2, '0')}:${toMinute}` }]
  })
  const areAllValid = openings.length === parts.length && openings.every(({ from, to }) => from !== to)
  return areAllValid ? openings : null
}
