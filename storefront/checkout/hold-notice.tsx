import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Hold } from '#contract/checkout.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/format.ts'
import { useHoldKeepAlive } from './use-hold-keep-alive.ts'
import './checkout.css'

/** The number of seconds before the end of the hold at which the warning appears. WCAG 2.2.1 requires at least 20. */
const warnSeconds = 120

interface HoldNoticeProps {
  hold: Hold
  heldUntil: string | null
  timeZone: string
  /** The id of the form that the button submits, with `intent` `extend`. */
  form: string
  isBusy: boolean
}

/**
 * From two minutes before the hold ends, shows the end time, and a button that extends the hold if the shopper may
 * extend it. After the end, states that the hold is over.
 */
export function HoldNotice({ hold, heldUntil, timeZone, form, isBusy }: HoldNoticeProps) {
  const { t, locale } = useShop()
  const stage = useHoldStage(hold)
  const hasEnded = stage === 'over'
  if (stage === 'quiet' || !(hasEnded || heldUntil)) return null
  const time = heldUntil ? formatClock(heldUntil, timeZone, locale) : ''
  const canExtend = !hasEnded && hold?.canExtend
  return (
    <div className="alert alert-note hold-notice" role="alert">
      <p>
        {hasEnded ? t('checkout.hold_over') : t(canExtend ? 'checkout.hold_ends' : 'checkout.hold_ends_last', { time })}
      </p>
      {canExtend && (
        <button
          type="submit"
          form={form}
          name="intent"
          value="extend"
          formNoValidate
          className="button"
          aria-disabled={isBusy || undefined}
        >
          {t('checkout.hold_extend')}
        </button>
      )}
    </div>
  )
}

type Stage = 'quiet' | 'soon' | 'over'

interface HoldState {
  hold: Hold
  stage: Stage
  /**
   * The end of the hold by this browser's clock. The clock may be wrong, so this end is computed from the remaining
   * seconds.
   */
  endsAt: number
}

function toHoldState(hold: Hold, previous?: HoldState): HoldState {
  if (hold) {
    const stage = hold.seconds <= warnSeconds ? 'soon' : 'quiet'
    return { hold, stage, endsAt: Date.now() + hold.seconds * 1000 }
  }
  return { hold, stage: previous?.stage === 'over' ? 'over' : 'quiet', endsAt: Date.now() }
}

/** The stage of the hold. When the hold ends, the page revalidates and keeps the typed input. */
function useHoldStage(hold: Hold): Stage {
  const [holdState, setHoldState] = useState(() => toHoldState(hold))
  if (holdState.hold !== hold) setHoldState(toHoldState(hold, holdState))
  const { revalidate } = useRevalidator()
  useHoldKeepAlive(useBasket().campaignId)
  useEffect(() => {
    if (!holdState.hold) return
    const schedule = (time: number, action: () => void) => setTimeout(action, Math.max(0, time - Date.now()))
    const warningTimer = schedule(holdState.endsAt - warnSeconds * 1000, () =>
      setHoldState((current) => (current.stage === 'quiet' ? { ...current, stage: 'soon' } : current)),
    )
    const endTimer = schedule(holdState.endsAt, () => {
      setHoldState((current) => ({ ...current, stage: 'over' }))
      revalidate()
    })
    return () => {
      clearTimeout(warningTimer)
      clearTimeout(endTimer)
    }
  }, [holdState.hold, holdState.endsAt, revalidate])
  return holdState.stage
}
