import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { StockChangeResult, StockItem } from '#contract/office/stock.ts'
import { Icon } from '#ui/icon.tsx'
import { api, leavingApi } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { newSubmissionId } from '../core/submission.ts'
import { useItemName } from './goods.tsx'
import { useStockTexts } from './texts.ts'
import { UndoButton } from './undo-button.tsx'

/** How long to wait after the last tap, in milliseconds, so that several taps become one change. */
const debounceMs = 600
const maxPieces = 100_000

export type QuickResult = { answer?: StockChangeResult; errors?: ErrorItem[] }

interface QuickSetProps {
  item: StockItem
  location: string
  /** Called with the result of each change. */
  done: (result: QuickResult) => void
}

/**
 * The pieces on hand, with buttons for one more and one less, and a field for another number. The shown number changes
 * at once. If the server refuses the change, the old number appears again.
 */
export function QuickSet({ item, location, done }: QuickSetProps) {
  const { t } = useStockTexts()
  const { revalidate } = useRevalidator()
  const name = useItemName()(item)
  const { onHand, held, sku } = item
  /** The pieces that the staff member added or removed, and that the server has not confirmed yet. */
  const [pendingChange, setPendingChange] = useState(0)
  const [isSending, setSending] = useState(false)
  const [typedCount, setTypedCount] = useState<string | null>(null)
  const shown = onHand + pendingChange

  async function send(work: Promise<StockChangeResult>) {
    setSending(true)
    const { done: answer, errors } = await attemptOnPage(work, t('office.offline'))
    // Loads the stock again even if the response to the change was lost, because the server may have changed the
    // number.
    await revalidate()
    setSending(false)
    setPendingChange(0)
    setTypedCount(null)
    done({ ...(answer && { answer }), ...(errors && { errors }) })
  }

  const change = { location, note: '' }
  /** Sends the taps that are still waiting for `debounceMs` to pass. Null if no taps are waiting. */
  const sendWaiting = useRef<(() => void) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tap starts the pause again
  useEffect(() => {
    sendWaiting.current = null
    if (pendingChange === 0 || isSending) return
    const correction = { ...change, submission: newSubmissionId(), lines: [{ code: sku, quantity: pendingChange }] }
    const sendOnce = (client: typeof api) => {
      if (sendWaiting.current) void send(client.staff.correctStock(correction))
      sendWaiting.current = null
    }
    sendWaiting.current = () => sendOnce(api)
    const timer = setTimeout(sendOnce, debounceMs, api)
    const sendLeaving = () => sendOnce(leavingApi)
    addEventListener('pagehide', sendLeaving)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', sendLeaving)
    }
  }, [pendingChange, isSending])
  // Sends waiting taps when a search or another page removes the row. Otherwise, the taps would be lost.
  useEffect(() => () => sendWaiting.current?.(), [])

  function set() {
    const count = Number(typedCount)
    if (typedCount === null || typedCount.trim() === '' || !Number.isInteger(count) || count < 0 || count > maxPieces) {
      return setTypedCount(null)
    }
    if (count === shown) return setTypedCount(null)
    setPendingChange(count - onHand)
    void send(
      api.staff.countStock({ ...change, submission: newSubmissionId(), lines: [{ code: sku, quantity: count }] }),
    )
  }

  const changeBy = (by: number) => {
    if (!isSending) setPendingChange(pendingChange + by)
  }
  const isAtMinimum = shown <= held
  return (
    <span className="stock-quick">
      <button
        type="button"
        className="icon-button"
        aria-label={t('stock.less', { name })}
        aria-disabled={isAtMinimum || undefined}
        onClick={() => !isAtMinimum && changeBy(-1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        className="stock-number"
        aria-label={t('stock.on_hand_of', { name })}
        value={typedCount ?? shown}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTypedCount(currentTarget.value)}
        onBlur={set}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
      <button type="button" className="icon-button" aria-label={t('stock.more', { name })} onClick={() => changeBy(1)}>
        <Icon name="plus" />
      </button>
    </span>
  )
}

/** The result of the last quick change with a button to undo it, or the reason why it was refused. */
export function QuickOutcome({ result, location }: { result: QuickResult | undefined; location: string }) {
  const { t } = useStockTexts()
  const nameOf = useItemName()
  const { revalidate } = useRevalidator()
  const [undoneChange, setUndoneChange] = useState('')
  if (!result) return null
  if (result.errors) {
    return result.errors.map(({ code, message }) => (
      <p key={code} className="alert" role="alert">
        {message}
      </p>
    ))
  }
  const { answer } = result
  if (!answer) return null
  return (
    <div className="stock-done stock-done-head">
      <p role="status">
        <Icon name="check" />
        {undoneChange === answer.change
          ? t('stock.undone')
          : answer.lines
              .map((line) => t('stock.set_done', { name: nameOf(line), before: line.before, after: line.after }))
              .join(' ')}
      </p>
      <UndoButton
        key={answer.change}
        location={location}
        change={answer.change}
        done={() => {
          setUndoneChange(answer.change)
          void revalidate()
        }}
      />
    </div>
  )
}
