import type { ReactNode } from 'react'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { capClaimOf, hasReachedGoal, phaseOf, progressPercent } from './facts.ts'
import { useCampaignFormat } from './use-campaign-format.ts'
import './campaign-progress.css'

/** A campaign's progress as a bar and as text, with the missing amount. `children` are avatars of the participants. */
export function Progress({ campaign, children }: { campaign: CampaignSummary; children?: ReactNode }) {
  const { t, count } = useShop()
  const { amount, reached } = useCampaignFormat()
  const { goal, progress } = campaign
  const capClaim = capClaimOf(campaign)
  const isGoalReached = hasReachedGoal(campaign)
  const isOpen = phaseOf(campaign) === 'open'
  return (
    <div className="campaign-progress" data-reached={isGoalReached || undefined}>
      {goal.kind !== 'none' && (
        // The bar has no visible label, because the paragraph below states the value.
        <progress max={100} value={progressPercent(campaign)} aria-label={t('campaign.progress')} />
      )}
      {capClaim && <progress max={capClaim.cap} value={capClaim.claimed} aria-label={t('campaign.progress')} />}
      <p className="campaign-progress-words">
        <strong>{reached(campaign)}</strong>
        {isOpen && !isGoalReached && (
          <span className="campaign-missing">
            {t('campaign.still_missing', { missing: amount(campaign, progress.missing) })}
          </span>
        )}
        {isOpen && goal.kind === 'none' && !isNearlyFull(campaign) && (
          <span className="campaign-there">{t('campaign.no_goal')}</span>
        )}
        {isOpen && isGoalReached && goal.kind !== 'none' && (
          <span className="campaign-there">{t('campaign.goal_done')}</span>
        )}
      </p>
      <div className="campaign-people">
        {children}
        {(capClaim || (goal.kind !== 'none' && goal.kind !== 'participants')) && (
          <p className="field-hint">
            {progress.participants > 0
              ? count('campaign.joined_so_far', progress.participants)
              : isOpen && t('campaign.nobody_yet')}
          </p>
        )}
      </div>
      {isOpen && progress.left !== null && progress.left > 0 && isNearlyFull(campaign) && (
        <p className="campaign-left">
          {t(goal.kind === 'participants' ? 'campaign.left' : 'campaign.left_pieces', {
            left: amount(campaign, progress.left),
          })}
        </p>
      )}
    </div>
  )
}

/** Whether at most a fifth of the cap is left. The page then states how much is left. */
function isNearlyFull({ goal, progress }: CampaignSummary): boolean {
  return goal.cap !== null && progress.left !== null && progress.left * 5 <= goal.cap
}
