import { Fragment, useEffect } from 'react'
import { data, Link, redirect, useSearchParams } from 'react-router'
import type { ProductCard as Card, ProductDetail } from '#contract/catalogue.ts'
import type { Client } from '#contract/client.ts'
import type { RecommendingInfluencer } from '#contract/influencers.ts'
import type { MembershipPlan } from '#contract/membership.ts'
import { changeCart } from '#storefront/basket/basket.ts'
import { BadgeList } from '#storefront/cards/badges.tsx'
import { OtherName, ProductCard } from '#storefront/cards/product-card.tsx'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { localPath } from '#storefront/core/own-path.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Breadcrumb } from '#storefront/parts/breadcrumb.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import { revalidateUnlessSamePage } from '#storefront/store/list/list-data.ts'
import { ShareButton } from '#storefront/store/sharing/share-button.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import type { Route } from './+types/product'
import { BuyForm } from './buy-form.tsx'
import { selectInitialVariant, toCartForm } from './choice.ts'
import { Facts } from './facts.tsx'
import { Gallery } from './gallery.tsx'
import { productData } from './product-data.ts'
import { RecentlyViewed } from './recently-viewed.tsx'
import '#storefront/parts/chips.css'
import '#storefront/parts/store-page.css'
import '#storefront/store/sharing/share.css'
import './gallery.css'
import '#storefront/parts/empty-list.css'

export { StoreError as ErrorBoundary } from '#storefront/store/store-error.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => {
    const product = args.loaderData?.product
    return {
      title: say(product?.name) || t('store.missing_title'),
      description: say(product?.summary),
      image: product?.image,
      type: 'product',
    }
  })

async function load(api: Client, { params }: Page) {
  const id = params.id ?? ''
  const [product, related, recommending] = await Promise.all([
    api.catalogue.detail({ id }),
    api.catalogue.related({ id }),
    api.influencers.recommending({ id }),
  ])
  const tiers = product.type === 'MEMBERSHIP' ? (await api.membership.offer()).tiers : []
  const plans = tiers.flatMap(({ plans }) => plans).filter(({ productId }) => productId === product.id)
  return { product, plans, related: related.products, recommending: recommending.influencers }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = revalidateUnlessSamePage

/** Adds the product to the cart without JavaScript. The chosen options determine the variant. */
export const action = onServer(async (api: Client, { request, params }: Page) => {
  const [form, product] = await Promise.all([request.formData(), api.catalogue.detail({ id: params.id ?? '' })])
  const result = await changeCart(api, toCartForm(form, product))
  if (isRefusal(result)) return data(result, { status: 409 })
  throw redirect(localPath(form.get('redirectTo'), '/checkout/cart'), 303)
})

/** The product page: pictures, choices, price, facts and related products. */
export default function ProductPage({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const shop = useShop()
  const { product, plans, related, recommending } = loaderData
  useReferralClick()
  useEffect(() => trackEvent({ name: 'item_viewed', id: product.id }), [product.id])
  return (
    <StorePage className="product-page">
      <Breadcrumb categories={product.breadcrumb} here={shop.say(product.name)} />
      <StructuredData of={import.meta.env.SSR ? productData(product, shop) : undefined} />
      <Product
        key={product.id}
        product={product}
        plans={plans}
        recommending={recommending}
        refused={actionData?.errors ?? []}
      />
      <Related products={related} />
      <RecentlyViewed id={product.id} />
    </StorePage>
  )
}

interface ProductProps {
  product: ProductDetail
  /** The plans of a membership; empty for other products. */
  plans: MembershipPlan[]
  recommending: RecommendingInfluencer[]
  refused: Parameters<typeof BuyForm>[0]['serverErrors']
}

function Product({ product, plans, recommending, refused }: ProductProps) {
  const { say, langOf, t, moneyText } = useShop()
  const toShareData = ({ id, name, summary, image, price, priceTo }: ProductDetail) => ({
    id,
    name,
    summary: say(summary),
    image,
    price: priceTo ? t('store.from', { price: moneyText(price) }) : moneyText(price),
  })
  const [query] = useSearchParams()
  const variant = selectInitialVariant(product.variants, query.get('variant'))
  const summary = say(product.summary) && (
    <p className="product-summary" lang={langOf(product.summary)}>
      {say(product.summary)}
    </p>
  )
  return (
    <div className="product">
      <div className="product-pictures">
        <Gallery images={picturesOf(product)} shown={query.has('variant') ? variant?.image : null} />
        <BadgeList product={product} />
      </div>
      <div className="product-words">
        <header>
          {product.brand && (
            <Link className="product-brand" to={`/store/brand/${product.brand.id}`} lang={langOf(product.brand.name)}>
              {say(product.brand.name)}
            </Link>
          )}
          <h1 lang={langOf(product.name)}>{say(product.name)}</h1>
          <OtherName name={product.name} />
        </header>
        {variant ? (
          <BuyForm product={product} plans={plans} variant={variant} serverErrors={refused}>
            {summary}
          </BuyForm>
        ) : (
          summary
        )}
      </div>
      <div className="product-more">
        <Story product={product} />
        <Recommenders influencers={recommending} />
        <Facts product={product} />
        <footer className="product-ways">
          <ul className="tags">
            {product.tags.map(({ id, name }) => (
              <li key={id}>
                <Link className="chip" to={`/store/tag/${id}`} lang={langOf(name)}>
                  {say(name)}
                </Link>
              </li>
            ))}
          </ul>
          <ShareButton shared={toShareData(product)} />
        </footer>
      </div>
    </div>
  )
}

/** The pictures of the product and of its variants, without duplicates. */
function picturesOf({ images, variants }: ProductDetail) {
  const all = [...images, ...variants.flatMap(({ image }) => image ?? [])]
  return [...new Map(all.map((image) => [image.src, image])).values()]
}

function Story({ product }: { product: ProductDetail }) {
  const { say, langOf } = useShop()
  const paragraphs = say(product.description)
    .split(/\n{2,}/)
    .filter(Boolean)
  return (
    <div className="product-story" lang={langOf(product.description)}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}

/** The influencers who recommend the product. */
function Recommenders({ influencers }: { influencers: RecommendingInfluencer[] }) {
  const { say, langOf, t } = useShop()
  if (influencers.length === 0) return null
  return (
    <p>
      {t('influencers.recommended_by')}
      {influencers.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 ? ' · ' : ' '}
          <Link className="link" to={`/influencer/${id}`} lang={langOf(name)}>
            {say(name)}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}

function Related({ products }: { products: Card[] }) {
  const { t } = useShop()
  if (products.length === 0) return null
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">{t('store.related')}</h2>
      <ul className="product-row">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
