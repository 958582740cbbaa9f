/*
 * QR codes of ISO/IEC 18004: bytes, error correction M (15 % may be lost), versions 1 to 10, which hold 213 bytes: more than
 * any address of a product needs.
 */

/** Per version: bytes of correction in each block, then the bytes of data of each block. */
const blocks: [correction: number, data: number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
]
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]
const levelM = 0

/** The squares of the code of a text, row by row, true where dark; without the quiet edge. Null where it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = 1 + blocks.findIndex(([, data]) => sum(data) >= bytes.length + (data === blocks[9]?.[1] ? 3 : 2))
  if (version === 0) return null
  const bits = inBits(interleave(dataOf(bytes, version), version))
  const candidates = masks.map((mask, index) => {
    const grid = drawFixed(version)
    fill(grid, bits, mask)
    drawFormat(grid, index)
    return grid.dark
  })
  return candidates.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

interface Grid {
  size: number
  dark: boolean[][]
  /** Where patterns stand that carry no data. */
  fixed: boolean[][]
}

function dataOf(bytes: Uint8Array, version: number): number[] {
  const capacity = sum(blocks[version - 1]?.[1] ?? [])
  const bits = [
    ...binary(4, 4),
    ...binary(bytes.length, version < 10 ? 8 : 16),
    ...[...bytes].flatMap((b) => binary(b, 8)),
  ]
  bits.push(...Array<number>(Math.min(4, capacity * 8 - bits.length)).fill(0))
  while (bits.length % 8 !== 0) bits.push(0)
  const data = Array.from({ length: bits.length / 8 }, (_, n) =>
    Number.parseInt(bits.slice(n * 8, n * 8 + 8).join(''), 2),
  )
  for (let n = 0; data.length < capacity; n++) data.push(n % 2 === 0 ? 0xec : 0x11)
  return data
}

/** The blocks of data and of their correction, each kind taken turn by turn. */
function interleave(data: number[], version: number): number[] {
  const [correction, sizes] = blocks[version - 1] ?? [0, []]
  const parts = sizes.map((size, n) => data.slice(sum(sizes.slice(0, n)), sum(sizes.slice(0, n)) + size))
  const checks = parts.map((part) => remainder(part, correction))
  return [...inTurn(parts), ...inTurn(checks)]
}

function inTurn(parts: number[][]): number[] {
  const longest = Math.max(...parts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => parts.flatMap((part) => part[n] ?? [])).flat()
}

const powers = Array<number>(255)
const logs = Array<number>(256)
for (let n = 0, value = 1; n < 255; n++) {
  powers[n] = value
  logs[value] = n
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}
const times = (a: number, b: number) => (a && b ? (powers[((logs[a] ?? 0) + (logs[b] ?? 0)) % 255] ?? 0) : 0)

/** Reed and Solomon's check bytes of a block. */
function remainder(data: number[], length: number): number[] {
  let divisor = [1]
  for (let n = 0; n < length; n++) {
    const root = powers[n] ?? 0
    divisor = [...divisor, 0].map((value, at) => value ^ times(divisor[at - 1] ?? 0, root))
  }
  const rest = [...data, ...Array<number>(length).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0
    for (const [n, factor] of divisor.entries()) rest[at + n] = (rest[at + n] ?? 0) ^ times(factor, lead)
  }
  return rest.slice(data.length)
}

function drawFixed(version: number): Grid {
  const size = version * 4 + 17
  const rows = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const grid: Grid = { size, dark: rows(), fixed: rows() }
  for (let n = 0; n < size; n++) {
    set(grid, 6, n, n % 2 === 0)
    set(grid, n, 6, n % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(grid, x, y, 4, [0, 1, 3])
  const centres = alignments[version - 1] ?? []
  const last = centres.at(-1)
  for (const x of centres)
    for (const y of centres) {
      const isCorner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
      if (!isCorner) drawRings(grid, x, y, 2, [0, 2])
    }
  drawFormat(grid, 0)
  if (version >= 7) drawVersion(grid, version)
  return grid
}

/** Squares around a centre, dark at these distances from it. */
function drawRings(grid: Grid, x: number, y: number, reach: number, dark: number[]) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const isInside = x + dx >= 0 && y + dy >= 0 && x + dx < grid.size && y + dy < grid.size
      if (isInside) set(grid, x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))))
    }
}

/** Level and mask with their own correction, twice. */
function drawFormat(grid: Grid, mask: number) {
  const data = (levelM << 3) | mask
  const bits = ((data << 10) | divide(data << 10, 0x537, 10)) ^ 0x5412
  const { size } = grid
  for (let n = 0; n < 15; n++) {
    const isDark = ((bits >>> n) & 1) === 1
    if (n < 8) set(grid, size - 1 - n, 8, isDark)
    else set(grid, 8, size - 15 + n, isDark)
    if (n < 6) set(grid, 8, n, isDark)
    else if (n < 8) set(grid, 8, n + 1, isDark)
    else if (n === 8) set(grid, 7, 8, isDark)
    else set(grid, 14 - n, 8, isDark)
  }
  set(grid, 8, size - 8, true)
}

function drawVersion(grid: Grid, version: number) {
  const bits = (version << 12) | divide(version << 12, 0x1f25, 12)
  for (let n = 0; n < 18; n++) {
    const isDark = ((bits >>> n) & 1) === 1
    const along = Math.floor(n / 3)
    const across = grid.size - 11 + (n % 3)
    set(grid, along, across, isDark)
    set(grid, across, along, isDark)
  }
}

/** What remains of a binary number divided by a polynomial of this degree. */
function divide(value: number, polynomial: number, degree: number): number {
  let rest = value
  for (let bit = 31 - Math.clz32(rest); rest >>> degree; bit = 31 - Math.clz32(rest))
    rest ^= polynomial << (bit - degree)
  return rest
}

function set({ dark, fixed }: Grid, x: number, y: number, isDark: boolean) {
  const [row, kept] = [dark[y], fixed[y]]
  if (!row || !kept) return
  row[x] = isDark
  kept[x] = true
}

/** Writes the bits in pairs of columns from the right, up and down in turn, turned over where the mask says. */
function fill({ size, dark, fixed }: Grid, bits: number[], mask: (typeof masks)[number]) {
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpwards = ((right + 1) & 2) === 0
    for (let n = 0; n < size; n++) {
      const y = isUpwards ? size - 1 - n : n
      for (const x of [right, right - 1]) {
        const row = dark[y]
        if (!row || fixed[y]?.[x]) continue
        row[x] = (bits[at++] === 1) !== mask(x, y)
      }
    }
  }
}

const masks = [
  (x: number, y: number) => (x + y) % 2 === 0,
  (_: number, y: number) => y % 2 === 0,
  (x: number) => x % 3 === 0,
  (x: number, y: number) => (x + y) % 3 === 0,
  (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** How hard a code is to read: long runs, blocks, look-alikes of the corners, too much of one colour. */
function penalty(dark: boolean[][]): number {
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x] ?? false))]
  const texts = lines.map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''))
  const runs = sum(texts.flatMap((text) => text.match(/1{5,}|0{5,}/g) ?? []).map(({ length }) => length - 2))
  const corners = sum(texts.map((text) => text.match(/(?=10111010000|00001011101)/g)?.length ?? 0)) * 40
  let squares = 0
  for (const [y, row] of dark.entries())
    for (const [x, isDark] of row.entries()) {
      const below = dark[y + 1]
      if (below && x + 1 < row.length && [row[x + 1], below[x], below[x + 1]].every((other) => other === isDark))
        squares += 3
    }
  const share = sum(dark.map((row) => row.filter(Boolean).length)) / dark.length ** 2
  return runs + corners + squares + Math.floor(Math.abs(share * 100 - 50) / 5) * 10
}

const binary = (value: number, length: number) => Array.from({ length }, (_, n) => (value >>> (length - 1 - n)) & 1)
const inBits = (bytes: number[]) => bytes.flatMap((byte) => binary(byte, 8))
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
