import type { SyntheticEvent } from 'react'
import { useEffect, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { newSubmissionId } from '../core/submission.ts'
import { useStockTexts } from './texts.ts'

const displayMs = 8000

/**
 * A button that undoes a change of stock. The button disappears after eight seconds, but stays while it is hovered or
 * focused.
 */
export function UndoButton({ location, change, done }: { location: string; change: string; done: () => void }) {
  const { t } = useStockTexts()
  const [state, setState] = useState<'ready' | 'busy' | 'over'>('ready')
  const [isPaused, setPaused] = useState(false)
  const [errors, setErrors] = useState<ErrorItem[]>()
  useEffect(() => {
    if (state !== 'ready' || isPaused) return
    const timer = setTimeout(() => setState('over'), displayMs)
    return () => clearTimeout(timer)
  }, [state, isPaused])

  async function undo() {
    setState('busy')
    const submission = newSubmissionId()
    const { errors } = await attemptOnPage(
      api.staff.undoStockChange({ location, submission, change }),
      t('office.offline'),
    )
    setErrors(errors)
    setState('over')
    if (!errors) done()
  }

  const updatePaused = (event: SyntheticEvent) => setPaused(event.currentTarget.matches(':hover, :focus'))
  if (errors) return <UndoErrors errors={errors} />
  if (state === 'over') return null
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={state === 'busy' || undefined}
      onClick={() => state === 'ready' && undo()}
      onPointerEnter={updatePaused}
      onPointerLeave={updatePaused}
      onFocus={updatePaused}
      onBlur={updatePaused}
    >
      {t('stock.undo')}
    </button>
  )
}

const UndoErrors = ({ errors }: { errors: ErrorItem[] }) => (
  <p className="field-error" role="alert">
    {errors.map(({ message }) => message).join(' ')}
  </p>
)
