import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A plain picture, not yet encoded. */
export const photo = () => sharp({ create: { width: 900, height: 600, channels: 3, background: '#c53f15' } })

/** Wraps bytes in a `File`, as an upload form sends it. */
export const toFile = (bytes: Uint8Array, name = 'me.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })

/** A photo with a location in its metadata, and with program code after its pixels. */
export async function pictureWithMetadata(): Promise<Buffer> {
  const photoWithExif = photo().withExif({
    IFD0: { ImageDescription: 'SECRET PLACE' },
    IFD3: { GPSLatitude: '43/1 39/1 0/1' },
  })
  return Buffer.concat([
    await photoWithExif.jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>'),
  ])
}

/** Files that the shop must refuse as pictures. */
export const invalidPictures: [what: string, make: () => Buffer | Promise<Buffer>][] = [
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
  ['GIF with HTML in it', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['nothing', () => Buffer.alloc(0)],
  ['a PNG of 60,000 by 60,000 in 100 bytes', () => pngClaimingSize(60_000, 60_000)],
  ['a JPEG that breaks off', async () => (await photo().jpeg().toBuffer()).subarray(0, 700)],
  [
    'a WebP that moves',
    async () => {
      const frames = ['#fff', '#000'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      )
      return sharp(await Promise.all(frames), { join: { animated: true } })
        .webp()
        .toBuffer()
    },
  ],
  ['TIFF', () => photo().resize(20).tiff().toBuffer()],
]

/** A PNG whose header claims these dimensions. */
function pngClaimingSize(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc(body))
    return Buffer.concat([head, body, check])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(100))
  return Buffer.concat([mark, chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
