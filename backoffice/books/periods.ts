import { addDays } from '#contract/hours.ts'

/** A period of local dates. */
interface Period {
  from: string
  to: string
}

const lastDayOf = (month: string) => addDays(addDays(`${month}-28`, 4).slice(0, 8).concat('01'), -1)

/** The periods that the page offers as links: today, this week from Monday to Sunday, this month, and last month. */
export function periodsAt(today: string): Record<'today' | 'week' | 'month' | 'last_month', Period> {
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  const month = today.slice(0, 7)
  const lastMonth = addDays(`${month}-01`, -1).slice(0, 7)
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -weekday), to: addDays(today, 6 - weekday) },
    month: { from: `${month}-01`, to: lastDayOf(month) },
    last_month: { from: `${lastMonth}-01`, to: lastDayOf(lastMonth) },
  }
}
