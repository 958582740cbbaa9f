import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Extract } from 'tar-stream'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { syncFolder } from '#server/platform/database/sync-folder.ts'
import { nodeFields } from '#server/platform/node-errors.ts'
import { isMediaPath } from './media.ts'
import { BackupError, partOf } from './problem.ts'

// An archive is a tar file, compressed with zstd. Its entries, in this order:
//   header.json               description of the archive
//   tables/NAME/000001.copy   the rows of a table, in PostgreSQL's COPY text format, cut into pieces
//   media/…                   the pictures
//   manifest.json             counts and SHA-256 of all entries before it
// The file ends with a zstd frame that tools skip. The frame contains the SHA-256 of all bytes before it. A restore
// verifies this checksum first, so it refuses a damaged file before it changes anything.

const formatNumber = 1
/** Size of one piece of a table in bytes. A tar entry starts with its size, so a whole piece must fit into memory. */
const pieceBytes = 2 * 1024 * 1024

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
const header = z.object({
  format: z.literal(formatNumber),
  /** Release of the shop that created the archive. */
  release: z.string(),
  /** Tag of the last migration in the shop's database. */
  migration: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  tables: z.array(table),
})
const checksum = z.object({ sha256: z.string() })
const manifest = z.object({
  tables: z.array(checksum.extend({ name: z.string(), rows: z.int().min(0) })),
  /** `sha256` is the checksum of a list in the format of `sha256sum`, with one line per file. */
  media: checksum.extend({ files: z.int().min(0) }),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  /** Names of the shop's keys and secrets, which the archive does not contain. */
  leftOut: z.array(z.string()),
})

/** An entry of an archive. The library's types do not say that an entry yields buffers. */
interface Entry extends AsyncIterable<Buffer> {
  header: { name: string; type: string }
}
export type Table = z.output<typeof table>
export type Header = z.output<typeof header>
export type Manifest = z.output<typeof manifest>

const headerName = 'header.json'
const manifestName = 'manifest.json'
const mediaPrefix = 'media/'
const pieceName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.copy`

/** An archive in progress. It is named `FILE.part` until it is complete. */
export interface ArchiveWriter {
  header(header: Omit<Header, 'format'>): Promise<void>
  table(name: string, text: AsyncIterable<Buffer>): Promise<void>
  file(path: string, content: Readable, size: number): Promise<void>
  /** Writes the manifest and renames the archive to its final name. Returns its size in bytes. */
  finish(extra: Pick<Manifest, 'sequences' | 'leftOut'>, rows: Map<string, number>): Promise<number>
  /** Deletes the partial archive. */
  discard(): Promise<void>
}

/** Starts an archive that only its owner can read. Refuses to overwrite a file. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  await refuseExisting(file)
  const part = partOf(file)
  // Removes the partial archive of a killed backup. If another backup is still writing to this partial archive, that
  // backup fails at its end, because `isOwnFile` no longer finds the archive that it opened.
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError('backup_twice', { file }) : error
  })
  const { ino } = await handle.stat()
  const isOwnFile = () =>
    stat(part).then(
      (found) => found.ino === ino,
      () => false,
    )
  const tar = pack()
  const written = pipeline(tar, createZstdCompress(), appendSeal, handle.createWriteStream({ flush: true }))
  // If the pipeline fails, the current or the next step reports the failure. Without this handler, a failure between
  // two steps would end the process.
  written.catch(() => {})
  /**
   * Runs a step. If a fault such as a full disk closes the stream, the step fails with an error of the stream. In this
   * case, throws the original fault instead.
   */
  const runStep = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      tar.destroy()
      const cause = await written.catch((cause: NodeJS.ErrnoException) => cause)
      throw cause && cause.code !== 'ERR_STREAM_PREMATURE_CLOSE' ? cause : error
    }
  }
  const add = (name: string, content: Buffer) =>
    runStep(() => pipeline([content], tar.entry({ name, size: content.length, mode: 0o600 })))
  const addJson = (name: string, value: unknown) => add(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
  const tables: Omit<Manifest['tables'][number], 'rows'>[] = []
  const media = mediaSum()

  return {
    header: (facts) => addJson(headerName, { format: formatNumber, ...facts }),
    async table(name, text) {
      const hash = createHash('sha256')
      let number = 0
      for await (const piece of piecesOf(text)) {
        hash.update(piece)
        await add(pieceName(name, ++number), piece)
      }
      tables.push({ name, sha256: hash.digest('hex') })
    },
    async file(path, content, size) {
      const hash = createHash('sha256')
      const name = mediaPrefix + path
      await runStep(() => pipeline(content, hashing(hash), tar.entry({ name, size, mode: 0o600 })))
      media.add(path, hash)
    },
    async finish(extra, rows) {
      await addJson(manifestName, {
        tables: tables.map((table) => ({ ...table, rows: rows.get(table.name) ?? 0 })),
        media: media.total(),
        ...extra,
      } satisfies Manifest)
      tar.finalize()
      await written
      await refuseExisting(file)
      if (!(await isOwnFile())) throw new BackupError('backup_twice', { file })
      await rename(part, file)
      await syncFolder(dirname(file))
      return (await stat(file)).size
    },
    async discard() {
      tar.destroy()
      await written.catch(() => {})
      await handle.close().catch(() => {})
      if (await isOwnFile()) await rm(part, { force: true })
    },
  }
}

/** A skippable frame of zstd: its magic number and the size of its content. */
const sealHead = Buffer.from('502a4d1820000000', 'hex')
const sealBytes = sealHead.length + 32

async function* appendSeal(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([sealHead, hash.digest()])
}

/**
 * Checks the last frame of the file, which contains the SHA-256 of all bytes before it. Returns the number of these
 * bytes. Refuses a file that is not an archive, or is truncated or damaged.
 */
async function checkSeal(file: string): Promise<number> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const start = await readAt(handle, 0, zstdMagic.length)
    if (!start.equals(zstdMagic)) throw new BackupError('backup_not_an_archive', { file })
    const sealedBytes = size - sealBytes
    const seal = sealedBytes > 0 ? await readAt(handle, sealedBytes, sealBytes) : Buffer.alloc(0)
    const hash = createHash('sha256')
    if (seal.indexOf(sealHead) === 0) {
      await pipeline(handle.createReadStream({ start: 0, end: sealedBytes - 1, autoClose: false }), hash)
    }
    if (!seal.equals(Buffer.concat([sealHead, hash.digest()]))) throw new BackupError('backup_damaged', { file })
    return sealedBytes
  } finally {
    await handle.close()
  }
}
const zstdMagic = Buffer.from('28b52ffd', 'hex')

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
  return buffer.subarray(0, bytesRead)
}

async function refuseExisting(file: string) {
  const found = await stat(file).catch(() => null)
  if (found) throw new BackupError('backup_file_exists', { file })
}

async function* piecesOf(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const part of text) {
    parts.push(part)
    bytes += part.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(parts)
}

const hashing = (hash: Hash) =>
  async function* (content: AsyncIterable<Buffer>) {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }

/**
 * Computes one checksum over the checksums of all media files. Does not keep the checksum of each file, because those
 * of millions of files would not fit into memory.
 */
function mediaSum() {
  const hash = createHash('sha256')
  let files = 0
  return {
    add(path: string, content: Hash) {
      hash.update(`${content.digest('hex')}  ${path}\n`)
      files++
    },
    total: () => ({ files, sha256: hash.digest('hex') }),
  }
}

/**
 * Handlers for the parts of an archive, called in the archive's order. The handlers must read `text` and `content` to
 * the end.
 */
export interface ArchiveVisitor {
  table?(table: Table, text: AsyncIterable<Buffer>): Promise<void>
  file?(path: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Called after all counts and checksums were verified. */
  manifest?(manifest: Manifest): Promise<void>
}

/**
 * Reads the header of an archive. Refuses a file that is not an archive, has a newer format, or is truncated or
 * damaged.
 */
export async function readHeader(file: string): Promise<Header> {
  const { entries, close } = openEntries(file, await checkSeal(file))
  try {
    return await parseHeader((await entries.next()).value, file)
  } catch (error) {
    throw explainReading(error, file)
  } finally {
    close()
  }
}

/**
 * Reads an archive from beginning to end. Refuses the same files as `readHeader`, and also an archive whose parts are
 * in the wrong order, whose checksums do not match, or whose pictures have invalid paths.
 */
export async function readArchive(file: string, visitor: ArchiveVisitor): Promise<void> {
  const { entries, close } = openEntries(file, await checkSeal(file))
  try {
    await readEntries(entries, visitor, file)
  } catch (error) {
    throw explainReading(error, file)
  } finally {
    close()
  }
}

function openEntries(file: string, bytes: number) {
  const tar = extract()
  const source = createReadStream(file, { end: bytes - 1 })
  // `tar` is not part of the pipeline, because the library's stream does not tell Node's pipeline why it was closed.
  // `feed` writes to `tar` instead.
  pipeline(source, createZstdDecompress(), (plain: AsyncIterable<Buffer>) => feed(tar, plain)).catch((error: Error) =>
    tar.destroy(error),
  )
  return {
    // The cast is safe, because `tar` is an extract stream, which yields entries.
    entries: tar[Symbol.asyncIterator]() as AsyncIterator<Entry | undefined>,
    close() {
      tar.destroy()
      source.destroy()
    },
  }
}

async function feed(tar: Extract, plain: AsyncIterable<Buffer>) {
  let resume = () => {}
  for (const event of ['drain', 'close'] as const) tar.on(event, () => resume())
  for await (const chunk of plain) {
    if (tar.destroying) return
    if (tar.write(chunk)) continue
    await new Promise<void>((resolve) => {
      resume = resolve
    })
  }
  tar.end(null)
}

async function readEntries(entries: AsyncIterator<Entry | undefined>, visitor: ArchiveVisitor, file: string) {
  const damaged = () => new BackupError('backup_damaged', { file })
  let entry: Entry | undefined
  const advance = async () => {
    const { value, done } = await entries.next()
    entry = done ? undefined : value
  }
  await advance()
  const facts = await parseHeader(entry, file)
  await advance()

  const tables: { name: string; sha256: string }[] = []
  for (const table of facts.tables) {
    const hash = createHash('sha256')
    const text = (async function* () {
      for (let number = 1; entry?.header.name === pieceName(table.name, number); number++) {
        yield* hashing(hash)(entry)
        await advance()
      }
    })()
    await (visitor.table ? visitor.table(table, text) : drain(text))
    tables.push({ name: table.name, sha256: hash.digest('hex') })
  }

  const media = mediaSum()
  while (entry?.header.name.startsWith(mediaPrefix)) {
    const path = entry.header.name.slice(mediaPrefix.length)
    // This check also prevents a forged archive from writing outside the folder.
    if (!isMediaPath(path) || entry.header.type !== 'file') throw damaged()
    const hash = createHash('sha256')
    const content = hashing(hash)(entry)
    await (visitor.file ? visitor.file(path, content) : drain(content))
    media.add(path, hash)
    await advance()
  }

  if (entry?.header.name !== manifestName) throw damaged()
  const parsedManifest = manifest.safeParse(await json(entry))
  if (!parsedManifest.success) throw damaged()
  const expectedTables = parsedManifest.data.tables.map(({ name, sha256 }) => ({ name, sha256 }))
  const isEqual = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second)
  if (!isEqual(expectedTables, tables)) throw damaged()
  const { files, sha256 } = parsedManifest.data.media
  if (!isEqual({ files, sha256 }, media.total())) throw damaged()
  await advance()
  if (entry) throw damaged()
  await visitor.manifest?.(parsedManifest.data)
}

async function parseHeader(entry: Entry | undefined, file: string): Promise<Header> {
  if (entry?.header.name !== headerName) throw new BackupError('backup_not_an_archive', { file })
  const content = await json(entry)
  const read = header.safeParse(content)
  if (read.success) return read.data
  const { format, release } = z.object({ format: z.int(), release: z.string() }).safeParse(content).data ?? {}
  if (format && format > formatNumber) throw new BackupError('backup_newer', { file, release: release ?? '?' })
  throw new BackupError('backup_not_an_archive', { file })
}

/** Reads content to its end and discards it. */
export async function drain(content: AsyncIterable<Buffer>) {
  for await (const _ of content) {
  }
}

function explainReading(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = nodeFields(error)
  if (code === 'ZSTD_error_prefix_unknown') return new BackupError('backup_not_an_archive', { file }, { cause: error })
  const isDamage =
    code.startsWith('ZSTD_') ||
    /^(Z_|ERR_STREAM_PREMATURE)/.test(code) ||
    /tar header|Unexpected end/.test(error.message)
  return isDamage || error instanceof SyntaxError
    ? new BackupError('backup_damaged', { file }, { cause: error })
    : error
}
