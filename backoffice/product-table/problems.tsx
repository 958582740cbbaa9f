import { useState } from 'react'
import { useProblemWords } from './cell-note.tsx'
import type { Place, Problem, Sheet } from './sheet.ts'
import { textOfValue } from './sheet.ts'
import { useTableTexts } from './texts.ts'

/** The number of cells that the list shows at first. */
const mostAtFirst = 10

interface ProblemsProps {
  problems: Problem[]
  sheet: Sheet
  show: (place: Place) => void
}

/** The cells that cannot be saved, each with a button that moves to the cell. */
export function Problems({ problems, sheet, show }: ProblemsProps) {
  const { t, say } = useTableTexts()
  const says = useProblemWords()
  const [isWhole, setWhole] = useState(false)
  if (problems.length === 0) return null
  return (
    <section className="card cells-problems" aria-label={t('table.problems', { count: problems.length })}>
      <strong>{t('table.problems', { count: problems.length })}</strong>
      <ul>
        {(isWhole ? problems : problems.slice(0, mostAtFirst)).map(({ row, column, problem }) => {
          const there = sheet.rows[row]
          if (!there) return null
          const value = textOfValue(there.refused[column]?.now ?? null, column, sheet.currency)
          const name = [say(there.line.name), say(there.line.detail)].filter(Boolean).join(' · ')
          return (
            <li key={`${row} ${column}`}>
              <button type="button" className="link" onClick={() => show({ row, column })}>
                {t('table.cell', { column: t(`table.${column}`), name })}
              </button>{' '}
              {says(problem, value)}
            </li>
          )
        })}
      </ul>
      {!isWhole && problems.length > mostAtFirst && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('table.all_problems', { count: problems.length })}
        </button>
      )}
    </section>
  )
}
