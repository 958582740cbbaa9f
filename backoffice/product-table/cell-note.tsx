import type { CellValue, Place, Problem, Sheet } from './sheet.ts'
import { resolveConflict, textOfValue } from './sheet.ts'
import { useTableTexts } from './texts.ts'

interface CellNoteProps {
  id: string
  place: Place
  problem: Problem['problem']
  now: CellValue
  currency: string
  setSheet: (change: (sheet: Sheet) => Sheet) => void
}

/** Says why a cell is not saved. If another staff member has changed the cell, offers to keep either value. */
export function CellNote({ id, place, problem, now, currency, setSheet }: CellNoteProps) {
  const { t } = useTableTexts()
  const value = textOfValue(now, place.column, currency)
  const describeProblem = useProblemTexts()
  return (
    <div className="cells-note">
      <p id={id}>{describeProblem(problem, value)}</p>
      {problem === 'stale' && (
        <p className="cells-choice">
          <button
            type="button"
            className="link"
            onClick={() => setSheet((sheet) => resolveConflict(sheet, { ...place, keep: 'theirs' }))}
          >
            {t('table.theirs')}
          </button>
          <button
            type="button"
            className="link"
            onClick={() => setSheet((sheet) => resolveConflict(sheet, { ...place, keep: 'mine' }))}
          >
            {t('table.mine')}
          </button>
        </p>
      )}
    </div>
  )
}

/** Returns a function that describes the problem of a cell. */
export function useProblemTexts() {
  const { t } = useTableTexts()
  return (problem: Problem['problem'], value: string): string => {
    if (problem === 'stale') return value === '' ? t('table.stale_empty') : t('table.stale', { value })
    if (problem === 'price') return t('table.ask_price')
    if (problem === 'grams') return t('table.ask_grams')
    return t(`table.${problem}`)
  }
}
