import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { maxUnpackedZipBytes, maxZipPictures } from '#contract/import-limits.ts'
import { PictureError } from '#server/platform/pictures/fetch-picture.ts'
import type { RefusalReason } from './refusal.ts'
import { refusalReason } from './refusal.ts'

/**
 * The zip that contains the pictures of an import. Rows name a picture by its file name. Nothing is unpacked to the
 * disk.
 */
export interface PictureZip {
  count: number
  /**
   * Checks the size and the first bytes of the picture with this name. Returns why it cannot be used; null if it can.
   */
  problemOf(name: string): Promise<RefusalReason | null>
  /**
   * The bytes of the picture with this name. Throws `ZipPictureError`, a `PictureError`, if the picture cannot be used.
   */
  read(name: string): Promise<Buffer>
  /** The names of pictures for which neither `problemOf` nor `read` has been called so far. */
  unnamed(): string[]
  close(): void
}

/** Thrown if a picture of the zip cannot be used. `why` has the reason. */
export class ZipPictureError extends PictureError {
  readonly why: RefusalReason
  constructor(reason: RefusalReason) {
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

interface ZipPicture {
  entry: Entry
  /** The file's name with its folders, as the owner sees it. */
  path: string
}

/** The maximum size of a picture in bytes, the same as for pictures that an import fetches. */
const maxPictureBytes = 15 * 1024 * 1024
const signatureBytes = 16
/** Files and folders that operating systems add to a zip. The import ignores them. */
const systemFiles = /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i
const encryptedFlag = 0x1
const utf8Flag = 0x800
const unicodePathField = 0x7075

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
    // If yauzl decoded the names, it would refuse names with “..”. Such names are harmless here, because the import
    // writes no file of the zip to the disk.
    return await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
  } catch {
    throw new ZipError('broken')
  }
}

async function readDirectory(zip: ZipFile): Promise<ZipPicture[]> {
  if (zip.entryCount > maxZipPictures) throw new ZipError('large')
  const found: ZipPicture[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      const path = plainPath(name)
      if (/[/\\]$/.test(name) || path === '' || systemFiles.test(path)) continue
      if (entry.generalPurposeBitFlag & encryptedFlag) throw new ZipError('locked')
      unpacked += entry.uncompressedSize
      if (unpacked > maxUnpackedZipBytes) throw new ZipError('large')
      found.push({ entry, path })
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken')
  }
  if (found.length === 0) throw new ZipError('empty')
  return found
}

/**
 * The name of an entry. Old Windows programs write Chinese names in GBK, but do not mark them as GBK. So a name without
 * a mark is read as UTF-8 or, if it is not valid UTF-8, as GB18030, which contains GBK.
 */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const unicodeName = extraFields.find(({ id }) => id === unicodePathField)?.data
  // In this field, the first five bytes are a version and a checksum. The name comes after them.
  if (unicodeName && unicodeName.length > 5) return unicodeName.subarray(5).toString('utf8')
  if (generalPurposeBitFlag & utf8Flag) return fileNameRaw.toString('utf8')
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(fileNameRaw)
    } catch {
      // The name is not valid in this encoding, so the loop tries the next encoding.
    }
  }
  return fileNameRaw.toString('latin1')
}

/** Converts a path to one with slashes as separators. Removes empty parts, “.” and “..”. */
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
  private readonly pictures: ZipPicture[]
  private readonly byName = new Map<string, ZipPicture[]>()
  private readonly namedPictures = new Set<ZipPicture>()

  constructor(zip: ZipFile, all: ZipPicture[]) {
    this.zip = zip
    this.pictures = all
    this.count = all.length
    for (const picture of all) {
      const name = baseOf(picture.path).toLowerCase()
      this.byName.set(name, [...(this.byName.get(name) ?? []), picture])
    }
  }

  /**
   * Finds a picture by its file name, with or without its folders. Ignores case if only one picture matches. If several
   * match, a picture with exactly this path comes first, then one whose path ends with the name in the same case.
   * Returns a reason if no picture matches, or several match equally well.
   */
  private find(name: string): ZipPicture | RefusalReason {
    const wantedPath = plainPath(name)
    const lower = wantedPath.toLowerCase()
    const endsWith = (path: string, end: string) => path === end || path.endsWith(`/${end}`)
    const candidates = (this.byName.get(baseOf(lower)) ?? []).filter(({ path }) => endsWith(path.toLowerCase(), lower))
    for (const one of candidates) this.namedPictures.add(one)
    const exact = candidates.filter(({ path }) => path === wantedPath)
    const sameCase = candidates.filter(({ path }) => endsWith(path, wantedPath))
    const match = [exact, sameCase, candidates].find(({ length }) => length === 1)
    return match?.[0] ?? refusalReason(candidates.length === 0 ? 'import.zip_missing' : 'import.zip_same', { name })
  }

  async problemOf(name: string): Promise<RefusalReason | null> {
    const found = this.find(name)
    if (!('entry' in found)) return found
    const mb = maxPictureBytes / 1024 / 1024
    if (found.entry.uncompressedSize > maxPictureBytes) return refusalReason('import.zip_big', { name, mb })
    const start = await this.readBytes(found, signatureBytes).catch(() => null)
    return start && isPicture(start) ? null : refusalReason('import.zip_type', { name })
  }

  async read(name: string): Promise<Buffer> {
    const problem = await this.problemOf(name)
    if (problem) throw new ZipPictureError(problem)
    const found = this.find(name)
    const bytes = 'entry' in found ? await this.readBytes(found, maxPictureBytes).catch(() => null) : null
    return bytes ?? Promise.reject(new ZipPictureError(refusalReason('import.zip_type', { name })))
  }

  /**
   * The first `maxBytes` bytes of an entry, or all bytes of a smaller entry. Rejects if the entry is damaged, or larger
   * than the zip says.
   */
  private async readBytes({ entry }: ZipPicture, maxBytes: number): Promise<Buffer> {
    const stream: AsyncIterable<Buffer> = await this.zip.openReadStreamPromise(entry)
    const parts: Buffer[] = []
    let length = 0
    // `break` also destroys the stream, so that the rest of the entry is not unpacked.
    for await (const part of stream) {
      parts.push(part)
      length += part.length
      if (length >= maxBytes) break
    }
    return Buffer.concat(parts).subarray(0, maxBytes)
  }

  unnamed(): string[] {
    return this.pictures.filter((picture) => !this.namedPictures.has(picture)).map(({ path }) => path)
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
  const latin = start.toString('latin1')
  return signatures.some((mark) => hex.startsWith(mark)) || /^(?:RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/.test(latin)
}
