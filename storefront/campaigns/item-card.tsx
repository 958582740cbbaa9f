import { Link } from 'react-router'
import type { CampaignItem } from '#contract/campaigns.ts'
import { maxQuantity } from '#contract/constants.ts'
import { lowStockThreshold, maxOfferedQuantity } from '#contract/quantities.ts'
import { QuickAdd } from '#storefront/basket/quick-add.tsx'
import { itemPath } from '#storefront/cards/facts.ts'
import { PriceTag } from '#storefront/cards/price-tag.tsx'
import { OtherName } from '#storefront/cards/product-card.tsx'
import { useShop } from '#storefront/core/shop.ts'
import { Picture } from '#ui/picture.tsx'
import { Tiers } from './tiers.tsx'
import '#storefront/cards/campaign-card.css'

/**
 * An item of a campaign: its price beside the shop's usual price, price tiers, remaining stock, and a "+" button while
 * the item is available.
 */
export function ItemCard({ item, canJoin }: { item: CampaignItem; canJoin: boolean }) {
  const { say, langOf } = useShop()
  const isSoldOut = item.purchasable <= 0
  return (
    <article className="campaign-item" data-out={isSoldOut || undefined}>
      <Picture image={item.image} sizes="(min-width: 44rem) 14rem, 7rem" decorative className="campaign-item-picture" />
      <div className="campaign-item-words">
        <h3 lang={langOf(item.name)}>
          <Link to={itemPath(item)}>{say(item.name)}</Link>
        </h3>
        <OtherName name={item.name} />
        {say(item.optionText) && (
          <p className="field-hint" lang={langOf(item.optionText)}>
            {say(item.optionText)}
          </p>
        )}
        <div className="campaign-item-buy">
          <PriceTag price={item.price} was={item.regularPrice.amount > item.price.amount ? item.regularPrice : null} />
          {canJoin && !isSoldOut && <QuickAdd product={{ name: item.name, left: maxPerOrder(item) }} sku={item.sku} />}
        </div>
        <ItemFacts item={item} />
        <Tiers item={item} />
      </div>
    </article>
  )
}

/** The maximum quantity of an item per order. */
export function maxPerOrder({ purchasable, perOrder, perPerson }: CampaignItem): number {
  return Math.min(maxOfferedQuantity(purchasable), perOrder ?? maxQuantity, perPerson ?? maxQuantity)
}

/**
 * How many pieces of an item are sold, whether the item is sold out or only few pieces are left, and the limits per
 * order and per shopper.
 */
export function ItemFacts({ item: { sold, purchasable, perOrder, perPerson } }: { item: CampaignItem }) {
  const { t } = useShop()
  const facts = [
    sold > 0 && t('campaign.sold', { count: sold }),
    purchasable <= 0
      ? t('campaign.item_out')
      : purchasable <= lowStockThreshold && t('campaign.item_left', { count: purchasable }),
    perOrder !== null && t('campaign.per_order', { count: perOrder }),
    perPerson !== null && t('campaign.per_person', { count: perPerson }),
  ].filter((fact): fact is string => Boolean(fact))
  if (facts.length === 0) return null
  return <p className="field-hint campaign-item-facts">{facts.join(' · ')}</p>
}
