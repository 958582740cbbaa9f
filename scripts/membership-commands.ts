import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import type { StaffMembership } from '#contract/membership.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { Command } from './shop-command.ts'

/** The command that grants or ends a membership. */
export const membershipCommands: Command[] = [
  {
    name: 'membership',
    args: ['DEED', 'EMAIL', '[TIER]'],
    options: ['months', 'note'],
    run: async (shop, input, locale) => {
      const [, email = '', tier = ''] = input.args
      const note = input.text('note') ?? ''
      const answer =
        input.oneOf(0, ['give', 'end']) === 'give'
          ? await shop.giveMembership({ email, tier, months: input.number('months') ?? 1, note })
          : await shop.endMembership({ email, note })
      return { answer, lines: showMembership(answer, locale) }
    },
  },
]

/** A member's memberships, the highest tier first, one line each. */
function showMembership({ email, periods, timeZone }: StaffMembership, locale: Locale): string[] {
  const day = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'medium', timeZone })
  return periods.map(({ tier, from, until }) =>
    staffText(locale, 'is_member', {
      email,
      tier: tier.name[locale],
      from: day.format(new Date(from)),
      until: day.format(new Date(until)),
    }),
  )
}
