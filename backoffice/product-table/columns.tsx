import { useState } from 'react'
import { amountColumns } from '#contract/constants.ts'
import { useFrame } from '../core/me.ts'
import type { Column } from './sheet.ts'
import { allColumns, nameColumns } from './sheet.ts'
import { useTableTexts } from './texts.ts'

const defaultColumns: readonly Column[] = [...nameColumns, 'price', 'compareAtPrice', 'memberPrice']

interface Columns {
  columns: readonly Column[]
  offered: readonly Column[]
  choose: (columns: readonly Column[]) => void
}

/**
 * The columns that the staff member chose, stored on this device. Omits prices for staff members who may not change
 * them.
 */
export function useColumns({ mayPrice }: { mayPrice: boolean }): Columns {
  const { me } = useFrame()
  const key = `office-table ${me.id}`
  const offered = allColumns.filter((column) => mayPrice || !amountColumns.some((one) => one === column))
  const [chosen, setChosen] = useState(() => readChosen(key))
  const columns = offered.filter((column) => chosen.includes(column))
  return {
    offered,
    columns: columns.length > 0 ? columns : offered.filter((column) => defaultColumns.includes(column)),
    choose: (next) => {
      setChosen(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // If storage is blocked or full, the chosen columns last only until the staff member leaves the page.
      }
    },
  }
}

function readChosen(key: string): readonly Column[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (Array.isArray(stored)) return allColumns.filter((column) => stored.includes(column))
  } catch {
    // If the browser blocks storage, there is no stored choice, so the table shows the usual columns.
  }
  return defaultColumns
}

/** Lets the staff member choose the columns of the table. At least one column stays chosen. */
export function ColumnChoice({ columns, offered, choose }: Columns) {
  const { t } = useTableTexts()
  return (
    <details className="cells-columns">
      <summary className="button button-quiet">{t('table.columns')}</summary>
      <div className="card">
        {offered.map((column) => {
          const isOn = columns.includes(column)
          return (
            <label key={column} className="check">
              <input
                type="checkbox"
                checked={isOn}
                disabled={isOn && columns.length === 1}
                onChange={() => choose(isOn ? columns.filter((one) => one !== column) : [...columns, column])}
              />
              {t(`table.${column}`)}
            </label>
          )
        })}
      </div>
    </details>
  )
}
