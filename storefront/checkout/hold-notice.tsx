import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Hold } from '#contract/checkout.ts'
import { useBasket } from '#storefront/basket/basket.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatClock } from '#storefront/core/time/when.ts'
import { useHoldKept } from './use-hold-kept.ts'
import './checkout.css'

/** The number of seconds before the end of the hold at which the warning appears. WCAG 2.2.1 requires at least 20. */
const warnSeconds = 120

interface HoldWarningProps {
  hold: Hold
  heldUntil: string | null
  timeZone: string
  /** The id of the form that the button submits, with `intent` `extend`. */
  form: string
  isBusy: boolean
}

/**
 * From two minutes before the hold ends, shows its end time and a button to extend it. After the end, states that the
 * hold is over.
 */
export function HoldNotice({ hold, heldUntil, timeZone, form, isBusy }: HoldWarningProps) {
  const { t, locale } = useShop()
  const stage = useStage(hold)
  const isOver = stage === 'over'
  if (stage === 'quiet' || !(isOver || heldUntil)) return null
  const time = heldUntil ? formatClock(heldUntil, timeZone, locale) : ''
  const canExtend = !isOver && hold?.canExtend
  return (
    <div className="alert alert-note hold-notice" role="alert">
      <p>
        {isOver ? t('checkout.hold_over') : t(canExtend ? 'checkout.hold_ends' : 'checkout.hold_ends_last', { time })}
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

interface Seen {
  hold: Hold
  stage: Stage
  /**
   * The end of the hold by this browser's clock. The clock may be wrong, so this end is computed from the remaining
   * seconds.
   */
  endsAt: number
}

function see(hold: Hold, before?: Seen): Seen {
  const isSoon = hold !== null && hold.seconds <= warnSeconds
  const stage = isSoon ? 'soon' : hold === null && before?.stage === 'over' ? 'over' : 'quiet'
  return { hold, stage, endsAt: Date.now() + (hold?.seconds ?? 0) * 1000 }
}

/** The stage of the hold. When the hold ends, the page revalidates and keeps the typed input. */
function useStage(hold: Hold): Stage {
  const [seen, setSeen] = useState(() => see(hold))
  if (seen.hold !== hold) setSeen(see(hold, seen))
  const { revalidate } = useRevalidator()
  useHoldKept(useBasket().campaignId)
  useEffect(() => {
    if (!seen.hold) return
    const at = (time: number, act: () => void) => setTimeout(act, Math.max(0, time - Date.now()))
    const soon = at(seen.endsAt - warnSeconds * 1000, () =>
      setSeen((seen) => (seen.stage === 'quiet' ? { ...seen, stage: 'soon' } : seen)),
    )
    const over = at(seen.endsAt, () => {
      setSeen((seen) => ({ ...seen, stage: 'over' }))
      revalidate()
    })
    return () => {
      clearTimeout(soon)
      clearTimeout(over)
    }
  }, [seen.hold, seen.endsAt, revalidate])
  return seen.stage
}
