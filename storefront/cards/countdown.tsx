import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { remainingOf, untilNextTick, zoneName } from './times.ts'
import { useCampaignWords } from './use-words.ts'
import './countdown.css'

type Timed = Pick<CampaignSummary, 'state' | 'opensAt' | 'closesAt' | 'timeZone' | 'serverTime'>

/**
 * Shows when a campaign opens or closes, or when it closed, in the store's time zone, and the time left. If the visitor
 * is in another time zone, also shows the time in that zone.
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
        {/* Server and browsers may name a time zone slightly differently, so React must ignore the difference. */}
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

/** The countdown itself, which screen readers do not announce. The exact time is beside it. */
function Clock({ label, at, serverTime, onOver }: ClockProps) {
  const { t, count } = useShop()
  const remaining = remainingOf(useLeftMs(at, serverTime, onOver))
  if (!remaining) return null
  const { days, hours, minutes, seconds } = remaining
  const all: [key: string, value: number, unit: string, isShown: boolean][] = [
    ['d', days, count('campaign.days', days), days > 0],
    ['h', hours, t('campaign.hours'), days > 0 || hours > 0],
    ['m', minutes, t('campaign.minutes'), true],
    ['s', seconds ?? 0, t('campaign.seconds'), seconds !== null],
  ]
  const parts = all.filter(([, , , isShown]) => isShown)
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

/** The milliseconds left until an instant. Uses the server's clock, because the visitor's clock may be wrong. */
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

/** The visitor's time zone. During server rendering and hydration, the store's time zone. */
function useOwnZone(timeZone: string): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
}
