import type { CampaignDetail, CampaignItem } from '#contract/campaigns.ts'
import type { Locale } from '#contract/languages.ts'
import { inEach, languages, pick } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import { tiersOf } from '#storefront/cards/facts.ts'
import { wallTime } from '#storefront/cards/times.ts'
import { useCampaignWords } from '#storefront/cards/use-words.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/when.ts'
import type { Shared } from '#storefront/store/sharing/shared.ts'

/**
 * The data for sharing a campaign or an item: price, tiers and deadline for the poster, and a bilingual text for chats.
 */
export function useShared(campaign: CampaignDetail, item?: CampaignItem): Shared {
  const { t, locale, moneyText } = useShop()
  const words = useCampaignWords()
  const one = item ?? campaign.items[0]
  const price = item?.price ?? campaign.fromPrice
  const isFrom = !item && campaign.priceTo !== null
  const money = (of: Locale) => (price ? formatMoney(price, of) : '')
  const next = one && tiersOf(one).next
  const captions = inEach((of) =>
    t(isFrom ? `campaign.caption_from_${of}` : `campaign.caption_${of}`, {
      name: pick(item?.name ?? campaign.title, of),
      price: money(of),
      when: Object.values(wallTime(campaign.closesAt, campaign.timeZone, of)).join(' '),
      days: campaign.pickupDates.map((date) => formatDay(date, of)).join(languages[of].between),
    }),
  )
  return {
    id: item?.id ?? campaign.id,
    name: item?.name ?? campaign.title,
    summary: [
      t('campaign.poster_until', { when: words.when(campaign.closesAt, campaign.timeZone) }),
      next && t('campaign.poster_tier', { count: next.from, price: moneyText(next.price) }),
    ]
      .filter(Boolean)
      .join(' · '),
    image: item?.image ?? campaign.cover,
    price: item ? money(locale) : words.price(campaign),
    captions,
  }
}
