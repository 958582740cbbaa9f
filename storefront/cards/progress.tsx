import type { ReactNode } from 'react'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { claimedOf, hasReached, partOf, percentOf } from './facts.ts'
import { useCampaignWords } from './use-words.ts'
import './campaign-progress.css'

/** A campaign's progress as a bar and as text, with the missing amount. `children` are avatars of the participants. */
export function Progress({ campaign, children }: { campaign: CampaignSummary; children?: ReactNode }) {
  const { t, count } = useShop()
  const { amount, reached } = useCampaignWords()
  const { goal, progress } = campaign
  const share = claimedOf(campaign)
  const isThere = hasReached(campaign)
  const isOpen = partOf(campaign) === 'open'
  return (
    <div className="campaign-progress" data-reached={isThere || undefined}>
      {goal.kind !== 'none' && (
        // The text below repeats the value of this bar.
        <progress max={100} value={percentOf(campaign)} aria-label={t('campaign.progress')} />
      )}
      {share && <progress max={share.cap} value={share.claimed} aria-label={t('campaign.progress')} />}
      <p className="campaign-progress-words">
        <strong>{reached(campaign)}</strong>
        {isOpen && !isThere && (
          <span className="campaign-missing">
            {t('campaign.still_missing', { missing: amount(campaign, progress.missing) })}
          </span>
        )}
        {isOpen && goal.kind === 'none' && <span className="campaign-there">{t('campaign.no_goal')}</span>}
        {isOpen && isThere && goal.kind !== 'none' && <span className="campaign-there">{t('campaign.goal_done')}</span>}
      </p>
      <div className="campaign-people">
        {children}
        {(share || (goal.kind !== 'none' && goal.kind !== 'participants')) && (
          <p className="field-hint">
            {progress.participants > 0
              ? count('campaign.joined_so_far', progress.participants)
              : isOpen && t('campaign.nobody_yet')}
          </p>
        )}
      </div>
      {isOpen && goal.kind !== 'none' && progress.left !== null && progress.left > 0 && isNearlyFull(campaign) && (
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
