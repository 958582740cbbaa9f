import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { RowTexts } from './form-values.ts'
import { rowTexts, writtenEvent } from './form-values.ts'
import type { Row, Rows } from './rows.ts'
import { readRows, rowsInOrder, toRows } from './rows.ts'

/** A list in an `EditForm`. Its rows can be added, removed and ordered. */
export interface RowList {
  rows: { key: string; row: Row }[]
  /** Changes values of a row. Adds the row at the end if it does not exist. */
  set(key: string, values: Row): void
  remove(key: string): void
  /** Moves a row to another index in the list. */
  move(key: string, to: number): void
  replace(rows: { key: string; row: Row }[]): void
  /** The field with the list's values. It must be rendered within the form. */
  field: ReactNode
}

/**
 * Keeps a list in a field of an `EditForm`. The form compares and merges the list value by value. `texts` are the texts
 * for the list's values.
 */
export function useRows(name: string, initialRows: { key: string; row: Row }[], texts: RowTexts): RowList {
  const [value, setValue] = useState<Rows>(() => toRows(initialRows))
  const input = useRef<HTMLInputElement>(null)
  const text = JSON.stringify(value)
  const lastReported = useRef(text)
  useEffect(() => {
    if (input.current) rowTexts.set(input.current, texts)
  })

  useEffect(() => {
    const control = input.current
    if (!control) return
    const readControl = () => setValue(readRows(control.value))
    control.addEventListener(writtenEvent, readControl)
    return () => control.removeEventListener(writtenEvent, readControl)
  }, [])

  // Sends an `input` event, so that the form notices the change as if the staff member had typed it.
  useEffect(() => {
    if (lastReported.current === text) return
    lastReported.current = text
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [text])

  const change = (next: (rows: { key: string; row: Row }[]) => { key: string; row: Row }[]) =>
    setValue((rows) => toRows(next(rowsInOrder(rows))))
  return {
    rows: rowsInOrder(value),
    set: (key, values) =>
      change((rows) =>
        rows.some((one) => one.key === key)
          ? rows.map((one) => (one.key === key ? { key, row: { ...one.row, ...values } } : one))
          : [...rows, { key, row: values }],
      ),
    remove: (key) => change((rows) => rows.filter((one) => one.key !== key)),
    move: (key, to) =>
      change((rows) => {
        const others = rows.filter((one) => one.key !== key)
        const moved = rows.filter((one) => one.key === key)
        return [...others.slice(0, to), ...moved, ...others.slice(to)]
      }),
    replace: (rows) => change(() => rows),
    field: <input type="hidden" name={name} value={text} data-rows="" ref={input} />,
  }
}
