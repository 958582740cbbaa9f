import { isDeepStrictEqual } from 'node:util'
import type { ImportField } from '#contract/import-limits.ts'
import type { FieldColumn } from './own-columns.ts'
import type { Imported } from './record.ts'

/** A field that keeps the shop's value, because the owner changed it since the last import. */
export interface KeptValue {
  field: ImportField
  /** The SKU of the variant; empty for a field of the product. */
  sku: string
  present: unknown
  file: unknown
}

/**
 * Details of a choice between the stored value and the file's value.
 * `sku` names the variant. It is empty for a value of the product. `key` is the name of the value in the record of the
 * last import. `format` describes a value for the report.
 */
interface Choice {
  sku?: string
  key?: string
  format?: (value: unknown) => unknown
}

/** What decides between a product's stored values and the file's values. */
interface ChoiceRules {
  /** The fields, properties and quantities for which the file has a column. */
  fieldsInFile: Set<string>
  /** The values of earlier imports; null if no import has written the product. */
  earlier: Imported | null
  /**
   * Whether the file was exported from the product's present version. If so, each difference is an edit that the owner
   * made in the file, so the file's value replaces the stored one.
   */
  isCurrent: boolean
  /** The fields whose stored values the file replaces even if the owner changed them. */
  overwrite: readonly ImportField[]
  currency: string
}

/**
 * Chooses between the stored value and the file's value of each field of a product. Records the stored values that stay
 * because the owner changed them.
 */
export class FieldChooser {
  readonly kept: KeptValue[] = []
  private readonly rules: ChoiceRules

  constructor(rules: ChoiceRules) {
    this.rules = rules
  }

  /**
   * Returns the stored value if the file lacks the field or has the same value, otherwise the value from `decide`.
   * `unset` is the stored value of a field that nobody has set.
   */
  choose<Value>(
    field: ImportField,
    { present, file, unset }: { present: Value; file: Value; unset?: Value | undefined },
    { sku = '', key = field, format }: Choice = {},
  ): Value {
    const { fieldsInFile, earlier } = this.rules
    if (!fieldsInFile.has(key) || isSameStored(present, file)) return present
    const base = sku ? earlier?.variants[sku] : earlier?.fields
    const baseValue = base && key in base ? base[key] : unset
    const isOwnerChange = !isSameStored(baseValue, present)
    return this.decide(field, { present, file, isOwnerChange, sku, format })
  }

  /**
   * Returns the file's value. If the owner changed the stored value, returns and records the stored value instead,
   * unless `isCurrent` is true or `overwrite` contains the field.
   */
  decide<Value>(
    field: ImportField,
    {
      present,
      file,
      isOwnerChange,
      sku = '',
      format = (value) => value,
    }: { present: Value; file: Value; isOwnerChange: boolean; sku?: string; format?: Choice['format'] },
  ): Value {
    if (!isOwnerChange || this.rules.isCurrent || this.rules.overwrite.includes(field)) return file
    this.keep({ field, sku, present: format(present), file: format(file) })
    return present
  }

  /** Records that a stored value stays. */
  keep(value: KeptValue) {
    this.kept.push(value)
  }

  /** Chooses the values of the fields that the given columns contain. */
  chooseColumns(
    columns: readonly FieldColumn[],
    { present, file, sku = '' }: { present: object; file: object; sku?: string },
  ) {
    const stored: Record<string, unknown> = { ...present }
    const fileValues: Record<string, unknown> = { ...file }
    return Object.fromEntries(
      columns.map(({ name, field, kind, unset }) => {
        const toText = (value: unknown) => (value === null ? '' : kind.write(value, this.rules.currency))
        const values = { present: stored[name] ?? unset, file: fileValues[name] ?? unset, unset }
        return [name, this.choose(field, values, { sku, key: name, format: toText })]
      }),
    )
  }
}

/** Whether the database would store the two values as the same JSON. Ignores properties that are undefined. */
export const isSameStored = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(toStoredForm(one), toStoredForm(other))

const toStoredForm = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
