import { fill } from '#contract/format.ts'
import { columns, defaultLocale } from '#contract/languages.ts'
import type { ImportReason, ReasonValues } from '#contract/messages/office-import-reasons.ts'
import { importReasons } from '#contract/messages/office-import-reasons.ts'
import type { Row } from './cells.ts'

/** Why a row is refused: as a code with values, and as a text for the command. */
export interface RefusalReason {
  code: ImportReason
  values: ReasonValues
  reason: string
}

/** Describes why a row is refused. */
export function refusalReason(code: ImportReason, values: ReasonValues = {}): RefusalReason {
  return { code, values, reason: fill(importReasons[code][columns[defaultLocale]], values) }
}

/** Thrown if the import refuses a row, or the whole product because of this row. */
export class RefusedRow extends Error {
  readonly row: Row
  readonly code: ImportReason
  readonly values: ReasonValues

  constructor(row: Row, code: ImportReason, values: ReasonValues = {}) {
    super(code)
    this.row = row
    this.code = code
    this.values = values
  }
}

export function refuseRow(row: Row, code: ImportReason, values?: ReasonValues): never {
  throw new RefusedRow(row, code, values)
}

/** Thrown if the import refuses the file, or stops early. The message names the reason and the line. */
export class ImportError extends Error {
  readonly code: ImportReason | null
  readonly values: ReasonValues

  constructor(message: string, code: ImportReason | null = null, values: ReasonValues = {}) {
    super(message)
    this.code = code
    this.values = values
  }
}

/**
 * Creates an `ImportError` for a reason. Its message is in the default language; `code` and `values` let the back
 * office show the reason in either language.
 */
export function importError(code: ImportReason, values: ReasonValues = {}): ImportError {
  return new ImportError(refusalReason(code, values).reason, code, values)
}
