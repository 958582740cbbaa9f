import { useCallback } from 'react'
import { redirect, useRevalidator } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import type { Client } from '#contract/client.ts'
import { CampaignCard } from '#storefront/cards/campaign-card.tsx'
import type { CampaignPhase } from '#storefront/cards/facts.ts'
import { campaignPath, phaseOf } from '#storefront/cards/facts.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { baseUrlOf, pageMeta } from '#storefront/parts/head/head.ts'
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
 * Loads the campaigns. The path of a campaign page without an id also leads to this route. The loader redirects it to
 * the path of the list.
 */
async function load(api: Client, { url }: Page) {
  if (!url.pathname.startsWith('/store/groupCampaigns')) throw redirect('/store/groupCampaigns')
  return api.campaigns.list()
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const phases = ['open', 'coming', 'ended'] as const satisfies CampaignPhase[]

/** The page of all group-buys: open, upcoming and past ones. */
export default function CampaignsPage({ loaderData: { campaigns } }: Route.ComponentProps) {
  const { t, app, say } = useShop()
  const shownPhases = phases.filter((part) => campaigns.some((campaign) => phaseOf(campaign) === part))
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
                  url: baseUrlOf(app) + campaignPath(id),
                })),
              }
            : undefined
        }
      />
      <header className="page-head">
        <h1>{t('campaign.list')}</h1>
        <p>{t('campaign.list_words')}</p>
      </header>
      {shownPhases.length > 1 && (
        <nav className="chips" aria-label={t('campaign.list_parts')}>
          <ul>
            {shownPhases.map((part) => (
              <li key={part}>
                <a className="chip" href={`#${part}`}>
                  {t(`campaign.list_${part}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {!shownPhases.includes('open') && <EmptyList text={t('campaign.list_empty')} to="/store" />}
      {shownPhases.map((part) => (
        <PhaseSection
          key={part}
          part={part}
          campaigns={campaigns.filter((campaign) => phaseOf(campaign) === part)}
          isFirst={part === shownPhases[0]}
        />
      ))}
    </StorePage>
  )
}

interface CampaignPartProps {
  part: CampaignPhase
  campaigns: CampaignSummary[]
  isFirst: boolean
}

function PhaseSection({ part, campaigns, isFirst }: CampaignPartProps) {
  const { t } = useShop()
  const { revalidate } = useRevalidator()
  const refresh = useCallback(() => void revalidate(), [revalidate])
  return (
    <section className="campaign-part" aria-labelledby={part}>
      <h2 id={part}>{t(`campaign.list_${part}`)}</h2>
      <ul className="campaign-grid">
        {campaigns.map((campaign, index) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} eager={isFirst && index === 0} onOver={refresh} />
          </li>
        ))}
      </ul>
    </section>
  )
}
