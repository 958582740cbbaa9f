import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { mostZipPictures, mostZipUnpacked } from '#contract/import-limits.ts'
import { PictureError } from '#server/platform/pictures/fetch-picture.ts'
import type { Why } from './refusal.ts'
import { why } from './refusal.ts'

/**
 * The zip that contains the pictures of an import. Rows name a picture by its file name. Nothing is unpacked to the
 * disk.
 */
export interface PictureZip {
  count: number
  /**
   * Checks the size and the first bytes of the picture with this name. Returns why it cannot be used; null if it can.
   */
  problemOf(name: string): Promise<Why | null>
  /**
   * The bytes of the picture with this name. Throws `ZipPictureError`, a `PictureError`, if the picture cannot be used.
   */
  read(name: string): Promise<Buffer>
  /** The names of pictures that no call of `problemOf` or `read` has named so far. */
  unnamed(): string[]
  close(): void
}

/** Thrown if a picture of the zip cannot be used. `why` has the reason. */
export class ZipPictureError extends PictureError {
  readonly why: Why
  constructor(reason: Why) {
    super(reason.reason)
    this.why = reason
  }
}

export type ZipFault = 'broken' | 'locked' | 'large' | 'empty'
/** Thrown if the whole zip cannot be used. `fault` has the reason. */
export class ZipError extends Error {
  readonly fault: ZipFault
  constructor(fault: ZipFault) {
    super(`the zip is ${fault}`)
    this.fault = fault
  }
}

interface Packed {
  entry: Entry
  /** The file's name with its folders, as the owner sees it. */
  path: string
}

/** The maximum size of a picture in bytes, the same as for pictures that an import fetches. */
const mostBytes = 15 * 1024 * 1024
const signatureBytes = 16
/** Files and folders that operating systems add to a zip. The import ignores them. */
const added = /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i
const isEncrypted = 0x1
const isUtf8 = 0x800
const unicodePath = 0x7075

/** Whether the cell contains a file name, not an address. */
export const isFileName = (address: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)

/**
 * Opens a zip and reads its directory. Throws `ZipError` if the zip cannot be used. The caller must close the result.
 */
export async function openPictureZip(path: string): Promise<PictureZip> {
  const zip = await open(path)
  try {
    return new OpenZip(zip, await readDirectory(zip))
  } catch (error) {
    zip.close()
    throw error
  }
}

async function open(path: string): Promise<ZipFile> {
  try {
    // yauzl would refuse decoded names with “..”. They are harmless here, because nothing is written to the disk.
    return await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
  } catch {
    throw new ZipError('broken')
  }
}

async function readDirectory(zip: ZipFile): Promise<Packed[]> {
  if (zip.entryCount > mostZipPictures) throw new ZipError('large')
  const found: Packed[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      const path = plainPath(name)
      if (/[/\\]$/.test(name) || path === '' || added.test(path)) continue
      if (entry.generalPurposeBitFlag & isEncrypted) throw new ZipError('locked')
      unpacked += entry.uncompressedSize
      if (unpacked > mostZipUnpacked) throw new ZipError('large')
      found.push({ entry, path })
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken')
  }
  if (found.length === 0) throw new ZipError('empty')
  return found
}

/** The name of an entry. Old Windows programs write Chinese names in GBK, but do not mark them as GBK. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const own = extraFields.find(({ id }) => id === unicodePath)?.data
  // The name follows a version of one byte and a checksum of four bytes.
  if (own && own.length > 5) return own.subarray(5).toString('utf8')
  if (generalPurposeBitFlag & isUtf8) return fileNameRaw.toString('utf8')
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(fileNameRaw)
    } catch {
      // The name is not valid in this encoding, so the loop tries the next encoding.
    }
  }
  return fileNameRaw.toString('latin1')
}

/** A path with slashes as separators, without empty parts, “.” and “..”. */
const plainPath = (name: string) =>
  name
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

class OpenZip implements PictureZip {
  readonly count: number
  private readonly zip: ZipFile
  private readonly all: Packed[]
  private readonly byName = new Map<string, Packed[]>()
  private readonly named = new Set<Packed>()

  constructor(zip: ZipFile, all: Packed[]) {
    this.zip = zip
    this.all = all
    this.count = all.length
    for (const packed of all) {
      const name = baseOf(packed.path).toLowerCase()
      this.byName.set(name, [...(this.byName.get(name) ?? []), packed])
    }
  }

  /**
   * Finds a picture by its file name, with or without its folders. Ignores case, unless several names are equal except
   * for case.
   */
  private find(name: string): Packed | Why {
    const wanted = plainPath(name)
    const lower = wanted.toLowerCase()
    const endsWith = (path: string, end: string) => path === end || path.endsWith(`/${end}`)
    const alike = (this.byName.get(baseOf(lower)) ?? []).filter(({ path }) => endsWith(path.toLowerCase(), lower))
    for (const one of alike) this.named.add(one)
    const exact = alike.filter(({ path }) => path === wanted)
    const sameCase = alike.filter(({ path }) => endsWith(path, wanted))
    const fitting = [exact, sameCase, alike].find(({ length }) => length === 1)
    return fitting?.[0] ?? why(alike.length === 0 ? 'import.zip_missing' : 'import.zip_same', { name })
  }

  async problemOf(name: string): Promise<Why | null> {
    const found = this.find(name)
    if (!('entry' in found)) return found
    const mb = mostBytes / 1024 / 1024
    if (found.entry.uncompressedSize > mostBytes) return why('import.zip_big', { name, mb })
    const start = await this.bytesOf(found, signatureBytes).catch(() => null)
    return start && isPicture(start) ? null : why('import.zip_type', { name })
  }

  async read(name: string): Promise<Buffer> {
    const problem = await this.problemOf(name)
    if (problem) throw new ZipPictureError(problem)
    const found = this.find(name)
    const bytes = 'entry' in found ? await this.bytesOf(found, mostBytes).catch(() => null) : null
    return bytes ?? Promise.reject(new ZipPictureError(why('import.zip_type', { name })))
  }

  /**
   * The first `most` bytes of an entry, or all bytes of a smaller entry. Rejects if the entry is damaged, or larger
   * than the zip says.
   */
  private async bytesOf({ entry }: Packed, most: number): Promise<Buffer> {
    const stream: AsyncIterable<Buffer> = await this.zip.openReadStreamPromise(entry)
    const parts: Buffer[] = []
    let length = 0
    // Leaving the loop early ends the stream.
    for await (const part of stream) {
      parts.push(part)
      length += part.length
      if (length >= most) break
    }
    return Buffer.concat(parts).subarray(0, most)
  }

  unnamed(): string[] {
    return this.all.filter((packed) => !this.named.has(packed)).map(({ path }) => path)
  }

  close() {
    this.zip.close()
  }
}

/** The first bytes of a JPEG, PNG, GIF and TIFF. */
const signatures = ['ffd8ff', '89504e470d0a1a0a', '47494638', '49492a00', '4d4d002a']

/**
 * Whether a file begins with the signature of a picture format. The signature of a WebP or AVIF file comes after a
 * size field.
 */
function isPicture(start: Buffer): boolean {
  const hex = start.toString('hex')
  const words = start.toString('latin1')
  return signatures.some((mark) => hex.startsWith(mark)) || /^(?:RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/.test(words)
}
