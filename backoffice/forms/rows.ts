/** A list in a form. Its rows can be added, removed and ordered. All values are text, as in other fields. */
export interface Rows {
  /** The keys of the rows in order. A key without values in `rows` is ignored. */
  order: string[]
  rows: Record<string, Row>
}

/** The values of a row. An empty value is the same as a missing one. */
export type Row = Readonly<Record<string, string>>

const separator = '\t'
/** The name of the value `field` in a row of a list. */
export const rowName = (list: string, key: string, field: string) => [list, key, field].join(separator)
/** Whether the name of a form's value belongs to a row of a list. */
export const isRowName = (name: string) => name.includes(separator)
/** Takes the name of a value in a row of a list. Returns the name of the field that contains the whole list. */
export const listOf = (name: string) => name.split(separator)[0] ?? ''
/**
 * Takes the name of a value in a row of a list. Returns the row's key and the field's name within the row. For the
 * value with the order of the rows, returns only `order`.
 */
export const pathOf = (name: string): string[] => name.split(separator).slice(1)

/**
 * Converts rows in order to a list. Each row gets the mark `isListed`, because a row without any value counts as
 * removed. The mark keeps a row in the form while a staff member empties its fields to type another text.
 */
export const toRows = (rows: { key: string; row: Row }[]): Rows => ({
  order: rows.map(({ key }) => key),
  rows: Object.fromEntries(rows.map(({ key, row }) => [key, { ...row, isListed: 'on' }])),
})

/** Reads the rows of a list from its field. */
export function readRows(text: string): Rows {
  try {
    return JSON.parse(text)
  } catch {
    return { order: [], rows: {} }
  }
}

/** The rows that have values or the mark of `toRows`, in order. Rows whose keys are missing in `order` come last. */
export function rowsInOrder({ order, rows }: Rows): { key: string; row: Row }[] {
  const keys = [...new Set([...order, ...Object.keys(rows)])]
  return keys.flatMap((key) => {
    const row = rows[key]
    return row && Object.values(row).some((value) => value !== '') ? [{ key, row }] : []
  })
}

/** The values of a list by name, so that they can be compared one by one. */
export function flatten(list: string, rows: Rows): [name: string, value: string][] {
  const shown = rowsInOrder(rows)
  return [
    [[list, 'order'].join(separator), shown.map(({ key }) => key).join('\n')],
    ...shown.flatMap(({ key, row }) =>
      Object.entries(row).flatMap(([field, value]): [string, string][] =>
        value === '' ? [] : [[rowName(list, key, field), value]],
      ),
    ),
  ]
}

/** Writes the value called `name`, which is a value of a row or the order of the rows. Returns the changed rows. */
export function withValue(rows: Rows, name: string, value: string): Rows {
  const [key = '', field] = pathOf(name)
  if (field === undefined) return { ...rows, order: value === '' ? [] : value.split('\n') }
  return { ...rows, rows: { ...rows.rows, [key]: { ...rows.rows[key], [field]: value } } }
}
