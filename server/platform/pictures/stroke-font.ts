/**
 * Capitals, digits and a hyphen as strokes on a grid 4 wide and 6 high. Each pair of digits is a point: the column from
 * the left, then the row from the top. A `|` starts a new stroke. The strokes need no font, so a drawing looks the same
 * on every machine.
 */
const strokes: Record<string, string> = {
  A: '06 20 46|14 34',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26|10 30|16 36',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  '0': '10 30 41 45 36 16 05 01 10|14 32',
  '1': '11 20 26|16 36',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 13|33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 03 33 44 45 36 06',
  '6': '40 20 03 05 16 36 45 44 33 03',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '06 26 43 41 30 10 01 02 13 43',
  '-': '13 33',
}
const advance = 6

/** Draws a text of this height. Returns its SVG path and its width. Characters without strokes leave a gap. */
export function strokesOf(text: string, size: number): { path: string; width: number } {
  const unit = size / 6
  const characters = [...text.toUpperCase()]
  const path = characters.flatMap((character, index) =>
    (strokes[character] ?? '')
      .split('|')
      .filter(Boolean)
      .map((stroke) => {
        const points = stroke.split(' ').map(([x, y]) => {
          return `${((index * advance + Number(x)) * unit).toFixed(1)} ${(Number(y) * unit).toFixed(1)}`
        })
        return `M${points.join('L')}`
      }),
  )
  return { path: path.join(''), width: characters.length * advance * unit }
}
