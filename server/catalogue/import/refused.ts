import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { appendFile, open, rename, rm, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Row } from './cells.ts'
import type { SeenProducts } from './options.ts'
import type { ImportLine } from './record.ts'
import type { Refusal } from './rows.ts'

/**
 * Each import has three files beside the imported file: the products with refused rows, the ids and SKUs of the
 * accepted products, and all lines of the report. They contain the result of the last dry run or import, even if it
 * failed, unless `isReported` is false. Each line is a JSON text. With these files, the shop need not read the whole
 * imported file again when staff correct or download rows.
 */

export type RawRow = Omit<Row, 'cells'>
export type RefusedRow = Pick<Refusal, 'line' | 'code' | 'values'>
/**
 * A line of the file of refused rows. It has either the rows of one product, or refusals of rows of one product. With
 * `replaces`, these refusals replace the product's refusals in earlier lines. Without it, the product keeps its earlier
 * refusals and also gets these.
 */
type RefusedLine = { rows: RawRow[] } | { product: number; refused: RefusedRow[]; replaces?: true }
type AcceptedLine = [id: string, line: number, skus: string[]]

/**
 * A line of the report's file: either a line of the report, or the result of another dry run of a product. `replaced`
 * has the line numbers of the product's rows in the imported file. The `lines` of the result replace all earlier lines
 * of the report about these rows. `unnamed` has the pictures of the zip that no row names.
 */
type ReportedLine = { said: ImportLine } | { replaced: number[]; unnamed: string[]; lines: ImportLine[] }

const reportPath = (path: string) => `${path}.report`
const refusedPath = (path: string) => `${path}.refused`
const acceptedPath = (path: string) => `${path}.accepted`

/** Writes the three files of an import during a step. `commit` then replaces the files of the previous step. */
export function writeRowFiles(path: string) {
  const suffix = randomUUID()
  const refused = createLines(`${refusedPath(path)}.${suffix}`)
  const accepted = createLines(`${acceptedPath(path)}.${suffix}`)
  const reported = createLines(`${reportPath(path)}.${suffix}`)
  const offsets = new Map<number, number>()

  /** Writes the rows of a product, and returns their position in the file. */
  const placeOf = (rows: Row[]): number => {
    const first = rows[0]?.line ?? 0
    const knownOffset = offsets.get(first)
    if (knownOffset !== undefined) return knownOffset
    const offset = refused.add({ rows: rows.map(({ cells: _, ...row }) => row) } satisfies RefusedLine)
    offsets.set(first, offset)
    return offset
  }
  return {
    placeOf,
    refuse({ line, code, values }: Refusal, rows: Row[]) {
      const product = rows[0]?.line ?? line
      refused.add({ product, refused: [{ line, code, values }] } satisfies RefusedLine)
    },
    accept({ line, handle, skus }: { line: number; handle: string; skus: string[] }) {
      accepted.add([handle, line, skus] satisfies AcceptedLine)
    },
    list(line: ImportLine) {
      reported.add({ said: line } satisfies ReportedLine)
    },
    async commit() {
      await Promise.all([refused.end(), accepted.end(), reported.end()])
      await rename(refused.path, refusedPath(path))
      await rename(accepted.path, acceptedPath(path))
      await rename(reported.path, reportPath(path))
    },
    async discard() {
      await Promise.allSettled([refused.end(), accepted.end(), reported.end()])
      for (const file of [refused.path, accepted.path, reported.path]) await rm(file, { force: true })
    },
  }
}

function createLines(path: string) {
  const out = createWriteStream(path)
  // Without a listener, an error of the stream would end the process. `end` rejects with this error.
  out.on('error', () => undefined)
  let bytes = 0
  return {
    path,
    add(value: unknown): number {
      const text = `${JSON.stringify(value)}\n`
      const offset = bytes
      bytes += Buffer.byteLength(text)
      out.write(text)
      return offset
    },
    async end() {
      out.end()
      await finished(out)
    },
  }
}

/** Reads the rows of the product at this position in the file of refused rows. */
export async function readProductRows(path: string, offset: number): Promise<RawRow[]> {
  for await (const line of readLines(refusedPath(path), offset)) {
    const read: RefusedLine = JSON.parse(line)
    return 'rows' in read ? read.rows : []
  }
  return []
}

/** Reads the products of the file that are not refused. Omits products whose first line is in `excludedLines`. */
export async function readAccepted(path: string, excludedLines: Set<number>): Promise<SeenProducts> {
  const seen: SeenProducts = { lines: new Map(), owners: new Map() }
  for await (const text of readLines(acceptedPath(path))) {
    const [id, line, skus]: AcceptedLine = JSON.parse(text)
    if (excludedLines.has(line)) continue
    seen.lines.set(id, line)
    for (const sku of skus) seen.owners.set(sku, id)
  }
  return seen
}

/**
 * Appends the result of another dry run of a product to the files. The new refusals and lines replace the product's
 * earlier ones.
 */
export async function appendRecheck(
  path: string,
  {
    product,
    refused,
    accepted,
    ...reported
  }: { product: number; refused: RefusedRow[]; accepted: AcceptedLine[] } & Extract<ReportedLine, { lines: unknown }>,
): Promise<void> {
  const line: RefusedLine = { product, refused, replaces: true }
  await appendFile(refusedPath(path), `${JSON.stringify(line)}\n`)
  await appendFile(acceptedPath(path), accepted.map((one) => `${JSON.stringify(one)}\n`).join(''))
  await appendFile(reportPath(path), `${JSON.stringify(reported)}\n`)
}

/** The products that have refused rows, with the reasons by line. */
export async function* readRefused(path: string): AsyncGenerator<{ rows: RawRow[]; refused: RefusedRow[] }> {
  // Imports of earlier releases have no file of refused rows.
  if (!(await stat(refusedPath(path)).catch(() => null))) return
  const reasons = new Map<number, RefusedRow[]>()
  for await (const text of readLines(refusedPath(path))) {
    const read: RefusedLine = JSON.parse(text)
    if ('rows' in read) continue
    const { product, refused, replaces } = read
    reasons.set(product, replaces ? refused : [...(reasons.get(product) ?? []), ...refused])
  }
  for await (const text of readLines(refusedPath(path))) {
    const read: RefusedLine = JSON.parse(text)
    if (!('rows' in read)) continue
    const refused = reasons.get(read.rows[0]?.line ?? 0) ?? []
    if (refused.length > 0) yield { rows: read.rows, refused }
  }
}

/** All lines of the report in the import's order, followed by the lines of corrected rows. */
export async function* readReport(path: string): AsyncGenerator<ImportLine> {
  /** Maps each line of the file that was checked again to the number of its last check. */
  const lastCheck = new Map<number, number>()
  let unnamed: Set<string> | null = null
  let checks = 0
  for await (const text of readLines(reportPath(path))) {
    const read: ReportedLine = JSON.parse(text)
    if ('said' in read) continue
    checks += 1
    for (const line of read.replaced) lastCheck.set(line, checks)
    unnamed = new Set(read.unnamed)
  }
  let check = 0
  for await (const text of readLines(reportPath(path))) {
    const read: ReportedLine = JSON.parse(text)
    if ('said' in read) {
      const { kind, line, product } = read.said
      const isReplaced = kind === 'unused' ? unnamed?.has(product) === false : lastCheck.has(line)
      if (!isReplaced) yield read.said
      continue
    }
    check += 1
    for (const line of read.lines) if (lastCheck.get(line.line) === check) yield line
  }
}

async function* readLines(path: string, start = 0): AsyncGenerator<string> {
  const handle = await open(path)
  try {
    yield* handle.readLines({ start, autoClose: false })
  } finally {
    await handle.close()
  }
}
