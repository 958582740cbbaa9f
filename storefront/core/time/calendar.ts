import { toInstant } from './format.ts'

export interface CalendarEntry {
  id: string
  title: string
  place: string
  date: string
  time: string
  timeZone: string
}

const durationMinutes = 15

/** An iCalendar file (RFC 5545) as a data URL, so that the download needs no request. */
export function calendarLink(pickup: CalendarEntry): string {
  const start = toInstant(pickup, pickup.timeZone)
  const end = new Date(start.getTime() + durationMinutes * 60_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//storefront//pickup//EN',
    'BEGIN:VEVENT',
    `UID:${pickup.id}`,
    `DTSTAMP:${stamp(start)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(pickup.title)}`,
    `LOCATION:${escapeText(pickup.place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}

function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s*\n\s*/g, '\\n')
}
