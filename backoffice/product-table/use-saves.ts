import { useCallback, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { newSubmissionId } from '../core/submission.ts'
import { saveCells } from './save.ts'
import type { Sheet } from './sheet.ts'
import { applySaveResult, changesIn, withLines } from './sheet.ts'
import { useTableTexts } from './texts.ts'

/** A save that can be undone. */
export interface Save {
  submission: string
  saved: number
  /** When the save ended. */
  at: string
}

/**
 * The result of the last save or undo. `keptCells` is the number of values that an undo did not restore, because they
 * had changed since the save. `keptCells` is null after a save.
 */
export interface Result {
  saved: number
  keptCells: number | null
}

interface SavesOptions {
  sheet: Sheet
  setSheet: (change: (sheet: Sheet) => Sheet) => void
  /** The input of the call that loaded the table's products. After an undo, the hook makes this call again. */
  asked: Parameters<typeof api.staff.productTable>[0]
}

/** Saves the changed cells of the table, and undoes the saves of this visit. */
export function useSaves({ sheet, setSheet, asked }: SavesOptions) {
  const { t } = useTableTexts()
  const [errors, setErrors] = useState<ErrorItem[]>([])
  const [result, setResult] = useState<Result | null>(null)
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  /** The saves of this visit that are not undone, the newest last. */
  const [saves, setSaves] = useState<Save[]>([])
  const clearResult = useCallback(() => setResult(null), [])
  const offline = t('office.offline')

  async function save() {
    const cells = changesIn(sheet)
    if (progress || cells.length === 0) return
    const submission = newSubmissionId()
    setProgress({ done: 0, all: cells.length })
    setResult(null)
    let [done, saved] = [0, 0]
    const errors = await saveCells(submission, cells, {
      offline,
      progress: (part) => {
        done += part.sent.length
        saved += part.saved
        setProgress({ done, all: cells.length })
        setSheet((sheet) => applySaveResult(sheet, part.sent, part.refused))
      },
    })
    setProgress(null)
    setErrors(errors)
    setResult({ saved, keptCells: null })
    if (saved > 0) setSaves((before) => [...before, { submission, saved, at: new Date().toISOString() }])
  }

  async function undo({ submission, saved }: Save) {
    const { done, errors } = await attemptOnPage(api.staff.undoProductChange({ change: submission }), offline)
    setErrors(errors ?? [])
    if (!done) return
    const loaded = await attemptOnPage(api.staff.productTable(asked), offline)
    const { lines } = loaded.done ?? {}
    if (lines) setSheet((sheet) => withLines(sheet, lines))
    setSaves((before) => before.filter((save) => save.submission !== submission))
    setResult({ saved, keptCells: done.kept })
  }

  return { errors, result, progress, newestSave: saves.at(-1), save, undo, clearResult }
}
