type Motif = (accent: string, ink: string, paper: string) => string

const turned = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `<g transform="rotate(${(360 / count) * at})">${part(at)}</g>`).join('')

const scattered = (spots: [x: number, y: number, turn: number][], part: string) =>
  spots.map(([x, y, turn]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${part}</g>`).join('')

const bumps: [number, number, number][] = [
  [-58, 2, 0],
  [-34, -8, 0],
  [-10, 0, 0],
  [-70, 28, 0],
  [-46, 22, 0],
  [-22, 24, 0],
  [-58, 52, 0],
  [-34, 48, 0],
  [-12, 52, 0],
  [-38, 70, 0],
]

const five: [number, number, number][] = [
  [-48, -30, 20],
  [44, -38, -25],
  [0, 8, 70],
  [-52, 52, -40],
  [54, 46, 15],
]

const leaf = (color: string) => `<path d="M0 60C-34 20-30-30 0-70 30-30 34 20 0 60Z" fill="${color}"/>`

/** Drawings for labels, each inside a square from -100 to 100. */
export const motifs = {
  citrus: (accent, _ink, paper) =>
    `<circle r="86" fill="${accent}"/><circle r="76" fill="${paper}"/>${turned(9, () => `<path d="M0-10L20-66A70 70 0 0 0-20-66Z" fill="${accent}"/>`)}`,
  beans: (accent, _ink, paper) =>
    scattered(
      five,
      `<ellipse rx="40" ry="27" fill="${accent}"/><path d="M-12-14q12 14 24 0" stroke="${paper}" stroke-width="5" fill="none"/>`,
    ),
  chilli: (accent, ink) =>
    scattered(
      [
        [-30, 0, -18],
        [34, 4, 20],
      ],
      `<path d="M-14-54C40-50 34 40-6 88-2 30-34 0-14-54Z" fill="${accent}"/><path d="M-2-54q4-26 24-32" stroke="${ink}" stroke-width="10" fill="none"/>`,
    ),
  rabbit: (accent, ink, paper) =>
    `<circle r="92" fill="${accent}"/><g fill="${paper}"><ellipse cx="-20" cy="-42" rx="13" ry="42" transform="rotate(-8)"/><ellipse cx="22" cy="-42" rx="13" ry="42" transform="rotate(14)"/><circle cy="4" r="34"/><ellipse cy="54" rx="46" ry="36"/></g><g fill="${ink}"><circle cx="-12" cy="0" r="5"/><circle cx="12" cy="0" r="5"/></g>`,
  rice: (accent) =>
    `<path d="M-20 92C-6 30 0-20 30-84" stroke="${accent}" stroke-width="6" fill="none"/>${scattered(
      [
        [-18, 40, -50],
        [14, 44, 50],
        [-8, 6, -48],
        [26, 10, 52],
        [2, -26, -44],
        [36, -22, 54],
        [30, -66, 12],
      ],
      `<ellipse rx="13" ry="27" fill="${accent}"/>`,
    )}`,
  dumpling: (accent, ink, paper) =>
    `<path d="M-90 34C-80-40 80-40 90 34 40 58-40 58-90 34Z" fill="${accent}"/><path d="M-74 8q16-30 26-4 12-34 24-6 12-34 24-4 12-30 24 4 12-24 24 12" stroke="${paper}" stroke-width="7" fill="none"/>${scattered(
      [
        [-40, -64, 0],
        [0, -74, 0],
        [40, -64, 0],
      ],
      `<path d="M0 14q-10-14 0-26t0-22" stroke="${ink}" stroke-width="6" fill="none"/>`,
    )}`,
  chrysanthemum: (accent, ink) =>
    `${turned(18, () => `<ellipse cy="-56" rx="13" ry="38" fill="${accent}"/>`)}<circle r="26" fill="${ink}"/>`,
  mountain: (accent, ink, paper) =>
    `<circle cx="44" cy="-48" r="28" fill="${accent}"/><path d="M-100 70L-34-50 6 12 34-24 100 70Z" fill="${ink}"/><path d="M-34-50L-52-16-34-24-20-12-18-26Z" fill="${paper}"/><path d="M-100 88q50-22 100 0t100 0" stroke="${accent}" stroke-width="8" fill="none"/>`,
  plum: (accent, ink) =>
    `${turned(5, () => `<circle cy="-44" r="40" fill="${accent}"/>`)}<circle r="14" fill="${ink}"/>${turned(10, () => `<path d="M0-14V-40" stroke="${ink}" stroke-width="4"/>`)}`,
  popcorn: (accent, ink, paper) =>
    `<path d="M-60-10H60L42 92H-42Z" fill="${paper}" stroke="${ink}" stroke-width="6"/><path d="M-34-10l8 102M0-10V92M34-10l-8 102" stroke="${ink}" stroke-width="10"/>${scattered(
      [
        [-44, -30, 0],
        [-10, -50, 40],
        [32, -42, 80],
        [8, -22, 20],
        [50, -18, 10],
      ],
      `<path d="M0-26c26-12 40 20 22 26 14 22-22 34-24 14-26 12-40-20-18-26-8-20 10-30 20-14Z" fill="${accent}"/>`,
    )}`,
  honey: (accent, ink) =>
    scattered(
      [
        [0, -52, 0],
        [-45, 26, 0],
        [45, 26, 0],
      ],
      `<path d="M0-48L42-24V24L0 48-42 24V-24Z" fill="${accent}" stroke="${ink}" stroke-width="6"/>`,
    ),
  pretzel: (accent) =>
    `<path d="M-20 84C60 30 80-40 44-64 10-84-20-30 0 10 30 50 70 60 84 84M20 84C-60 30-80-40-44-64-10-84 20-30 0 10-30 50-70 60-84 84" stroke="${accent}" stroke-width="20" fill="none" stroke-linecap="round"/>`,
  wave: (accent, ink) =>
    [-50, -10, 30, 70]
      .map(
        (y, at) =>
          `<path d="M-100 ${y}q25-36 50 0t50 0 50 0 50 0" stroke="${at % 2 ? ink : accent}" stroke-width="13" fill="none"/>`,
      )
      .join(''),
  lychee: (accent, ink) =>
    `<circle cx="-30" cy="26" r="60" fill="${accent}"/>${scattered(bumps, '<circle r="7" fill="#fff" fill-opacity=".32"/>')}<circle cx="46" cy="36" r="50" fill="#fffaf6" stroke="${accent}" stroke-width="6"/><path d="M8 4A50 50 0 0 0 82 72Q34 60 8 4Z" fill="${accent}"/><path d="M-30-34Q0-80 42-14M0-62l30-24" stroke="${ink}" stroke-width="8" fill="none"/><g transform="translate(44 -74) rotate(70) scale(.5)">${leaf(ink)}</g>`,
  sesame: (accent) => scattered(five, `<path d="M0-34C22-10 22 26 0 32-22 26-22-10 0-34Z" fill="${accent}"/>`),
  tea: (accent, ink) =>
    `${leaf(accent)}<g transform="rotate(48) translate(10 6) scale(.86)">${leaf(accent)}</g><g transform="rotate(-48) translate(-10 6) scale(.86)">${leaf(accent)}</g><path d="M0 96V-20M0 60L40 20M0 60L-40 20" stroke="${ink}" stroke-width="5" fill="none"/>`,
  shrimp: (accent, ink) =>
    `<path d="M70-50C10-90-80-50-70 20-60 70 0 92 46 70 0 60-24 40-20 10-14-20 20-30 66-24Z" fill="${accent}"/><path d="M-50-32l36 30M-68 6l46 8M-54 48l36-20M-16 74l8-30" stroke="#fff" stroke-width="6"/><circle cx="42" cy="-44" r="6" fill="${ink}"/><path d="M70-44q24-20 20-50M70-38q30 0 28-30" stroke="${accent}" stroke-width="5" fill="none"/><path d="M46 70l40-14-14 28 20 14-46-8Z" fill="${accent}"/>`,
  lobster: (accent, ink) =>
    `<g fill="${accent}"><path d="M-20-40C-20-80 20-80 20-40V50q-20 24-40 0Z"/><path d="M-22 56q-30 12-34 40 24 0 36-16 8 20 20 20t20-20q12 16 36 16-4-28-34-40Z"/><path d="M-24-30C-70-30-66-60-60-70-100-60-96-110-60-100-40-96-40-70-50-64-52-50-44-44-20-44Z"/><path d="M24-30C70-30 66-60 60-70 100-60 96-110 60-100 40-96 40-70 50-64 52-50 44-44 20-44Z"/></g><path d="M-20-6h40M-20 16h40M-20 38h40" stroke="#fff" stroke-width="5"/><path d="M-20-6l-40-6M-20 14l-42 6M-20 32l-36 16M20-6l40-6M20 14l42 6M20 32l36 16" stroke="${accent}" stroke-width="7"/><circle cx="-9" cy="-56" r="5" fill="${ink}"/><circle cx="9" cy="-56" r="5" fill="${ink}"/>`,
  swirl: (accent, _ink, paper) =>
    `${turned(14, () => `<circle cy="-82" r="16" fill="${paper}"/>`)}<circle r="84" fill="${paper}"/><path d="M0 0C20-10 26 24 0 26-40 24-40-34 4-40 60-42 66 40 0 52" stroke="${accent}" stroke-width="17" fill="none" stroke-linecap="round"/>`,
  lantern: (accent, ink) =>
    `<path d="M0-96V-62M-34-62H34M-34 58H34M0 58V96" stroke="${ink}" stroke-width="9"/><ellipse rx="74" ry="58" fill="${accent}"/><path d="M0-58C-36-30-36 30 0 58M0-58C36-30 36 30 0 58M-74 0H74" stroke="${ink}" stroke-width="4" fill="none"/>`,
  moon: (accent, ink) =>
    `<circle r="82" fill="${accent}"/><path d="M-60 40q30-24 60 0t60 0M-40 64q24-18 48 0" stroke="${ink}" stroke-width="8" fill="none"/>`,
  bun: (accent, _ink, paper) =>
    scattered(
      [
        [-40, 20, 0],
        [44, 24, 0],
        [0, -34, 0],
      ],
      `<circle r="44" fill="${accent}"/><circle r="20" fill="${paper}"/>`,
    ),
  bar: (accent, ink, paper) =>
    scattered(
      [
        [-42, 0, -8],
        [42, 0, 8],
      ],
      `<path d="M-30 46V-50q30-40 60 0V46Z" fill="${accent}"/><path d="M-8 46h16v46h-16Z" fill="${paper}" stroke="${ink}" stroke-width="4"/><circle cx="-8" cy="-20" r="7" fill="${ink}"/><circle cx="12" cy="10" r="7" fill="${ink}"/>`,
    ),
  nut: (accent, ink) =>
    scattered(
      [
        [-34, 14, -30],
        [36, 18, 24],
        [0, -44, 80],
      ],
      `<path d="M0-54C40-54 34-10 26 0 40 30 24 60 0 60S-40 30-26 0C-34-10-40-54 0-54Z" fill="${accent}"/><path d="M-16-24h32M-18 24h36M0-44V44" stroke="${ink}" stroke-width="3"/>`,
    ),
  chestnut: (accent, ink) =>
    `<path d="M0-80C20-50 86-40 82 20 80 60-80 60-82 20-86-40-20-50 0-80Z" fill="${accent}"/><path d="M-80 30q80 40 160 0" stroke="${ink}" stroke-width="8" fill="none"/>`,
  almond: (accent, ink) =>
    `<circle r="84" fill="${accent}"/>${turned(12, () => `<circle cy="-70" r="9" fill="${ink}"/>`)}<path d="M0-44C34-10 30 30 0 42-30 30-34-10 0-44Z" fill="${ink}"/>`,
  pancake: (accent, ink) =>
    `<path d="M0 0C20-10 30 20 4 30-40 34-46-34 4-44 70-50 78 60 0 72-90 76-100-60 4-84" stroke="${accent}" stroke-width="18" fill="none"/>${scattered(five, `<path d="M-10 0h20" stroke="${ink}" stroke-width="9"/>`)}`,
  fu: (accent, ink) =>
    `<circle r="96" fill="none" stroke="${accent}" stroke-width="5"/><circle r="86" fill="none" stroke="${accent}" stroke-width="2"/><text y="46" font-family="Noto Serif CJK SC" font-weight="bold" font-size="128" text-anchor="middle" fill="${ink}">福</text>`,
} satisfies Record<string, Motif>
