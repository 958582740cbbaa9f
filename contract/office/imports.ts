import { z } from 'zod'
import { staffCall } from '../call.ts'
import { maxUploadBytes } from '../constants.ts'
import { importFields, maxImportCellLength } from '../import-limits.ts'
import type { ImportReason } from '../messages/office-import-reasons.ts'
import { instant, locale, money, noInput, taxClass } from '../shapes.ts'

/** Calls of the staff API for imports of products from files. */

const reason = z.custom<ImportReason>((code) => typeof code === 'string').meta({ type: 'string' })
const values = z.record(z.string(), z.union([z.string(), z.number()]))
const line = z.object({
  kind: z
    .enum(['new', 'changed', 'kept', 'refused', 'picture', 'unused'])
    .describe('`unused`: a picture of the zip that no row names; `product` is its name.'),
  line: z.int().describe('The line in the file.'),
  product: z.string(),
  name: z.string().describe('The name of the product, if it is new or changed or the row is refused.'),
  price: money.nullable().describe('The lowest price of the product, if it is new or changed.'),
  priceTo: money.nullable().describe('Its highest price, if it has several.'),
  code: reason.nullable().describe('Why the row is refused.'),
  values,
  cells: z
    .array(z.object({ column: z.string(), value: z.string() }))
    .describe('The cells that `staff.fixImportRow` can correct, by the column that they fill.'),
  fields: z
    .array(z.object({ field: z.enum(importFields), sku: z.string(), present: z.string(), file: z.string() }))
    .describe('Fields that keep the value of the shop, because somebody changed it since the last import.'),
})
/** A line of an import's report. */
export type ImportLine = z.infer<typeof line>

const fixedRow = z.object({
  line: z.int(),
  product: z.string(),
  name: z.string(),
  cells: z.array(z.object({ column: z.string(), was: z.string(), is: z.string() })),
})
/** A row that staff corrected. The import no longer refuses this row. */
export type FixedRow = z.infer<typeof fixedRow>

const importRow = z.object({
  import: z.string(),
  fileName: z.string(),
  status: z
    .enum(['uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'failed'])
    .describe('`checking`, `running` and `undoing` go on without the browser.'),
  createdAt: instant,
  counts: z.record(z.string(), z.int()),
  undoUntil: instant.nullable().describe('Until then, `staff.undoImport` can undo the import.'),
})
const importDetail = importRow.extend({
  zip: z.object({ fileName: z.string(), pictures: z.int() }).nullable().describe('The zip with pictures.'),
  header: z.array(z.string()),
  samples: z.array(z.array(z.string())).describe('The first rows of the file.'),
  columns: z.record(z.string(), z.string().nullable()),
  targets: z.array(z.string()).describe('The columns that `columns` can name.'),
  language: locale,
  taxClass,
  track: z.boolean(),
  overwrite: z.array(z.enum(importFields)),
  share: z.number().describe('How much of the step is done, from 0 to 1.'),
  rows: z.int(),
  lines: z.array(line),
  isDryRun: z.boolean().describe('Whether `lines` report a dry run, not the import.'),
  written: z
    .object({
      added: z.int(),
      changed: z.int(),
      groups: z.int().describe('Categories, brands, tags and modifier groups that the import added.'),
    })
    .nullable()
    .describe('If the import or its undo stopped before its end: how much of it is in the shop.'),
  fixed: z.array(fixedRow).describe('Rows that are no longer refused, because somebody corrected them.'),
  hasReport: z
    .boolean()
    .describe('Whether `staff.exportReport` has all lines of the last dry run or import, also of one that failed.'),
  failure: z.object({ code: reason, values }).nullable(),
  left: z.array(z.string()).describe('Products that an undo left, because they changed since.'),
  archived: z.array(z.string()).describe('New products that an undo archived, because orders or group-buys name them.'),
})
/** An import, as the back office shows it. */
export type OfficeImport = z.infer<typeof importDetail>
/** An import in the list. */
export type OfficeImportRow = z.infer<typeof importRow>

const right = { right: 'catalogue.import', place: 'shop' } as const
const id = z.string().uuid()

export const importStaffCalls = {
  imports: staffCall('GET /imports', {
    ...right,
    description: 'The last 20 imports, newest first.',
    input: noInput,
    output: z.object({ imports: z.array(importRow) }),
  }),
  importState: staffCall('GET /imports/:import', {
    ...right,
    description: 'An import with its progress and its report. `not_found`.',
    refusals: ['not_found'],
    input: z.strictObject({ import: id }),
    output: importDetail,
  }),
  startImport: staffCall('POST /imports', {
    ...right,
    description:
      'Announces a file; `staff.addImportPart` sends it in parts. `import.too_large` above 64 MB, `import.kind` unless ' +
      'its name ends in .csv, .tsv, .txt or .xlsx.',
    refusals: ['import.too_large', 'import.kind'],
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject({ fileName: z.string().trim().min(1).max(200), size: z.int().min(0) }),
    output: z.object({ import: z.string() }),
  }),
  addImportPart: staffCall('POST /imports/:import/parts', {
    ...right,
    description:
      'Adds a part of the file at this byte. Sending a part again changes nothing. `import.state`, `not_found`.',
    refusals: ['import.state', 'import.too_large', 'not_found'],
    takesFile: true,
    isUnlogged: true,
    limit: { points: 1200, seconds: 3600 },
    input: z.strictObject({ import: id, at: z.coerce.number().int().min(0), file: z.file().max(maxUploadBytes) }),
    output: z.object({ size: z.int() }),
  }),
  addImportZipPart: staffCall('POST /imports/:import/zip/parts', {
    ...right,
    description:
      'Adds a part of a zip with pictures at this byte; the first part begins anew. `import.zip_large`, ' +
      '`import.state`, `not_found`.',
    refusals: ['import.state', 'import.zip_large', 'not_found'],
    takesFile: true,
    isUnlogged: true,
    limit: { points: 1200, seconds: 3600 },
    input: z.strictObject({ import: id, at: z.coerce.number().int().min(0), file: z.file().max(maxUploadBytes) }),
    output: z.object({ size: z.int() }),
  }),
  readImportZip: staffCall('POST /imports/:import/zip', {
    ...right,
    description:
      'Takes the uploaded zip for the import. The import needs a new dry run then. `import.zip` if it is none or ' +
      'damaged, `import.zip_locked`, `import.zip_empty`, `import.zip_large`, `import.state`, `not_found`.',
    refusals: [
      ...(['import.zip', 'import.zip_locked', 'import.zip_empty', 'import.zip_large'] as const),
      ...(['import.state', 'not_found'] as const),
    ],
    isUnlogged: true,
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject({ import: id, fileName: z.string().trim().min(1).max(200), size: z.int().min(0) }),
    output: importDetail,
  }),
  removeImportZip: staffCall('POST /imports/:import/zip/remove', {
    ...right,
    description: 'Takes the zip away from the import. `import.state`, `not_found`.',
    refusals: ['import.state', 'not_found'],
    isUnlogged: true,
    input: z.strictObject({ import: id }),
    output: importDetail,
  }),
  readImport: staffCall('POST /imports/:import/read', {
    ...right,
    description:
      'Reads the header of the uploaded file and matches its columns. `import.state` if a part of the file is missing ' +
      'or another step runs, `not_found`.',
    refusals: ['import.state', 'not_found'],
    isUnlogged: true,
    limit: { points: 60, seconds: 3600 },
    input: z.strictObject({ import: id }),
    output: importDetail,
  }),
  checkImport: staffCall('POST /imports/:import/check', {
    ...right,
    description:
      'Starts a dry run: it reports what the import would do, and writes nothing. `import.state`, `not_found`.',
    refusals: ['import.state', 'not_found'],
    isUnlogged: true,
    input: z.strictObject({
      import: id,
      columns: z.record(z.string().max(500), z.string().max(100).nullable()),
      language: locale,
      taxClass,
      track: z.boolean(),
      overwrite: z.array(z.enum(importFields)).max(importFields.length),
    }),
    output: importDetail,
  }),
  fixImportRow: staffCall('POST /imports/:import/rows/:line', {
    ...right,
    description:
      'Corrects cells of a row that the dry run refused, and checks its product again. The import keeps the correction. ' +
      'Cells as the file says them take it back. If the correction concerns other rows, a dry run of the whole file ' +
      'starts. `import.state`, `import.many_fixes`, `not_found`.',
    refusals: ['import.state', 'import.many_fixes', 'not_found'],
    isUnlogged: true,
    input: z.strictObject({
      import: id,
      line: z.coerce.number().int().min(1),
      cells: z.record(z.string().max(100), z.string().max(maxImportCellLength)),
    }),
    output: importDetail,
  }),
  exportRefused: staffCall('GET /imports/:import/refused', {
    ...right,
    description:
      'The address of a CSV file with the products that have refused rows, and the reasons. It can be opened for two ' +
      'minutes. `not_found`, also while a dry run or import runs.',
    refusals: ['not_found'],
    input: z.strictObject({ import: id }),
    output: z.object({ address: z.string() }),
  }),
  exportReport: staffCall('GET /imports/:import/report', {
    ...right,
    description:
      'The address of a CSV file with all lines of the report, of which `staff.importState` returns the first 300 of ' +
      'each kind. It can be opened for two minutes. `not_found`, also if `hasReport` is false.',
    refusals: ['not_found'],
    input: z.strictObject({ import: id }),
    output: z.object({ address: z.string() }),
  }),
  runImport: staffCall('POST /imports/:import/run', {
    ...right,
    description:
      'Starts the import as the last dry run read it. `staff.no_right` if the caller has no right to change prices, ' +
      '`import.state`, `not_found`.',
    refusals: ['staff.no_right', 'import.state', 'not_found'],
    input: z.strictObject({ import: id }),
    output: importDetail,
  }),
  exportProducts: staffCall('POST /exports', {
    ...right,
    description:
      'The address of a CSV file with all products, as the import reads it. It can be opened for two minutes.',
    limit: { points: 60, seconds: 3600 },
    input: noInput,
    output: z.object({
      address: z.string(),
      products: z.int().describe('The products in the file, also hidden and archived ones.'),
      memberships: z.int().describe('The file leaves these out, because it cannot contain their plans.'),
    }),
  }),
  undoImport: staffCall('POST /imports/:import/undo', {
    ...right,
    description:
      'Puts the products back as they were, within 7 days. Products that changed since stay and are named, unless ' +
      '`all` is set. New products that were sold are archived. Sales stay counted: the stock loses only what the ' +
      'import added. `staff.no_right` if the caller has no right to change prices, `import.state`, `not_found`.',
    refusals: ['staff.no_right', 'import.state', 'not_found'],
    input: z.strictObject({ import: id, all: z.boolean().default(false) }),
    output: importDetail,
  }),
}
