import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string | Buffer
  data: Buffer
  /**
   * Flags of the zip format: 0x1 for encrypted content, 0x800 for a name in UTF-8. By default 0x800 if `name` is a
   * string, else no flags.
   */
  flags?: number
  /** A false uncompressed size to write into the zip, instead of the true one. */
  claimed?: number
}

/** Makes a zip with these files. `flags` and `claimed` can write false values into it, as an attacker would. */
export function makeZip(files: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, flags, claimed } of files) {
    const compressed = deflateRawSync(data)
    const path = Buffer.from(name as string)
    const localFields = Buffer.alloc(26)
    localFields.writeUInt16LE(20, 0)
    localFields.writeUInt16LE(flags ?? (typeof name === 'string' ? 0x800 : 0), 2)
    localFields.writeUInt16LE(8, 4)
    localFields.writeUInt32LE(crc32(data), 10)
    localFields.writeUInt32LE(compressed.length, 14)
    localFields.writeUInt32LE(claimed ?? data.length, 18)
    localFields.writeUInt16LE(path.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), localFields, path, compressed)
    const directoryFields = Buffer.alloc(14)
    directoryFields.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), localFields, directoryFields, path)
    offset += 4 + localFields.length + path.length + compressed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}
