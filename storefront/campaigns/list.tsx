import { useCallback } from 'react'
import { redirect, useRevalidator } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'
import { CampaignCard } from '#storefront/cards/campaign-card.tsx'
import type { Part } from '#storefront/cards/facts.ts'
import { campaignPath, partOf } from '#storefront/cards/facts.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { domainOf, pageMeta } from '#storefront/parts/head/head.ts'
import { StructuredData } from '#storefront/parts/head/structured-data.tsx'
import { StorePage } from '#storefront/parts/store-page.tsx'
import type { Route } from './+types/list'
import './campaign.css'
import '#storefront/cards/grids.css'
import '#storefront/parts/chips.css'
import '#storefront/parts/empty-list.css'
import '#storefront/parts/store-page.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({
    title: t('campaign.list'),
    description: t('campaign.list_words'),
    image: args.loaderData?.campaigns[0]?.cover,
  }))

/**
 * Loads the campaigns. This route also matches the path of a campaign page without its id. The loader redirects that
 * path to the path of the list.
 */
async function load(api: Client, { url }: Page) {
  if (!url.pathname.startsWith('/store/groupCampaigns')) throw redirect('/store/groupCampaigns')
  return api.campaigns.list()
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const parts = ['open', 'coming', 'ended'] as const satisfies Part[]

/** The page of all group-buys: open, upcoming and past ones. */
export default function CampaignsPage({ loaderData: { campaigns } }: Route.ComponentProps) {
  const { t, app, say } = useShop()
  const shown = parts.filter((part) => campaigns.some((campaign) => partOf(campaign) === part))
  return (
    <StorePage className="campaigns-page">
      <StructuredData
        of={
          import.meta.env.SSR
            ? {
                '@type': 'ItemList',
                itemListElement: campaigns.map(({ id, title }, index) => ({
                  '@type': 'ListItem',
                  position: index + 1,
                  name: say(title),
                  url: domainOf(app) + campaignPath(id),
                })),
              }
            : undefined
        }
      />
      <header className="page-head">
        <h1>{t('campaign.list')}</h1>
        <p>{t('campaign.list_words')}</p>
      </header>
      {shown.length > 1 && (
        <nav className="chips" aria-label={t('campaign.list_parts')}>
          <ul>
            {shown.map((part) => (
              <li key={part}>
                <a className="chip" href={`#${part}`}>
                  {t(`campaign.list_${part}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!shown.includes('open') && <EmptyList words={t('campaign.list_empty')} to="/store" />}
      {shown.map((part) => (
        <CampaignPart
          key={part}
          part={part}
          campaigns={campaigns.filter((campaign) => partOf(campaign) === part)}
          isFirst={part === shown[0]}
        />
      ))}
    </StorePage>
  )
}

interface CampaignPartProps {
  part: Part
  campaigns: CampaignSummary[]
  isFirst: boolean
}

function CampaignPart({ part, campaigns, isFirst }: CampaignPartProps) {
  const { t } = useShop()
  const { revalidate } = useRevalidator()
  const look = useCallback(() => void revalidate(), [revalidate])
  return (
    <section className="campaign-part" aria-labelledby={part}>
      <h2 id={part}>{t(`campaign.list_${part}`)}</h2>
      <ul className="campaign-grid">
        {campaigns.map((campaign, index) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} eager={isFirst && index === 0} onOver={look} />
          </li>
        ))}
      </ul>
    </section>
  )
}
