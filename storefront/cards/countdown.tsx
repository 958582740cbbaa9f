import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { remainingOf, untilNextTick, zoneName } from './times.ts'
import { useCampaignWords } from './use-words.ts'
import './campaign-progress.css'

type Timed = Pick<CampaignSummary, 'state' | 'opensAt' | 'closesAt' | 'timeZone' | 'serverTime'>

/**
 * When a campaign opens, closes or closed: by the store's clock, by the visitor's own where that differs, and how long
 * until then.
 */
export function Countdown({ campaign, onOver }: { campaign: Timed; onOver?: (() => void) | undefined }) {
  const { t, locale } = useShop()
  const { when } = useCampaignWords()
  const { state, timeZone } = campaign
  const isComing = state === 'scheduled'
  const at = isComing ? campaign.opensAt : campaign.closesAt
  const isRunning = isComing || state === 'open' || state === 'reached' || state === 'full'
  const zone = useOwnZone(timeZone)
  return (
    <div className="campaign-time">
      <p>
        {t(isComing ? 'campaign.opens' : isRunning ? 'campaign.closes' : 'campaign.closed')}{' '}
        <time dateTime={at}>
          <strong>{when(at, timeZone)}</strong>
        </time>{' '}
        {/* Browsers name zones a little differently. */}
        <span className="campaign-zone" suppressHydrationWarning>
          {zoneName(timeZone, locale)}
        </span>
      </p>
      {zone !== timeZone && <p className="field-hint">{t('campaign.own_time', { when: when(at, zone) })}</p>}
      {isRunning && (
        <Clock
          key={at}
          label={t(isComing ? 'campaign.opens_in' : 'campaign.closes_in')}
          at={at}
          serverTime={campaign.serverTime}
          onOver={onOver}
        />
      )}
    </div>
  )
}

interface ClockProps {
  label: string
  at: string
  serverTime: string
  onOver?: (() => void) | undefined
}

/**
 * Counts down without speaking: who cannot see it has the moment itself beside it, and may read this when they like.
 */
function Clock({ label, at, serverTime, onOver }: ClockProps) {
  const { t, count } = useShop()
  const remaining = remainingOf(useLeftMs(at, serverTime, onOver))
  if (!remaining) return null
  const { days, hours, minutes, seconds } = remaining
  const parts: [string, number, string][] = [
    ...(days > 0 ? [['d', days, count('campaign.days', days)] as [string, number, string]] : []),
    ...(days > 0 || hours > 0 ? [['h', hours, t('campaign.hours')] as [string, number, string]] : []),
    ['m', minutes, t('campaign.minutes')],
    ...(seconds === null ? [] : [['s', seconds, t('campaign.seconds')] as [string, number, string]]),
  ]
  return (
    <div className="campaign-clock" role="timer" aria-label={label}>
      <span className="campaign-clock-label">{label}</span>
      {parts.map(([key, value, unit]) => (
        <span key={key} className="campaign-clock-part">
          <strong>{value}</strong> {unit}
        </span>
      ))}
    </div>
  )
}

/** Milliseconds until a moment by the server's clock, whatever the visitor's own clock says. */
function useLeftMs(at: string, serverTime: string, onOver: (() => void) | undefined): number {
  const first = Date.parse(at) - Date.parse(serverTime)
  const [left, setLeft] = useState(first)
  useEffect(() => {
    const start = performance.now()
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const now = first - (performance.now() - start)
      setLeft(now)
      if (now > 0) timer = setTimeout(tick, untilNextTick(now))
      else onOver?.()
    }
    tick()
    return () => clearTimeout(timer)
  }, [first, onOver])
  return left
}

/** The visitor's own time zone; the store's until the browser has told. */
function useOwnZone(timeZone: string): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
}
