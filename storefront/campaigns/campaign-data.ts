import type { CampaignDetail, CampaignItem } from '#contract/campaigns.ts'
import { toDecimal } from '#contract/money.ts'
import { campaignPath, isJoinable, itemPath } from '#storefront/cards/facts.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { baseUrlOf, imageUrl } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'

type ShopContext = Pick<Shop, 'app' | 'say'>

/** Structured data of a campaign: a sale event with its times, its pickup places and an offer for each item. */
export function campaignData(campaign: CampaignDetail, { app, say }: ShopContext): Thing {
  const { id, title, story, cover, opensAt, closesAt, points, items, organiser, state } = campaign
  return {
    '@type': 'SaleEvent',
    name: say(title),
    description: say(story) || say(title),
    url: baseUrlOf(app) + campaignPath(id),
    startDate: opensAt,
    endDate: closesAt,
    eventStatus: `https://schema.org/${state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(cover && { image: imageUrl(cover, app) }),
    organizer: { '@type': 'Organization', name: say(organiser) || app.storeName },
    location: points.map(({ name, address }) => ({ '@type': 'Place', name: say(name), address })),
    offers: items.map((item) => ({
      ...offerOf(item, campaign, { app, say }),
      itemOffered: { '@type': 'Product', name: say(item.name), sku: item.sku },
    })),
  }
}

/** Structured data of an item: the product with the offer of its campaign. */
export function itemData(item: CampaignItem, campaign: CampaignDetail, shop: ShopContext): Thing {
  const { app, say } = shop
  return {
    '@type': 'Product',
    name: say(item.name),
    sku: item.sku,
    url: baseUrlOf(app) + itemPath(item),
    ...(item.image && { image: imageUrl(item.image, app) }),
    offers: offerOf(item, campaign, shop),
  }
}

function offerOf(item: CampaignItem, campaign: CampaignDetail, { app }: ShopContext): Thing {
  const isAvailable = isJoinable(campaign) && item.purchasable > 0
  const stock = isAvailable ? 'LimitedAvailability' : 'SoldOut'
  const availability = campaign.state === 'scheduled' ? 'PreOrder' : stock
  return {
    '@type': 'Offer',
    url: baseUrlOf(app) + itemPath(item),
    price: toDecimal(item.price),
    priceCurrency: item.price.currency,
    availability: `https://schema.org/${availability}`,
    availabilityStarts: campaign.opensAt,
    availabilityEnds: campaign.closesAt,
    priceValidUntil: campaign.closesAt,
    seller: { '@id': `${baseUrlOf(app)}/#organization` },
  }
}
