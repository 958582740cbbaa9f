import { useState } from 'react'
import { useProblemTexts } from './cell-note.tsx'
import type { Place, Problem, Sheet } from './sheet.ts'
import { textOfValue } from './sheet.ts'
import { useTableTexts } from './texts.ts'

/** The number of cells that the list shows at first. */
const initialLimit = 10

interface ProblemsProps {
  problems: Problem[]
  sheet: Sheet
  show: (place: Place) => void
}

/** The cells that cannot be saved, each with a button that moves to the cell. */
export function Problems({ problems, sheet, show }: ProblemsProps) {
  const { t, say } = useTableTexts()
  const describeProblem = useProblemTexts()
  const [isWhole, setWhole] = useState(false)
  if (problems.length === 0) return null
  return (
    <section className="card cells-problems" aria-label={t('table.problems', { count: problems.length })}>
      <strong>{t('table.problems', { count: problems.length })}</strong>
      <ul>
        {(isWhole ? problems : problems.slice(0, initialLimit)).map(({ row, column, problem }) => {
          const sheetRow = sheet.rows[row]
          if (!sheetRow) return null
          const value = textOfValue(sheetRow.refused[column]?.now ?? null, column, sheet.currency)
          const name = [say(sheetRow.line.name), say(sheetRow.line.detail)].filter(Boolean).join(' · ')
          return (
            <li key={`${row} ${column}`}>
              <button type="button" className="link" onClick={() => show({ row, column })}>
                {t('table.cell', { column: t(`table.${column}`), name })}
              </button>{' '}
              {describeProblem(problem, value)}
            </li>
          )
        })}
      </ul>
      {!isWhole && problems.length > initialLimit && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('table.all_problems', { count: problems.length })}
        </button>
      )}
    </section>
  )
}
