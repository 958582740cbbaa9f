import type { CampaignDetail, CampaignItem } from '#contract/campaigns.ts'
import type { Locale } from '#contract/languages.ts'
import { languages, perLocale, pick } from '#contract/languages.ts'
import { formatMoney } from '#contract/money.ts'
import { tiersOf } from '#storefront/cards/facts.ts'
import { wallTime } from '#storefront/cards/times.ts'
import { useCampaignFormat } from '#storefront/cards/use-campaign-format.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/format.ts'
import type { ShareData } from '#storefront/store/sharing/share-data.ts'

/**
 * The data for sharing a campaign or an item: price, tiers and deadline for the poster, and a bilingual text for chats.
 */
export function useShareData(campaign: CampaignDetail, item?: CampaignItem): ShareData {
  const { t, locale, moneyText } = useShop()
  const words = useCampaignFormat()
  const shownItem = item ?? campaign.items[0]
  const price = item?.price ?? campaign.fromPrice
  const isFrom = !item && campaign.priceTo !== null
  const money = (locale: Locale) => (price ? formatMoney(price, locale) : '')
  const next = shownItem && tiersOf(shownItem).next
  const captions = perLocale((locale) =>
    t(isFrom ? `campaign.caption_from_${locale}` : `campaign.caption_${locale}`, {
      name: pick(item?.name ?? campaign.title, locale),
      price: money(locale),
      when: Object.values(wallTime(campaign.closesAt, campaign.timeZone, locale)).join(' '),
      days: campaign.pickupDates.map((date) => formatDay(date, locale)).join(languages[locale].between),
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
