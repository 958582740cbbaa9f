import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { Form, Link, redirect } from 'react-router'
import type { CampaignDetail, CampaignItem } from '#contract/campaigns.ts'
import type { ProductDetail } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import { campaignParameter } from '#contract/constants.ts'
import { QuantityField } from '#storefront/basket/quantity-field.tsx'
import { useCartAdd } from '#storefront/basket/use-cart.tsx'
import { StateBadge } from '#storefront/cards/campaign-card.tsx'
import { Countdown } from '#storefront/cards/countdown.tsx'
import { campaignPath, isJoinable, itemPath } from '#storefront/cards/facts.ts'
import { PriceTag } from '#storefront/cards/price-tag.tsx'
import { OtherName } from '#storefront/cards/product-card.tsx'
import { requestFailedKey } from '#storefront/core/client-state/reachability.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { checkoutPath } from '#storefront/core/links.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb } from '#storefront/parts/breadcrumb.tsx'
import { CheckoutOff } from '#storefront/parts/checkout-off.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import { Price } from '#storefront/parts/price.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import { Facts } from '#storefront/store/product/facts.tsx'
import { Gallery } from '#storefront/store/product/gallery.tsx'
import { ShareButton } from '#storefront/store/sharing/share-button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Route } from './+types/item'
import { itemData } from './campaign-data.ts'
import { ItemFacts, maxPerOrder } from './item-card.tsx'
import { Tiers } from './tiers.tsx'
import { useShareData } from './use-shared.ts'
import './campaign.css'
import '#storefront/store/product/buy-form.css'
import '#storefront/parts/store-page.css'
import '#storefront/store/product/gallery.css'
import '#storefront/store/sharing/share.css'

export { CampaignError as ErrorBoundary } from './campaign-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const { item, campaign } = args.loaderData ?? {}
    return {
      title: item ? `${say(item.name)} · ${say(campaign?.title)}` : t('campaign.gone_title'),
      description: say(args.loaderData?.product?.summary) || say(campaign?.story),
      image: item?.image ?? campaign?.cover,
      type: 'product',
    }
  })

/**
 * Loads an item. The page uses the cart of the campaign that its URL names. If the URL does not name the item's
 * campaign, redirects to the URL that does.
 */
async function load(api: Client, { params, url }: Page) {
  const item = await api.campaigns.item({ id: params.id ?? '' })
  if (url.searchParams.get(campaignParameter) !== item.fissionCampaignId) throw redirect(itemPath(item))
  const [campaign, product] = await Promise.all([
    api.campaigns.detail({ id: item.fissionCampaignId }),
    attempt(api.catalogue.detail({ id: item.productId })),
  ])
  return { item, campaign, product: isRefusal(product) ? null : product }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** The page of an item: pictures, price tiers, and a form that adds the item to the campaign's cart. */
export default function CampaignItemPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop()
  const { item, campaign, product } = loaderData
  useReferralClick()
  const { t, say, langOf } = shop
  const shared = useShareData(campaign, item)
  return (
    <StorePage className="product-page">
      <Breadcrumb
        categories={[]}
        parents={[
          { to: '/store/groupCampaigns', label: t('campaign.list') },
          { to: campaignPath(campaign.id), label: say(campaign.title) },
        ]}
        here={say(item.name)}
      />
      <StructuredData of={import.meta.env.SSR ? itemData(item, campaign, shop) : undefined} />
      <div className="product">
        <div className="product-pictures">
          <Gallery images={picturesOf(item, product)} />
        </div>
        <div className="product-words">
          <header>
            <h1 lang={langOf(item.name)}>{say(item.name)}</h1>
            <OtherName name={item.name} />
          </header>
          <JoinForm key={item.id} item={item} campaign={campaign}>
            {product && say(product.summary) && <p className="product-summary">{say(product.summary)}</p>}
          </JoinForm>
        </div>
        <div className="product-more">
          <CampaignStrip campaign={campaign} />
          {product && <Story product={product} />}
          {product && <Facts product={product} />}
          <footer className="product-ways">
            <ShareButton shared={shared} />
          </footer>
        </div>
      </div>
    </StorePage>
  )
}

/** The item's own picture, followed by the product's pictures. */
function picturesOf({ image }: CampaignItem, product: ProductDetail | null) {
  const all = [...(image ? [image] : []), ...(product?.images ?? [])]
  return [...new Map(all.map((picture) => [picture.src, picture])).values()]
}

function CampaignStrip({ campaign }: { campaign: CampaignDetail }) {
  const { t, say, langOf } = useShop()
  return (
    <section className="campaign-strip" aria-label={t('campaign.item_in')}>
      <p>
        <StateBadge campaign={campaign} />{' '}
        <Link className="link" to={campaignPath(campaign.id)} lang={langOf(campaign.title)}>
          {say(campaign.title)}
        </Link>
      </p>
      <Countdown campaign={campaign} />
    </section>
  )
}

interface JoinFormProps {
  item: CampaignItem
  campaign: CampaignDetail
  /** A short description of the item, shown below its price. */
  children: ReactNode
}

function JoinForm({ item, campaign, children }: JoinFormProps) {
  const { app, t } = useShop()
  const [quantity, setQuantity] = useState(1)
  const cart = useCartAdd()
  const isSoldOut = item.purchasable <= 0
  const isCheckoutOff = !app.system.appConfig.enableCheckout
  const canJoin = isJoinable(campaign) && !isSoldOut && !isCheckoutOff
  const cartUrl = checkoutPath('cart', campaign.id)
  const unavailableText =
    canJoin || isCheckoutOff ? '' : t(isSoldOut ? 'campaign.item_out' : `campaign.told_${campaign.state}`)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    cart.add(new FormData(event.currentTarget))
  }
  return (
    <Form method="post" action={cartUrl} className="buy" onSubmit={submit}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="sku" value={item.sku} />
      <PriceTag
        className="price-large"
        price={item.price}
        was={item.regularPrice.amount > item.price.amount ? item.regularPrice : null}
      />
      {children}
      <ItemFacts item={item} />
      <Tiers item={item} />
      {unavailableText && <p className="campaign-told">{unavailableText}</p>}
      {isCheckoutOff && <CheckoutOff />}
      {cart.errors.length > 0 && (
        <div className="alert" role="alert">
          {cart.errors.map(({ code, message }) => (
            <p key={code}>{message || t(requestFailedKey())}</p>
          ))}
        </div>
      )}
      {canJoin && (
        <div className="buy-bar">
          <QuantityField quantity={quantity} max={maxPerOrder(item)} onChange={setQuantity} />
          <button type="submit" className="button buy-button" aria-busy={cart.isBusy || undefined}>
            <span>{t(cart.isBusy ? 'campaign.adding' : 'campaign.add')}</span>
            <Price money={{ ...item.price, amount: item.price.amount * quantity }} />
          </button>
          <p role="status" className="buy-news">
            {cart.isAdded && (
              <>
                <Icon name="check" />
                <span>{t('campaign.added')}</span>
                <Link className="link" to={cartUrl}>
                  {t('campaign.to_cart')}
                </Link>
              </>
            )}
          </p>
        </div>
      )}
    </Form>
  )
}

function Story({ product: { description } }: { product: ProductDetail }) {
  const { say, langOf } = useShop()
  const paragraphs = say(description)
    .split(/\n{2,}/)
    .filter(Boolean)
  return (
    <div className="product-story" lang={langOf(description)}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
