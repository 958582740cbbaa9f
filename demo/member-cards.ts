import type { Recipe } from './pictures.ts'

const recipeWord = 'member-card'
/**
 * The version of the drawing, which is part of each recipe. Raise it when the drawing changes, so that shops draw their
 * cards again.
 */
const version = 1

const jade = '#2F6F57'
const persimmon = '#C23F16'
const gold = '#E9B949'
const paper = '#FBF7F0'

/** Maps each card to the colours of its face, its edge, its drawing and the wall behind it. */
const cards = {
  red: { face: ['#D2501F', '#A5300F'], edge: '#7E220A', line: gold, lantern: gold, ribs: '#B98724', wall: '#F8E6D6' },
  gold: {
    face: ['#F3D58A', '#D9A53B'],
    edge: '#A87718',
    line: '#8A5A0C',
    lantern: persimmon,
    ribs: '#8E2A0C',
    wall: '#F6E3DF',
  },
} as const
type Card = keyof typeof cards

/** The recipe of a picture of a membership card. */
export const memberCardOf = (card: Card): Recipe => `${recipeWord} ${card} ${version}`

/**
 * Returns a list with the drawing of the membership card that the recipe names, as SVG. The list is empty if the recipe
 * is of another kind. Throws for an unknown card.
 */
export function readMemberCard(recipe: Recipe): string[] {
  const [word, card = ''] = recipe.split(' ')
  if (word !== recipeWord) return []
  if (card !== 'red' && card !== 'gold') throw new Error(`no such card: ${recipe}`)
  return [drawCard(cards[card])]
}

function drawCard({ face, edge, line, lantern, ribs, wall }: (typeof cards)[Card]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
<defs><linearGradient id="face" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${face[0]}"/>
<stop offset="1" stop-color="${face[1]}"/></linearGradient>
<clipPath id="card"><rect x="80" y="212" width="640" height="404" rx="34"/></clipPath></defs>
<rect width="800" height="800" fill="${wall}"/>
<circle cx="400" cy="400" r="330" fill="${paper}" opacity=".55"/>
<ellipse cx="410" cy="672" rx="300" ry="24" fill="#6B4A24" opacity=".16"/>
<g transform="rotate(-7 400 414)">
<rect x="84" y="222" width="640" height="404" rx="34" fill="${edge}"/>
<rect x="80" y="212" width="640" height="404" rx="34" fill="url(#face)"/>
<g clip-path="url(#card)" fill="none" stroke="${line}" stroke-width="5" opacity=".4">
${[0, 1, 2, 3, 4, 5, 6].map((at) => wave(80 + at * 106, 616)).join('')}
${[0, 1, 2, 3, 4, 5].map((at) => wave(133 + at * 106, 568)).join('')}
</g>
<rect x="104" y="236" width="592" height="356" rx="20" fill="none" stroke="${line}" stroke-width="4" opacity=".75"/>
${lanternAt({ x: 538, y: 404, size: 1 }, { lantern, ribs, line })}
<g fill="${line}"><rect x="146" y="288" width="190" height="22" rx="11"/>
<rect x="146" y="330" width="126" height="12" rx="6" opacity=".7"/>
<circle cx="164" cy="432" r="18" fill="${jade}"/><rect x="196" y="424" width="150" height="16" rx="8" opacity=".85"/></g>
</g></svg>`
}

/** Draws a wave as on Chinese silk: three arcs around the point (`x`, `y`). */
const wave = (x: number, y: number) =>
  [50, 32, 15].map((r) => `<path d="M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0"/>`).join('')

function lanternAt(
  { x, y, size }: { x: number; y: number; size: number },
  { lantern, ribs, line }: { lantern: string; ribs: string; line: string },
): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M0-168V-96" stroke="${line}" stroke-width="5"/>
<rect x="-34" y="-98" width="68" height="16" rx="6" fill="${line}"/><ellipse rx="94" ry="80" fill="${lantern}"/>
<g fill="none" stroke="${ribs}" stroke-width="4" opacity=".75"><ellipse rx="60" ry="80"/><ellipse rx="24" ry="80"/></g>
<rect x="-34" y="82" width="68" height="16" rx="6" fill="${line}"/>
<path d="M-12 98V150M0 98V164M12 98V150" stroke="${line}" stroke-width="5" stroke-linecap="round"/></g>`
}
