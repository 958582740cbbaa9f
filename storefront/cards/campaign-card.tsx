import { Link } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Countdown } from './countdown.tsx'
import { campaignPath, getsFulfilled, isJoinable, phaseOf } from './facts.ts'
import { Ladder } from './ladder.tsx'
import { NextTier } from './next-tier.tsx'
import { OtherName } from './product-card.tsx'
import { Progress } from './progress.tsx'
import { useCampaignFormat } from './use-campaign-format.ts'
import './campaign-card.css'
import './campaign-link.css'

interface CampaignCardProps {
  campaign: CampaignSummary
  /** Whether to load the picture eagerly, because it is the first one of the page. */
  eager?: boolean
  /** Called when the campaign opens or closes. */
  onOver?: () => void
}

/** A campaign in a list: its content, state, end and price. The whole card is a link. */
export function CampaignCard({ campaign, eager = false, onOver }: CampaignCardProps) {
  const { t, say, langOf } = useShop()
  const { days, price } = useCampaignFormat()
  const { id, title, organiser, cover, pickupDates } = campaign
  const phase = phaseOf(campaign)
  return (
    <article className="campaign-card" data-part={phase}>
      <div className="campaign-card-picture">
        <Picture
          image={cover}
          sizes="(min-width: 64rem) 26rem, (min-width: 44rem) 46vw, 7rem"
          eager={eager}
          decorative
        />
        {/* The heading of the list already states that these are open. */}
        {campaign.state !== 'open' && <StateBadge campaign={campaign} />}
      </div>
      <div className="campaign-card-words">
        <h3 lang={langOf(title)}>
          <Link to={campaignPath(id)}>{say(title)}</Link>
        </h3>
        <OtherName name={title} />
        <p className="field-hint">{t('campaign.by', { name: say(organiser) })}</p>
        <p className="campaign-card-foot">
          {campaign.fromPrice && <strong>{price(campaign)}</strong>}
          {getsFulfilled(campaign) && pickupDates.length > 0 && (
            <span>
              <Icon name="calendar" /> {t('campaign.pickup_on', { days: days(pickupDates) })}
            </span>
          )}
        </p>
        <Progress campaign={campaign} />
        <div className="campaign-card-act">
          <Countdown campaign={campaign} onOver={onOver} />
          {isJoinable(campaign) && (
            // Hidden from screen readers, because the card's link already leads to the campaign.
            <span className="button" aria-hidden="true">
              {t('campaign.join_short')}
            </span>
          )}
        </div>
        {phase === 'open' && <NextTier tiers={campaign.ladder} toNextTier={campaign.toNextTier} />}
        <Ladder tiers={campaign.ladder} label={`${say(title)}: ${t('campaign.tiers')}`} />
      </div>
    </article>
  )
}

export function StateBadge({ campaign: { state } }: { campaign: Pick<CampaignSummary, 'state'> }) {
  const { t } = useShop()
  return (
    <span className="campaign-state" data-state={state}>
      {t(`campaign.state_${state}`)}
    </span>
  )
}
