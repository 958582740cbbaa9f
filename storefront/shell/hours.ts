import type { Location } from '#contract/locations.ts'

/** Whether a store is open at an instant: until when, from when on later that day, or not (again) that day. */
export type OpenState = { kind: 'open'; until: string } | { kind: 'opens'; at: string } | { kind: 'closed' }

/** Reads a store's hours and exceptions in its own time zone. */
export function openState({ hours, exceptions, timeZone }: Location, instant: Date): OpenState {
  const now = localTime(instant, timeZone)
  const exception = exceptions.find(({ date }) => date === now.date)
  if (exception?.closed) return { kind: 'closed' }
  const today =
    exception?.from && exception.to
      ? [{ from: exception.from, to: exception.to }]
      : hours.filter(({ weekday }) => weekday === now.weekday).sort((a, b) => a.from.localeCompare(b.from))
  const open = today.find(({ from, to }) => from <= now.time && now.time < to)
  if (open) return { kind: 'open', until: open.to }
  const later = today.find(({ from }) => from > now.time)
  return later ? { kind: 'opens', at: later.from } : { kind: 'closed' }
}

function localTime(instant: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const date = `${part.year}-${part.month}-${part.day}`
  return { date, time: `${part.hour}:${part.minute}`, weekday: new Date(`${date}T00:00:00Z`).getUTCDay() }
}
