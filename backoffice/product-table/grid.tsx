import type { ChangeEvent, ClipboardEvent, KeyboardEvent } from 'react'
import { memo, useCallback } from 'react'
import { toLang } from '#contract/languages.ts'
import { CellNote } from './cell-note.tsx'
import { keyAction } from './key-actions.ts'
import type { Pasted } from './paste.ts'
import { paste } from './paste.ts'
import type { Active } from './places.ts'
import { cellKey, isSelected, placeOf, selectedRows } from './places.ts'
import type { Column, Sheet, SheetRow } from './sheet.ts'
import { edit, hasCell, languageOf, problemOf, readBlock, textIn } from './sheet.ts'
import { useTableTexts } from './texts.ts'
import { useCellFocus } from './use-cell-focus.ts'

interface GridProps {
  sheet: Sheet
  columns: readonly Column[]
  setSheet: (change: (sheet: Sheet) => Sheet) => void
  active: Active
  setActive: (active: Active) => void
  /** Called after a paste. */
  onPaste: (result: Omit<Pasted, 'sheet'>) => void
}

/**
 * The products as a table of fields. Arrow keys move to another cell. F2, Enter or a click on the active cell starts
 * editing. Typing replaces the cell's text. Only one field is a tab stop.
 */
export function Grid({ sheet, columns, setSheet, active, setActive, onPaste }: GridProps) {
  const { t } = useTableTexts()
  const focus = useCellFocus({ active, setActive })

  const handleChange = useCallback(
    ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const place = placeOf(currentTarget)
      const { value } = currentTarget
      if (place) setSheet((sheet) => edit(sheet, [{ ...place, text: value }], cellKey(place)))
    },
    [setSheet],
  )

  function handleKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const input = event.target
    const place = placeOf(input)
    if (!place || !(input instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    const action = keyAction(event, { sheet, columns, setSheet, active, focus, place, input })
    if (!action) return
    event.preventDefault()
    action()
  }

  function handlePaste(event: ClipboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    const block = readBlock(event.clipboardData.getData('text/plain'))
    const isBlock = block.length > 1 || (block[0]?.length ?? 0) > 1
    // While the field has a caret, the browser pastes a single text at the caret, so this function does nothing.
    if (!place || (!isBlock && focus.isCaret.current)) return
    event.preventDefault()
    const { left, unknown } = paste(sheet, place, { block, columns })
    setSheet((sheet) => paste(sheet, place, { block, columns }).sheet)
    onPaste({ left, unknown })
  }

  function handleCopy(event: ClipboardEvent<HTMLTableElement>) {
    const { first, last } = selectedRows(active)
    if (first === last) return
    event.preventDefault()
    const texts = sheet.rows.slice(first, last + 1).map((row) => textIn(row, active.column, sheet.currency))
    event.clipboardData.setData('text/plain', texts.join('\n'))
  }

  return (
    <table
      className="cells"
      onKeyDown={handleKeyDown}
      onFocus={focus.handleFocus}
      onMouseDown={focus.handleMouseDown}
      onPaste={handlePaste}
      onCopy={handleCopy}
    >
      <thead>
        <tr>
          <th scope="col">{t('table.product')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={languageOf(column) ? '' : 'cells-number'}>
              {t(`table.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((row, at) => (
          <Line
            key={row.line.sku}
            row={row}
            at={at}
            columns={columns}
            currency={sheet.currency}
            active={at === active.row ? active.column : null}
            selected={isSelected(active, at) ? active.column : null}
            onChange={handleChange}
            setSheet={setSheet}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  row: SheetRow
  at: number
  columns: readonly Column[]
  currency: string
  /** The column of the active cell; null if the line does not contain it. */
  active: Column | null
  /** The column of the selection; null if the line contains no selected cell, or if only one cell is selected. */
  selected: Column | null
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  setSheet: GridProps['setSheet']
}

/** A variant with its fields. Typing in another line does not render this line again. */
const Line = memo(function Line({ row, at, columns, currency, active, selected, onChange, setSheet }: LineProps) {
  const { t, say } = useTableTexts()
  const { line } = row
  const productLabel = [say(line.name), say(line.detail)].filter(Boolean).join(' · ')
  return (
    <tr className={row.isFirst ? 'cells-first' : ''}>
      <th scope="row">
        <span className="cells-name">{row.isFirst ? say(line.name) : ''}</span>
        {say(line.detail) && <span className="soft">{say(line.detail)}</span>}
        {!row.isFirst && <span className="visually-hidden">{say(line.name)}</span>}
      </th>
      {columns.map((column) => {
        if (!hasCell(row, column)) return <td key={column} className="cells-none" />
        const problem = problemOf(row, column, currency)
        const locale = languageOf(column)
        const marks = [
          !locale && 'cells-number',
          row.typed[column] !== undefined && 'cells-typed',
          problem && 'cells-wrong',
          column === selected && 'cells-selected',
        ]
        return (
          <td key={column} className={marks.filter(Boolean).join(' ')}>
            <input
              data-cell={cellKey({ row: at, column })}
              data-row={at}
              data-column={column}
              value={textIn(row, column, currency)}
              onChange={onChange}
              tabIndex={column === active ? 0 : -1}
              aria-label={t('table.cell', { column: t(`table.${column}`), name: productLabel })}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `note-${at}-${column}` : undefined}
              inputMode={locale || column === 'barcode' ? 'text' : 'decimal'}
              autoComplete="off"
              spellCheck={locale !== undefined}
              lang={locale && toLang(locale)}
            />
            {problem && (
              <CellNote
                id={`note-${at}-${column}`}
                place={{ row: at, column }}
                problem={problem}
                currency={currency}
                setSheet={setSheet}
                now={row.refused[column]?.now ?? null}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
})
