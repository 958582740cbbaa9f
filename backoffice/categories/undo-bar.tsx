import { useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useCategoryTexts } from './texts.ts'

/** The text that describes a change, and the function that undoes it. */
export interface Undo {
  text: string
  undo: () => void
}

const displayMs = 8000

/**
 * Shows the last change and offers to undo it. The bar disappears after eight seconds, but stays while its button is
 * hovered or focused.
 */
export function UndoBar({ undo, close }: { undo: Undo | null; close: () => void }) {
  const { t } = useCategoryTexts()
  const [isPaused, setPaused] = useState(false)
  const [isUndone, setUndone] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new change restarts the timer, not a new `close`
  useEffect(() => {
    if (!undo || isPaused) return
    const timer = setTimeout(close, displayMs)
    return () => clearTimeout(timer)
  }, [undo, isPaused])
  useEffect(() => {
    if (undo) setUndone(false)
  }, [undo])
  return (
    <div className={undo ? 'category-undo' : undefined}>
      <p role="status">{undo?.text ?? (isUndone ? <span className="soft">{t('categories.undone')}</span> : '')}</p>
      {undo && (
        <button
          type="button"
          className="button button-quiet"
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => setPaused(false)}
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
          onClick={() => {
            setPaused(false)
            setUndone(true)
            undo.undo()
            close()
          }}
        >
          <Icon name="undo" />
          {t('categories.undo')}
        </button>
      )}
    </div>
  )
}
