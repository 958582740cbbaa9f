import type {
  AlterTableCmd,
  ColumnDef,
  Constraint,
  CreateStmt,
  DropStmt,
  IndexStmt,
  InsertStmt,
  Node,
  RenameStmt,
} from 'libpg-query'
import { parse } from 'libpg-query'
import { toError } from '#server/platform/node-errors.ts'

/** A published release, as `releases.json` names it. */
export interface Release {
  version: string
  commit: string
  lastMigration: string
  /**
   * Tables, columns and unique indexes that the release's code does not use, written as `table`, `table.column` and
   * `table.index`. Migrations of the next release are allowed to drop them.
   */
  unused: string[]
  /**
   * Rules that all writes of this release satisfy. Migrations of the next release are allowed to enforce them. They are
   * written as `table.constraint` or `table.index`, and as `table.column` for NOT NULL or a dropped default.
   */
  satisfied: string[]
}

/** A table that a release uses. */
export interface KnownTable {
  columns: Set<string>
  /** The names of unique indexes, unique constraints and the primary key, which `on conflict` needs. */
  uniques: Set<string>
}

export interface Migration {
  tag: string
  sql: string
}

interface NewColumn {
  tag: string
  notNull: boolean
  hasDefault: boolean
}

/** A constraint or unique index that a migration adds. */
interface NewRule {
  tag: string
  table: string
  name: string
  /** The kind is `strict` if rows of the previous release can break the rule, whatever values the new columns have. */
  kind: 'check' | 'foreign key' | 'unique' | 'strict'
  columns: string[]
}

/** Statements that only add something, or that read, insert, update or delete rows. */
const harmlessStatements = new Set([
  'CommentStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'DeleteStmt',
  'SelectStmt',
  'UpdateStmt',
])
/** Changes of a table that remove nothing and forbid nothing. */
const harmlessChanges = new Set([
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
])
const serialType = /^(small|big)?serial\d?$/
const defaultConstraint = /^CONSTR_(DEFAULT|GENERATED|IDENTITY)$/
/**
 * PostgreSQL's codes for CASCADE, SET NULL and SET DEFAULT. With these actions, a foreign key does not prevent the
 * deletion of a row.
 */
const deletions = ['c', 'n', 'd']

/**
 * Finds the reasons why `migrations` would break the newest of `releases`, which uses `tables`. A migration breaks this
 * release if it removes or forbids something that the release uses. Also reports a migration that does not record the
 * oldest compatible release. Returns one line for each reason. A later migration can repair an earlier one, because all
 * migrations of a release run in one transaction.
 */
export async function findBreaks(
  migrations: Migration[],
  releases: Release[],
  tables: Map<string, KnownTable>,
): Promise<string[]> {
  const previous = releases.at(-1)
  if (!previous) return []
  const review = new Review(previous, tables)
  for (const migration of migrations) await review.read(migration)
  review.checkColumns()
  review.checkRules()
  review.checkRecords(migrations, releases)
  return review.problems
}

/** Reads migrations in order and collects what breaks the previous release. */
class Review {
  readonly problems: string[] = []
  /** Columns that were added to tables of the previous release, by `table.column`. */
  private readonly columns = new Map<string, NewColumn>()
  /** Constraints and unique indexes that were added to tables of the previous release, by `table.name`. */
  private readonly rules = new Map<string, NewRule>()
  /**
   * Tags of migrations that change something listed in `unused` or `satisfied` of the previous release. Older releases
   * still need what these migrations change, so these migrations must record the previous release as the oldest
   * compatible one.
   */
  private readonly allowed = new Set<string>()
  private readonly records = new Map<string, { version: string; writtenBy: string }>()
  private firstRecordsTag: string | undefined
  private tag = ''
  private readonly previous: Release
  private readonly tables: Map<string, KnownTable>

  constructor(previous: Release, tables: Map<string, KnownTable>) {
    this.previous = previous
    this.tables = tables
  }

  async read({ tag, sql }: Migration): Promise<void> {
    this.tag = tag
    for (const piece of sql.split('--> statement-breakpoint')) {
      if (piece.trim() === '') continue
      try {
        for (const { stmt } of (await parse(piece)).stmts ?? []) if (stmt) this.readStatement(stmt)
      } catch (error) {
        this.addProblem(`cannot be read as SQL: ${toError(error).message}`)
      }
    }
  }

  private readStatement(statement: Node): void {
    const [kind = ''] = Object.keys(statement)
    if ('AlterTableStmt' in statement) {
      const { relation, cmds = [] } = statement.AlterTableStmt
      for (const node of cmds)
        if ('AlterTableCmd' in node) this.changeTable(relation?.relname ?? '', node.AlterTableCmd)
    } else if ('CreateStmt' in statement) this.createTable(statement.CreateStmt)
    else if ('IndexStmt' in statement) this.createIndex(statement.IndexStmt)
    else if ('DropStmt' in statement) this.drop(statement.DropStmt)
    else if ('RenameStmt' in statement) this.rename(statement.RenameStmt)
    else if ('TruncateStmt' in statement) this.truncate(statement.TruncateStmt.relations)
    else if ('InsertStmt' in statement) this.readRecords(statement.InsertStmt)
    else if ('CreateFunctionStmt' in statement) {
      if (statement.CreateFunctionStmt.replace) this.addProblem('replaces a function: give the new one another name')
    } else if (!harmlessStatements.has(kind)) this.addProblem(`has a statement that this check does not know (${kind})`)
  }

  private changeTable(table: string, { subtype, name = '', def }: AlterTableCmd): void {
    const constraint = def && constraintOf(def)
    if (constraint) this.addConstraint(table, constraint)
    if (constraint || !this.tables.has(table)) return
    if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) this.addColumn(table, def.ColumnDef)
    else if (subtype === 'AT_DropColumn') this.dropColumn(table, name)
    else if (subtype === 'AT_AlterColumnType') this.changeType(table, name)
    else if (subtype === 'AT_SetNotNull') this.setNotNull(table, name)
    else if (subtype === 'AT_DropNotNull') this.updateNewColumn(table, name, { notNull: false })
    else if (subtype === 'AT_ColumnDefault') this.changeDefault(table, name, def)
    else if (subtype === 'AT_DropConstraint') this.dropRule(table, name)
    else if (!harmlessChanges.has(subtype ?? ''))
      this.addProblem(`changes ${table} in a way that this check does not know (${subtype})`)
  }

  private addColumn(table: string, { colname = '', constraints = [], typeName }: ColumnDef): void {
    const hasDefault = serialType.test(strings(typeName?.names).at(-1) ?? '')
    this.columns.set(`${table}.${colname}`, { tag: this.tag, notNull: false, hasDefault })
    for (const node of constraints) {
      const constraint = constraintOf(node)
      const kind = constraint?.contype ?? ''
      if (kind === 'CONSTR_NOTNULL') this.updateNewColumn(table, colname, { notNull: true })
      else if (defaultConstraint.test(kind)) this.updateNewColumn(table, colname, { hasDefault: true })
      else if (constraint && kind !== 'CONSTR_NULL') this.addConstraint(table, constraint, [colname])
    }
  }

  /** Applies changes to a column that is new since the previous release. Returns false for a column that is not new. */
  private updateNewColumn(table: string, name: string, changes: Partial<NewColumn>): boolean {
    const column = this.columns.get(`${table}.${name}`)
    return Boolean(column && Object.assign(column, changes))
  }

  private dropColumn(table: string, name: string): void {
    this.columns.delete(`${table}.${name}`)
    if (this.tables.get(table)?.columns.has(name) && !this.isUnused(table, `${table}.${name}`))
      this.addProblem(`drops ${table}.${name}, ${this.usedByRelease}`)
  }

  private changeType(table: string, name: string): void {
    if (!this.updateNewColumn(table, name, {}) && !this.isUnused(table, `${table}.${name}`))
      this.addProblem(`changes the type of ${table}.${name}, ${this.usedByRelease}`)
  }

  private setNotNull(table: string, name: string): void {
    if (!this.updateNewColumn(table, name, { notNull: true }) && !this.isSatisfied(table, `${table}.${name}`))
      this.addProblem(`demands values in ${table}.${name}, ${this.usedByRelease}`)
  }

  private changeDefault(table: string, name: string, value: Node | undefined): void {
    if (this.updateNewColumn(table, name, { hasDefault: value !== undefined }) || value) return
    if (!this.isSatisfied(table, `${table}.${name}`))
      this.addProblem(`drops the default of ${table}.${name}, ${this.usedByRelease}`)
  }

  /** `own` is the column whose definition contains the constraint; empty for a constraint of the table. */
  private addConstraint(table: string, constraint: Constraint, own: string[] = []): void {
    const { contype, conname: name = '', fk_attrs, keys, raw_expr, nulls_not_distinct } = constraint
    if (contype === 'CONSTR_FOREIGN') this.checkDeletion(table, constraint)
    if (!this.tables.has(table)) return
    if (contype === 'CONSTR_CHECK') this.addRule({ table, name, kind: 'check', columns: columnsIn(raw_expr) })
    else if (contype === 'CONSTR_FOREIGN')
      this.addRule({ table, name, kind: 'foreign key', columns: [...own, ...strings(fk_attrs)] })
    else if (contype === 'CONSTR_UNIQUE' && !nulls_not_distinct)
      this.addRule({ table, name, kind: 'unique', columns: [...own, ...strings(keys)] })
    else if (contype === 'CONSTR_NOTNULL') for (const column of strings(keys)) this.setNotNull(table, column)
    else this.addRule({ table, name, kind: 'strict', columns: [] })
  }

  /** Refuses a foreign key that would keep the previous release from deleting the rows to which the key refers. */
  private checkDeletion(table: string, { conname = '', pktable, fk_del_action = 'a' }: Constraint): void {
    const parent = pktable?.relname ?? ''
    if (!this.tables.has(parent) || deletions.includes(fk_del_action) || this.isSatisfied(`${table}.${conname}`)) return
    this.addProblem(
      `keeps release ${this.previous.version} from deleting rows of ${parent}: say ON DELETE CASCADE or SET NULL`,
    )
  }

  private addRule(rule: Omit<NewRule, 'tag'>): void {
    const name = rule.name || `${rule.kind} ${this.rules.size}`
    this.rules.set(`${rule.table}.${name}`, { ...rule, name, tag: this.tag })
  }

  private dropRule(table: string, name: string): void {
    this.rules.delete(`${table}.${name}`)
    if (this.tables.get(table)?.uniques.has(name) && !this.isUnused(table, `${table}.${name}`))
      this.addProblem(`drops the unique ${table}.${name}, ${this.usedByRelease} in ON CONFLICT or as a guard`)
  }

  private createTable({ relation, tableElts = [], inhRelations, constraints = [] }: CreateStmt): void {
    const table = relation?.relname ?? ''
    if (table === 'compatible_releases') this.firstRecordsTag = this.tag
    if (inhRelations) this.addProblem(`creates ${table} out of another table, which this check does not know`)
    const atColumns = tableElts.flatMap((node) => ('ColumnDef' in node ? (node.ColumnDef.constraints ?? []) : []))
    for (const node of [...tableElts, ...atColumns, ...constraints]) {
      const constraint = constraintOf(node)
      if (constraint?.contype === 'CONSTR_FOREIGN') this.checkDeletion(table, constraint)
    }
  }

  private createIndex(index: IndexStmt): void {
    const { relation, idxname: name = '', indexParams = [], unique, concurrent, nulls_not_distinct } = index
    const table = relation?.relname ?? ''
    if (concurrent)
      this.addProblem(`creates ${name} concurrently, which PostgreSQL refuses in the transaction of the migrations`)
    if (!unique || !this.tables.has(table)) return
    const columns = indexParams.flatMap((node) => ('IndexElem' in node ? (node.IndexElem.name ?? []) : []))
    this.addRule({ table, name, kind: nulls_not_distinct ? 'strict' : 'unique', columns })
  }

  private drop({ removeType = 'OBJECT_TABLE', objects = [] }: DropStmt): void {
    for (const node of objects) {
      const name = ('List' in node ? strings(node.List.items) : []).at(-1) ?? ''
      if (removeType === 'OBJECT_INDEX') for (const table of this.tables.keys()) this.dropRule(table, name)
      else if (removeType !== 'OBJECT_TABLE') this.addProblem(`drops what this check does not know (${removeType})`)
      else if (this.tables.has(name) && !this.isUnused(name))
        this.addProblem(`drops the table ${name}, ${this.usedByRelease}`)
    }
  }

  private rename({ relation, renameType: kind, subname = '', newname = '' }: RenameStmt): void {
    const renameType: string = kind ?? ''
    const table = relation?.relname ?? ''
    const column = this.columns.get(`${table}.${subname}`)
    if (column && renameType === 'OBJECT_COLUMN') {
      this.columns.delete(`${table}.${subname}`)
      this.columns.set(`${table}.${newname}`, column)
    } else if (renameType === 'OBJECT_INDEX') {
      if ([...this.tables.values()].some(({ uniques }) => uniques.has(table)))
        this.addProblem(`renames the unique index ${table}, ${this.usedByRelease}`)
    } else if (!['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_TABCONSTRAINT'].includes(renameType)) {
      this.addProblem(`renames what this check does not know (${renameType})`)
    } else if (this.tables.has(table)) {
      const name = renameType === 'OBJECT_TABLE' ? table : `${table}.${subname}`
      if (!this.isUnused(table, name)) this.addProblem(`renames ${name}, ${this.usedByRelease}`)
    }
  }

  private truncate(relations: Node[] = []): void {
    for (const node of relations) {
      const table = ('RangeVar' in node && node.RangeVar.relname) || ''
      if (this.tables.has(table) && !this.isUnused(table)) this.addProblem(`empties ${table}, ${this.usedByRelease}`)
    }
  }

  private readRecords({ relation, cols = [], selectStmt }: InsertStmt): void {
    if (relation?.relname !== 'compatible_releases') return
    const names = cols.map((node) => ('ResTarget' in node ? node.ResTarget.name : ''))
    const migrationAt = Math.max(names.indexOf('migration'), 0)
    const lists = selectStmt && 'SelectStmt' in selectStmt ? (selectStmt.SelectStmt.valuesLists ?? []) : []
    for (const list of lists) {
      const items = 'List' in list ? (list.List.items ?? []) : []
      this.records.set(textOf(items[migrationAt]), { version: textOf(items[1 - migrationAt]), writtenBy: this.tag })
    }
  }

  checkColumns(): void {
    for (const [name, { tag, notNull, hasDefault }] of this.columns) {
      this.tag = tag
      if (notNull && !hasDefault)
        this.addProblem(`demands a value for ${name} without a default: release ${this.previous.version} writes none`)
    }
  }

  checkRules(): void {
    for (const rule of this.rules.values()) {
      this.tag = rule.tag
      if (!this.alwaysHolds(rule) && !this.isSatisfied(rule.table, `${rule.table}.${rule.name}`))
        this.addProblem(`adds a rule to ${rule.table} that release ${this.previous.version} may break (${rule.name})`)
    }
  }

  /**
   * Whether every row that the previous release writes satisfies the rule. That release leaves new columns at their
   * defaults.
   */
  private alwaysHolds({ table, kind, columns }: NewRule): boolean {
    const added = columns.map((name) => this.columns.get(`${table}.${name}`))
    if (kind === 'strict') return false
    if (kind === 'check') return added.length > 0 && !added.includes(undefined)
    return added.some((column) => column && !column.notNull && !column.hasDefault)
  }

  checkRecords(migrations: Migration[], releases: Release[]): void {
    const tags = migrations.map(({ tag }) => tag)
    const { version } = this.previous
    for (const [index, tag] of tags.entries()) {
      this.tag = tag
      const record = this.records.get(tag)
      const isOlderThanTable = index < tags.indexOf(this.firstRecordsTag ?? '')
      if (record?.writtenBy !== (isOlderThanTable ? this.firstRecordsTag : tag)) {
        const line = `INSERT INTO "compatible_releases" VALUES ('${tag}', '${version}')`
        this.addProblem(`does not record its oldest release. Append: ${line}`)
      } else if (!releases.some(({ version }) => version === record?.version)) {
        this.addProblem(`records ${record?.version}, which releases.json does not name`)
      } else if (this.allowed.has(tag) && record?.version !== version) {
        this.addProblem(`takes what only release ${version} does not need, so it must record ${version}`)
      }
    }
  }

  private get usedByRelease(): string {
    return `which release ${this.previous.version} uses`
  }

  private addProblem(problem: string): void {
    this.problems.push(`${this.tag} ${problem}.`)
  }

  private isUnused(...names: string[]): boolean {
    return this.isListed(this.previous.unused, names)
  }

  private isSatisfied(...names: string[]): boolean {
    return this.isListed([...this.previous.unused, ...this.previous.satisfied], names)
  }

  private isListed(list: string[], names: string[]): boolean {
    const isListed = names.some((name) => list.includes(name))
    if (isListed) this.allowed.add(this.tag)
    return isListed
  }
}

function constraintOf(node: Node): Constraint | undefined {
  return 'Constraint' in node ? node.Constraint : undefined
}

function strings(nodes: Node[] = []): string[] {
  return nodes.flatMap((node) => ('String' in node ? (node.String.sval ?? []) : []))
}

function textOf(node: Node | undefined): string {
  return (node && 'A_Const' in node && node.A_Const.sval?.sval) || ''
}

/** All columns that an expression names, at any depth. */
function columnsIn(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return []
  return Object.entries(expression).flatMap(([key, value]) =>
    key === 'ColumnRef' ? (strings(value.fields).at(-1) ?? '*') : columnsIn(value),
  )
}
