import { useLayoutEffect, useRef, useState } from 'react'
import { attemptOnPage } from '../core/attempt.ts'
import type { Action } from './entries.ts'
import { usePaletteTexts } from './texts.ts'

interface ConfirmationProps {
  action: Action
  onBack: () => void
  onClose: () => void
  onDone: () => void
}

/** Describes what an action will do, runs it when the staff member confirms, and then offers to undo it. */
export function Confirmation({ action, onBack, onClose, onDone }: ConfirmationProps) {
  const { t } = usePaletteTexts()
  const { sentence, button, run, done, undo } = action
  const main = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [isUndone, setUndone] = useState(false)
  // The button keeps the focus when it changes from "confirm" to "close", so that Enter works for both.
  useLayoutEffect(() => main.current?.focus(), [])

  async function send(work: () => Promise<unknown>, outcomeText: string) {
    if (isBusy) return false
    setBusy(true)
    const { errors } = await attemptOnPage(work(), t('office.offline'))
    setBusy(false)
    const refusal = errors?.[0]?.message
    setProblem(refusal)
    if (refusal !== undefined) return false
    setOutcome(outcomeText)
    onDone()
    return true
  }

  async function undoAction() {
    if (undo && (await send(undo, t('palette.undone', { what: done })))) {
      setUndone(true)
      main.current?.focus()
    }
  }

  return (
    <div className="palette-confirm stack">
      <p id="palette-sentence" className="palette-sentence" role={outcome ? 'status' : undefined}>
        {outcome ?? sentence}
      </p>
      {problem && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button
          ref={main}
          type="button"
          className="button"
          aria-describedby="palette-sentence"
          aria-disabled={isBusy || undefined}
          onClick={outcome ? onClose : () => send(run, done)}
        >
          {outcome ? t('palette.close') : button}
        </button>
        {outcome
          ? undo &&
            !isUndone && (
              <button type="button" className="button button-quiet" onClick={undoAction}>
                {t('palette.undo')}
              </button>
            )
          : !isBusy && (
              <button type="button" className="button button-quiet" onClick={onBack}>
                {t('palette.back')}
              </button>
            )}
      </div>
    </div>
  )
}
