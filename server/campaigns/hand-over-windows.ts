import { toInstant } from '#contract/hours.ts'
import type { Buyable } from '#server/catalogue/catalogue.ts'
import { leadText } from '#server/platform/bilingual.ts'
import { fail } from '#server/platform/fail.ts'

interface HandOver {
  closesAt: Date
  /** The time zone of the campaign's store. */
  timeZone: string
  /** The pickup windows of all points. */
  windows: { date: string; from: string; until: string }[]
  goods: Pick<Buyable, 'name' | 'leadMinutes'>[]
}

/**
 * Fails with `campaigns.windows` if a pickup window does not end after its start. Also fails if a window starts
 * before the campaign closes, before the goods of the last order can be ready, or at a time that a clock change skips.
 * `field` is the input field that the failure names.
 */
export function requireReadyWindows({ closesAt, timeZone, windows, goods }: HandOver, field: string): void {
  const slowest = goods.toSorted((one, other) => other.leadMinutes - one.leadMinutes)[0]
  const ready = new Date(closesAt.getTime() + (slowest?.leadMinutes ?? 0) * 60_000)
  for (const { date, from, until } of windows) {
    const start = toInstant(date, from, timeZone)
    if (from >= until || !start || start < closesAt) fail('campaigns.windows', { date, from, until }, field)
    if (start >= ready || !slowest) continue
    const texts = { name: slowest.name, lead: leadText(slowest.leadMinutes) }
    fail('campaigns.windows', { message: 'checkout.lead_handout', date, from, until, ...texts }, field)
  }
}
