import { useProblemWords } from './cell-note.tsx'
import type { Place, Problem, Sheet } from './sheet.ts'
import { textOfValue } from './sheet.ts'
import { useTableTexts } from './texts.ts'

const mostShown = 10

interface ProblemsProps {
  problems: Problem[]
  sheet: Sheet
  show: (place: Place) => void
}

/** The cells that cannot be saved, each with a button that goes there. */
export function Problems({ problems, sheet, show }: ProblemsProps) {
  const { t, say } = useTableTexts()
  const says = useProblemWords()
  if (problems.length === 0) return null
  return (
    <section className="card cells-problems" aria-label={t('table.problems', { count: problems.length })}>
      <strong>{t('table.problems', { count: problems.length })}</strong>
      <ul>
        {problems.slice(0, mostShown).map(({ row, column, problem }) => {
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
    </section>
  )
}
