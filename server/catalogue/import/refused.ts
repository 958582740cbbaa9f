import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { appendFile, open, rename, rm, stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Row } from './cells.ts'
import type { Seen } from './options.ts'
import type { Refusal } from './rows.ts'

/**
 * Each import has two files beside the imported file. One file has the products with refused rows. The other file has
 * the ids and SKUs of the accepted products. Each line is a JSON text. With these files, the shop need not read the
 * whole imported file again when staff correct or download rows.
 */

export type SaidRow = Omit<Row, 'cells'>
export type RefusedRow = Pick<Refusal, 'line' | 'code' | 'values'>
/**
 * A line of the file of refused rows: either the rows of a product, or the refusals of its rows. With `replaces`, these
 * refusals replace the refusals of earlier lines. Without `replaces`, they are added to the earlier refusals.
 */
type RefusedLine = { rows: SaidRow[] } | { product: number; refused: RefusedRow[]; replaces?: true }
type AcceptedLine = [id: string, line: number, skus: string[]]

const refusedPath = (path: string) => `${path}.refused`
const acceptedPath = (path: string) => `${path}.accepted`

/** Writes both files during a step. `keep` replaces the files of the previous step with the new files. */
export function writeRowFiles(path: string) {
  const mark = randomUUID()
  const refused = createLines(`${refusedPath(path)}.${mark}`)
  const accepted = createLines(`${acceptedPath(path)}.${mark}`)
  const places = new Map<number, number>()

  /** Writes the rows of a product, and returns their position in the file. */
  const placeOf = (rows: Row[]): number => {
    const first = rows[0]?.line ?? 0
    const known = places.get(first)
    if (known !== undefined) return known
    const place = refused.add({ rows: rows.map(({ cells: _, ...row }) => row) } satisfies RefusedLine)
    places.set(first, place)
    return place
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
    async keep() {
      await Promise.all([refused.end(), accepted.end()])
      await rename(refused.path, refusedPath(path))
      await rename(accepted.path, acceptedPath(path))
    },
    async drop() {
      await Promise.allSettled([refused.end(), accepted.end()])
      for (const file of [refused.path, accepted.path]) await rm(file, { force: true })
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
      const place = bytes
      bytes += Buffer.byteLength(text)
      out.write(text)
      return place
    },
    async end() {
      out.end()
      await finished(out)
    },
  }
}

/** The rows of the product at this place. */
export async function readPlace(path: string, place: number): Promise<SaidRow[]> {
  for await (const line of linesOf(refusedPath(path), place)) {
    const read: RefusedLine = JSON.parse(line)
    return 'rows' in read ? read.rows : []
  }
  return []
}

/** Reads the products of the file that are not refused. Omits products whose first line is in `without`. */
export async function readSeen(path: string, without: Set<number>): Promise<Seen> {
  const seen: Seen = { lines: new Map(), owners: new Map() }
  for await (const text of linesOf(acceptedPath(path))) {
    const [id, line, skus]: AcceptedLine = JSON.parse(text)
    if (without.has(line)) continue
    seen.lines.set(id, line)
    for (const sku of skus) seen.owners.set(sku, id)
  }
  return seen
}

/**
 * Appends the result of another dry run of a product to both files. The new refusals replace the product's earlier
 * refusals.
 */
export async function noteChecked(
  path: string,
  { product, refused, accepted }: { product: number; refused: RefusedRow[]; accepted: AcceptedLine[] },
): Promise<void> {
  const line: RefusedLine = { product, refused, replaces: true }
  await appendFile(refusedPath(path), `${JSON.stringify(line)}\n`)
  await appendFile(acceptedPath(path), accepted.map((one) => `${JSON.stringify(one)}\n`).join(''))
}

/** The products that have refused rows, with the reasons by line. */
export async function* readRefused(path: string): AsyncGenerator<{ rows: SaidRow[]; refused: RefusedRow[] }> {
  // Imports of earlier releases have no such file.
  if (!(await stat(refusedPath(path)).catch(() => null))) return
  const reasons = new Map<number, RefusedRow[]>()
  for await (const text of linesOf(refusedPath(path))) {
    const read: RefusedLine = JSON.parse(text)
    if ('rows' in read) continue
    const { product, refused, replaces } = read
    reasons.set(product, replaces ? refused : [...(reasons.get(product) ?? []), ...refused])
  }
  for await (const text of linesOf(refusedPath(path))) {
    const read: RefusedLine = JSON.parse(text)
    if (!('rows' in read)) continue
    const refused = reasons.get(read.rows[0]?.line ?? 0) ?? []
    if (refused.length > 0) yield { rows: read.rows, refused }
  }
}

async function* linesOf(path: string, start = 0): AsyncGenerator<string> {
  const handle = await open(path)
  try {
    yield* handle.readLines({ start, autoClose: false })
  } finally {
    await handle.close()
  }
}
