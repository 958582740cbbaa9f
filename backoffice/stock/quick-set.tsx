import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { StockChangeAnswer, StockItem } from '#contract/office/stock.ts'
import { Icon } from '#ui/icon.tsx'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { newSubmission } from '../core/submission.ts'
import { useGoodsName } from './goods.tsx'
import { useStockTexts } from './texts.ts'
import { UndoButton } from './undo-button.tsx'

/** How long to wait after the last tap, in milliseconds, so that several taps become one change. */
const pauseMs = 600
const mostPieces = 100_000

export type QuickResult = { answer?: StockChangeAnswer; errors?: ErrorItem[] }

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
  const name = useGoodsName()(item)
  const { onHand, held, sku } = item
  /** The pieces that the staff member added or removed, and that the server has not confirmed yet. */
  const [tapped, setTapped] = useState(0)
  const [isSending, setSending] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const shown = onHand + tapped

  async function send(work: Promise<StockChangeAnswer>) {
    setSending(true)
    const { done: answer, errors } = await attemptOnPage(work, t('office.offline'))
    // Loads the stock even if the response was lost, because the server may have changed the number.
    await revalidate()
    setSending(false)
    setTapped(0)
    setTyped(null)
    done({ ...(answer && { answer }), ...(errors && { errors }) })
  }

  const change = { location, note: '' }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tap starts the pause again
  useEffect(() => {
    if (tapped === 0 || isSending) return
    const timer = setTimeout(
      () =>
        void send(
          api.staff.correctStock({
            ...change,
            submission: newSubmission(),
            lines: [{ code: sku, quantity: tapped }],
          }),
        ),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [tapped, isSending])

  function set() {
    const count = Number(typed)
    if (typed === null || typed.trim() === '' || !Number.isInteger(count) || count < 0 || count > mostPieces) {
      return setTyped(null)
    }
    if (count === shown) return setTyped(null)
    setTapped(count - onHand)
    void send(api.staff.countStock({ ...change, submission: newSubmission(), lines: [{ code: sku, quantity: count }] }))
  }

  const tap = (by: number) => {
    if (!isSending) setTapped(tapped + by)
  }
  const isLeast = shown <= held
  return (
    <span className="stock-quick">
      <button
        type="button"
        className="icon-button"
        aria-label={t('stock.less', { name })}
        aria-disabled={isLeast || undefined}
        onClick={() => !isLeast && tap(-1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="text"
        inputMode="numeric"
        className="stock-number"
        aria-label={t('stock.on_hand_of', { name })}
        value={typed ?? shown}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={set}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur()
        }}
      />
      <button type="button" className="icon-button" aria-label={t('stock.more', { name })} onClick={() => tap(1)}>
        <Icon name="plus" />
      </button>
    </span>
  )
}

/** The result of the last quick change with a button to undo it, or the reason why it was refused. */
export function QuickOutcome({ result, location }: { result: QuickResult | undefined; location: string }) {
  const { t } = useStockTexts()
  const nameOf = useGoodsName()
  const { revalidate } = useRevalidator()
  const [undone, setUndone] = useState('')
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
        {undone === answer.change
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
          setUndone(answer.change)
          void revalidate()
        }}
      />
    </div>
  )
}
