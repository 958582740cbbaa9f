import { Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { InfluencerCard } from '#contract/influencers.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { Icon } from '#ui/icon.tsx'
import type { Route } from './+types/list'
import { Photo } from './photo.tsx'
import '#storefront/parts/store-page.css'
import '#storefront/parts/empty-list.css'

const pageSize = 12

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({
    title: t('influencers.title'),
    description: t('influencers.words'),
    image: args.loaderData?.influencers[0]?.picture ?? null,
  }))

async function load(api: Client, { url }: Page) {
  const page = Math.max(1, Math.min(1000, Math.trunc(Number(url.searchParams.get('page'))) || 1))
  return { ...(await api.influencers.list({ numberToLoad: pageSize, startingPosition: (page - 1) * pageSize })), page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** The influencers with a public page, most liked first, twelve on each page of the list. */
export default function Influencers({ loaderData: { influencers, hasMore, page } }: Route.ComponentProps) {
  const { t } = useShop()
  return (
    <div className="wrap store-page">
      <header className="page-head">
        <h1>{t('influencers.title')}</h1>
        <p>{t('influencers.words')}</p>
      </header>
      {influencers.length === 0 && (
        <EmptyList text={t('influencers.empty')}>
          <Link className="button" to="/user/influencer">
            {t('influencers.become')}
          </Link>
        </EmptyList>
      )}
      <ul className="influencer-cards">
        {influencers.map((influencer, index) => (
          <li key={influencer.id}>
            <Card {...influencer} isFirst={index < 2} />
          </li>
        ))}
      </ul>
      {(hasMore || page > 1) && (
        <nav className="influencer-pages" aria-label={t('influencers.page', { page })}>
          {page > 1 && (
            <Link className="button button-quiet" to={page > 2 ? `?page=${page - 1}` : '/influencers'}>
              {t('influencers.previous')}
            </Link>
          )}
          {hasMore && (
            <Link className="button button-quiet" to={`?page=${page + 1}`}>
              {t('influencers.next')}
            </Link>
          )}
        </nav>
      )}
      {influencers.length > 0 && (
        <p className="influencer-join">
          <Link className="link" to="/user/influencer">
            {t('influencers.become')}
          </Link>
        </p>
      )}
    </div>
  )
}

function Card({ id, name, bio, picture, likes, isFirst }: InfluencerCard & { isFirst: boolean }) {
  const { say, langOf, count } = useShop()
  return (
    <article className="influencer-card">
      <Photo image={picture} sizes="(min-width: 64rem) 24rem, (min-width: 44rem) 45vw, 92vw" eager={isFirst} />
      <div>
        <h2 lang={langOf(name)}>
          <Link to={`/influencer/${id}`}>{say(name)}</Link>
        </h2>
        {/* Shows only the first paragraph. The browser would show line breaks as spaces, which Chinese text does not
            use. */}
        <p lang={langOf(bio)}>{say(bio).split('\n', 1)[0]}</p>
        {likes > 0 && (
          <small>
            <Icon name="heart" />
            {count('influencers.likes', likes)}
          </small>
        )}
      </div>
    </article>
  )
}
