import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { useShop } from '#storefront/core/shop.ts'
import { remainingOf, untilNextTick, zoneName } from './times.ts'
import { useCampaignFormat } from './use-campaign-format.ts'
import './countdown.css'

type CampaignTimes = Pick<CampaignSummary, 'state' | 'opensAt' | 'closesAt' | 'timeZone' | 'serverTime'>

/**
 * Shows when a campaign opens or closes, or when it closed, in the store's time zone, and the time left. If the visitor
 * is in another time zone, also shows the time in that zone.
 */
export function Countdown({ campaign, onOver }: { campaign: CampaignTimes; onOver?: (() => void) | undefined }) {
  const { t, locale } = useShop()
  const { when } = useCampaignFormat()
  const { state, timeZone } = campaign
  const isComing = state === 'scheduled'
  const at = isComing ? campaign.opensAt : campaign.closesAt
  const isRunning = isComing || state === 'open' || state === 'reached' || state === 'full'
  const closingKey = isRunning ? 'campaign.closes' : 'campaign.closed'
  const visitorTimeZone = useVisitorTimeZone(timeZone)
  return (
    <div className="campaign-time">
      <p>
        {t(isComing ? 'campaign.opens' : closingKey)}{' '}
        <time dateTime={at}>
          <strong>{when(at, timeZone)}</strong>
        </time>{' '}
        {/* Server and browsers may name a time zone slightly differently, so React must ignore the difference. */}
        <span className="campaign-zone" suppressHydrationWarning>
          {zoneName(timeZone, locale)}
        </span>
      </p>
      {visitorTimeZone !== timeZone && (
        <p className="field-hint">{t('campaign.own_time', { when: when(at, visitorTimeZone) })}</p>
      )}
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
  const remainingTime = remainingOf(useRemainingMs(at, serverTime, onOver))
  if (!remainingTime) return null
  const { days, hours, minutes, seconds } = remainingTime
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
function useRemainingMs(at: string, serverTime: string, onOver: (() => void) | undefined): number {
  const initialMs = Date.parse(at) - Date.parse(serverTime)
  const [remainingMs, setRemainingMs] = useState(initialMs)
  useEffect(() => {
    const start = performance.now()
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const nextMs = initialMs - (performance.now() - start)
      setRemainingMs(nextMs)
      if (nextMs > 0) timer = setTimeout(tick, untilNextTick(nextMs))
      else onOver?.()
    }
    tick()
    return () => clearTimeout(timer)
  }, [initialMs, onOver])
  return remainingMs
}

/** The visitor's time zone. During server rendering and hydration, the store's time zone. */
function useVisitorTimeZone(timeZone: string): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => timeZone,
  )
}
