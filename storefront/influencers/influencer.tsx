import { useEffect } from 'react'
import { Form, isRouteErrorResponse, Link, redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { addressParameters } from '#contract/constants.ts'
import type { InfluencerDetail } from '#contract/influencers.ts'
import { ProductCard } from '#storefront/cards/product-card.tsx'
import { storeUrlParameters } from '#storefront/core/client-state/client-state.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember } from '#storefront/core/member.ts'
import { useReferralClick } from '#storefront/core/referral-click.ts'
import { useShop } from '#storefront/core/shop.ts'
import { ErrorPage, Notice } from '#storefront/parts/error-page.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/influencer'
import { Photo } from './photo.tsx'
import '#storefront/store/list/product-lines.css'
import '#storefront/cards/grids.css'
import '#storefront/pages/blocks/blocks.css'
import '#storefront/parts/plain-page.css'
import '#storefront/parts/store-page.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t, say }) => ({
    title: say(args.loaderData?.influencer.name) || t('influencers.missing_title'),
    description: say(args.loaderData?.influencer.bio),
    image: args.loaderData?.influencer.picture ?? null,
  }))

/** Loads an influencer. Omits group-buys that are no longer listed. */
async function load(api: Client, { params }: Page) {
  const influencer = await api.influencers.detail({ id: params.id ?? '' })
  const all = influencer.campaigns.length > 0 ? (await api.campaigns.list({})).campaigns : []
  return {
    influencer,
    campaigns: all.filter(({ id }) => influencer.campaigns.includes(id)).map(({ id, title }) => ({ id, title })),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

async function handleForm(api: Client, { request, params, url }: Page) {
  const id = params.id ?? ''
  const likes = (await request.formData()).get('intent') === 'like'
  await forMember(url, likes ? api.influencers.like({ id }) : api.influencers.unlike({ id }))
  throw redirect(`/influencer/${id}`, 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

/** An influencer's public page: pictures, text, social links, and recommended products and group-buys. */
export default function Influencer({ loaderData: { influencer, campaigns } }: Route.ComponentProps) {
  const { t, say, langOf } = useShop()
  const { name, bio, pictures, products, referId } = influencer
  const search = referId ? `?${new URLSearchParams({ [addressParameters.referId]: referId })}` : ''
  // Stores the referral, so that the influencer also gets credit for later purchases elsewhere in the shop.
  useEffect(() => {
    if (referId) storeUrlParameters(new URLSearchParams({ [addressParameters.referId]: referId }))
  }, [referId])
  useReferralClick(referId)
  return (
    <div className="wrap store-page influencer-page">
      <Link className="user-back" to="/influencers">
        <Icon name="chevron-left" />
        {t('influencers.all')}
      </Link>
      <header className="influencer-head">
        <Photo image={influencer.picture} sizes="(min-width: 48rem) 26rem, 92vw" eager />
        <div>
          <h1 lang={langOf(name)}>{say(name)}</h1>
          <p className="influencer-bio" lang={langOf(bio)}>
            {say(bio)}
          </p>
          <Likes {...influencer} />
          <ExternalLinks links={influencer.links} />
        </div>
      </header>
      {products.length > 0 && (
        <section className="home-section" aria-labelledby="picks">
          <h2 id="picks">{t('influencers.picks')}</h2>
          <ul className="product-grid">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} place="list" search={search} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {campaigns.length > 0 && (
        <section className="home-section" aria-labelledby="group-buys">
          <h2 id="group-buys">{t('influencers.campaigns')}</h2>
          <ul className="user-rows">
            {campaigns.map(({ id, title }) => (
              <li key={id}>
                <Link className="link" to={`/store/groupCampaign/${id}${search}`} lang={langOf(title)}>
                  {say(title)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pictures.length > 1 && (
        <section className="home-section" aria-labelledby="pictures">
          <h2 id="pictures">{t('influencers.pictures')}</h2>
          <ul className="influencer-pictures">
            {pictures.slice(1).map((image, index) => (
              <li key={image.src}>
                <Photo
                  image={image}
                  sizes="(min-width: 64rem) 19rem, 46vw"
                  alt={t('contacts.photo', { number: index + 2 })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {referId && <p className="influencer-disclosure">{t('influencers.disclosure', { name: say(name) })}</p>}
    </div>
  )
}

/**
 * The number of likes, and a button to like or unlike. The influencer sees a link to the editor instead of the button.
 * A shop without accounts has no button.
 */
function Likes({ likes, isLiked, isOwn }: InfluencerDetail) {
  const { t, count, isLoggedIn, app } = useShop()
  const total = likes > 0 && <span className="influencer-likes">{count('influencers.likes', likes)}</span>
  if (isOwn)
    return (
      <p className="influencer-like">
        <Link className="button button-quiet" to="/user/influencer">
          {t('influencers.edit')}
        </Link>
        {total}
      </p>
    )
  if (!app.system.appConfig.enableUserAccounts) return total
  const likeKey = isLoggedIn ? 'influencers.like' : 'influencers.like_sign_in'
  return (
    <Form method="post" className="influencer-like" preventScrollReset>
      <SendButton intent={isLiked ? 'unlike' : 'like'} className={isLiked ? '' : 'button-quiet'}>
        <Icon name="heart" />
        {t(isLiked ? 'influencers.liked' : likeKey)}
      </SendButton>
      {total}
    </Form>
  )
}

/** The error page for a missing influencer, with a link to the list. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useShop()
  if (!isRouteErrorResponse(error) || ![400, 404].includes(error.status)) return <ErrorPage error={error} />
  return (
    <Notice title={t('influencers.missing_title')} text={t('influencers.missing_text')}>
      <Link to="/influencers" className="button">
        {t('influencers.all')}
      </Link>
    </Notice>
  )
}

function ExternalLinks({ links }: Pick<InfluencerDetail, 'links'>) {
  const { t } = useShop()
  if (links.length === 0) return null
  return (
    <nav aria-label={t('influencers.follow')}>
      <ul className="influencer-links">
        {links.map(({ kind, url }) => (
          <li key={kind + url}>
            <a className="influencer-link" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
              {t(`influencers.social_${kind}`)}
              <Icon name="external" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
