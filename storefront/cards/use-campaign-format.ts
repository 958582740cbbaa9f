import type { CampaignSummary } from '#contract/campaigns.ts'
import { toLang } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/format.ts'
import { capClaimOf, lowestPriceOf, phaseOf } from './facts.ts'
import { wallTime } from './times.ts'

type GoalProgress = Pick<CampaignSummary, 'goal' | 'progress'>
type CampaignPrices = Pick<CampaignSummary, 'state' | 'fromPrice' | 'priceTo' | 'ladder'>

/** Functions that format a campaign's amounts, times and days. */
export function useCampaignFormat() {
  const { t, count, locale, moneyText } = useShop()
  /** An amount in the unit of the campaign's goal: participants, money or pieces. */
  const amount = ({ goal, progress }: GoalProgress, n: number) =>
    goal.kind === 'amount'
      ? moneyText({ ...progress.amount, amount: n })
      : count(goal.kind === 'participants' ? 'campaign.participants' : 'campaign.pieces', n)
  return {
    amount,
    /** An instant as day and time in the store's time zone. */
    when: (instant: string, timeZone: string) => t('campaign.at', wallTime(instant, timeZone, locale)),
    /** Like `when`, but relative ("5 minutes ago") within the last 24 hours. */
    ago: (instant: string, now: string, timeZone: string) => {
      const minutes = Math.floor((Date.parse(now) - Date.parse(instant)) / 60_000)
      if (minutes < 1) return t('campaign.just_now')
      if (minutes < 60) return count('campaign.minutes_ago', minutes)
      if (minutes < 24 * 60) return count('campaign.hours_ago', Math.floor(minutes / 60))
      return t('campaign.at', wallTime(instant, timeZone, locale))
    },
    /**
     * The current price, and the lowest price to which it can still fall: "Now $64.80, down to $54.80". If the price
     * cannot fall, the text is only the price, or "from $19.99" for items with different prices. Empty without items.
     */
    price: ({ state, fromPrice, priceTo, ladder }: CampaignPrices) => {
      if (!fromPrice) return ''
      const price = moneyText(fromPrice)
      const lowest = phaseOf({ state }) === 'ended' ? null : lowestPriceOf(ladder, fromPrice)
      if (lowest) {
        const key = phaseOf({ state }) === 'coming' ? 'campaign.price_will_fall' : 'campaign.price_falls'
        return t(key, { price, least: moneyText(lowest) })
      }
      return priceTo ? t('campaign.price_from', { price }) : price
    },
    days: (dates: string[]) =>
      new Intl.ListFormat(toLang(locale), { type: 'conjunction' }).format(dates.map((date) => formatDay(date, locale))),
    /**
     * The progress as a text: "18 of 30 pieces" or "34 pieces ordered (goal 30)". A campaign without a goal shows the
     * claimed part of its cap: "10 of 12 pieces claimed". A campaign without goal and cap shows its number of
     * participants.
     */
    reached: (campaign: GoalProgress) => {
      const { goal, progress } = campaign
      const capClaim = capClaimOf(campaign)
      if (capClaim) return t('campaign.claimed_of', { claimed: capClaim.claimed, cap: amount(campaign, capClaim.cap) })
      if (goal.kind === 'none') return count('campaign.joined_so_far', progress.participants)
      // Two amounts of money both show the currency: "$180.00 of $300.00". Of two counts, only one shows its unit: "18
      // of 30 pieces".
      const withoutUnit = (n: number) => (goal.kind === 'amount' ? amount(campaign, n) : n)
      return progress.reached > goal.target
        ? t('campaign.reached_beyond', {
            reached: amount(campaign, progress.reached),
            target: withoutUnit(goal.target),
          })
        : t('campaign.reached_of', { reached: withoutUnit(progress.reached), target: amount(campaign, goal.target) })
    },
  }
}
