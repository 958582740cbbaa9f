import { createHash } from 'node:crypto'
import { isKeyOf, keysOf } from '#contract/object-keys.ts'
import type { Recipe } from './pictures.ts'

/** How a person looks. The person's name determines each field that is not set. */
export interface Appearance {
  skin: keyof typeof skins
  hair: keyof typeof hairStyles
  colour: keyof typeof hairColours
  clothes: keyof typeof clothes
  glasses: 'none' | 'round' | 'square'
  beard: 'none' | 'short' | 'moustache'
  age: 'young' | 'grown' | 'old'
}

/** Maps each skin to the colours of the skin, of its shadow and of the lips. */
const skins = {
  porcelain: ['#F6DCC8', '#E9BFA4', '#C4604F'],
  peach: ['#F0CBA8', '#DDAA80', '#B9543F'],
  honey: ['#DDAE7F', '#C48F5D', '#A04A35'],
  amber: ['#BD8556', '#9F6A3F', '#8A3D2C'],
  walnut: ['#8D5A3A', '#724529', '#6B2C22'],
  coffee: ['#5F3B28', '#482A1B', '#451D18'],
} as const

/** Maps each hair colour to the colours of the hair and of its highlight. */
const hairColours = {
  ink: ['#231D1A', '#453A33'],
  brown: ['#4B2F20', '#6E4A33'],
  auburn: ['#8A4526', '#AD6440'],
  grey: ['#8E8880', '#B4AEA4'],
  white: ['#D9D3C8', '#F2EEE6'],
} as const

const walls = [
  ['#F3E3CF', '#EBD3B5'],
  ['#E2ECD6', '#CFDFBE'],
  ['#F8DFDD', '#F0C8C4'],
  ['#DDE9EE', '#C6DAE3'],
  ['#F2EADB', '#E4D5B9'],
] as const

const jade = '#2F6F57'
const persimmon = '#C23F16'
const paper = '#FBF7F0'
const ink = '#2A221C'

const body = 'M96 800C104 668 232 604 330 588L470 588C568 604 696 668 704 800Z'
/** What people wear: an apron over a shirt, a jumper, a shirt with a collar, a Chinese jacket, a baker's jacket. */
const clothes = {
  apron: () => `<path d="${body}" fill="${paper}"/><path d="M330 588Q400 650 470 588L452 580H348Z" fill="#E4D8C4"/>
<path d="M262 606L290 800H510L538 606" fill="none" stroke="${jade}" stroke-width="34"/>
<path d="M274 690Q400 716 526 690L540 800H260Z" fill="${jade}"/>`,
  jumper: () => `<path d="${body}" fill="${persimmon}"/><path d="M318 590Q400 668 482 590" fill="none" stroke="#A03210"
stroke-width="22" stroke-linecap="round"/>`,
  shirt: () => `<path d="${body}" fill="#3F6478"/><path d="M400 662V800" stroke="#2E4C5C" stroke-width="6"/>
<path d="M330 584L300 640L388 690L400 650L412 690L500 640L470 584L400 650Z" fill="#5C8398"/>`,
  jacket: () => `<path d="${body}" fill="${jade}"/>
<path d="M336 570Q400 626 464 570L474 610Q400 668 326 610Z" fill="#24574A"/><path d="M400 640Q470 660 508 740" fill="none"
stroke="#E9C46A" stroke-width="7" stroke-linecap="round"/><circle cx="410" cy="652" r="11" fill="#E9C46A"/>
<circle cx="478" cy="698" r="11" fill="#E9C46A"/>`,
  baker:
    () => `<path d="${body}" fill="#FDFBF6"/><path d="M400 640V800M336 586L400 656L464 586" fill="none" stroke="#D8CCB8"
stroke-width="8" stroke-linejoin="round"/><circle cx="366" cy="720" r="9" fill="#C9BBA3"/>
<circle cx="434" cy="720" r="9" fill="#C9BBA3"/><path d="M330 588L400 656L470 588L452 570H348Z" fill="${persimmon}"/>`,
} as const

/** The people of the demonstration who have a portrait. Each person looks as the demonstration's texts say. */
const people = {
  ruby: { skin: 'peach', hair: 'bob', colour: 'ink', clothes: 'baker', age: 'grown', glasses: 'none' },
  wei: { skin: 'porcelain', hair: 'bun', colour: 'ink', clothes: 'jacket', age: 'grown', glasses: 'round' },
  oliver: { skin: 'coffee', hair: 'crop', colour: 'ink', clothes: 'shirt', age: 'grown', beard: 'short' },
  joan: { skin: 'peach', hair: 'long', colour: 'auburn', clothes: 'jumper', age: 'grown', glasses: 'square' },
  fang: { skin: 'honey', hair: 'bun', colour: 'grey', clothes: 'apron', age: 'old', glasses: 'none' },
  jo: { skin: 'peach', hair: 'parted', colour: 'ink', clothes: 'apron', age: 'grown', glasses: 'none' },
  min: { skin: 'porcelain', hair: 'long', colour: 'brown', clothes: 'baker', age: 'young', glasses: 'none' },
  leung: {
    ...{ skin: 'peach', hair: 'sides', colour: 'grey', clothes: 'jumper', age: 'old' },
    beard: 'moustache',
    glasses: 'square',
  },
  farmer: { skin: 'honey', hair: 'crop', colour: 'ink', clothes: 'shirt', age: 'grown', glasses: 'none' },
} satisfies Record<string, Partial<Appearance>>
export type Person = keyof typeof people

const recipeWord = 'portrait'
/** The version of the drawings. Raise it when a drawing changes, so that existing shops draw all portraits again. */
const version = 1

/**
 * Draws each person that a recipe names, as SVG. Returns an empty list for a recipe of another kind. Throws for an
 * unknown person.
 */
export function readPortraits(recipe: Recipe): string[] {
  const names = [...recipe.matchAll(/(?:^| )portrait (\S+)/g)].map(([, name = '']) => name)
  return names.map((name) => {
    if (!isKeyOf(people, name)) throw new Error(`no such person: ${recipe}`)
    return drawPortrait(name, people[name])
  })
}

/** The recipe of a person's portrait. */
export const portraitOf = (person: Person): Recipe => `${recipeWord} ${person} ${version}`

/** The recipe of a wide picture of several people, side by side. */
export const groupOf = (group: Person[]): Recipe => group.map(portraitOf).join(' ')

interface Hair {
  /** The part of the hair that is drawn behind the head. */
  back: string
  /** The part of the hair that is drawn over the forehead. */
  front: string
  /** Lines that show how the hair falls. */
  shine: string
}

const fringe = 'M258 376C244 214 318 142 404 142C496 142 556 214 542 376C536 318 520 286 488 262'
const hairStyles = {
  crop: {
    back: '',
    front: `${fringe}C430 290 352 282 306 264C278 290 266 322 258 376Z`,
    shine: 'M330 196Q400 164 470 200',
  },
  parted: {
    back: '',
    front: `${fringe}C446 270 372 262 336 226C322 270 280 300 258 376Z`,
    shine: 'M344 214Q420 178 496 230',
  },
  bob: {
    back: 'M228 410C196 214 292 122 402 122C512 122 606 214 572 410C576 470 580 520 556 556C520 574 496 556 486 540H314C304 556 280 574 244 556C220 520 224 470 228 410Z',
    front:
      'M262 372C252 300 262 240 310 214C350 260 440 282 520 262C540 296 542 330 540 372C572 210 496 130 400 130C304 130 228 210 262 372Z',
    shine: 'M320 176Q390 146 462 170M248 430Q244 480 258 526',
  },
  long: {
    back: 'M222 420C190 210 290 118 402 118C514 118 610 210 578 420C590 520 604 610 588 690C520 720 280 720 212 690C196 610 210 520 222 420Z',
    front: 'M260 380C246 290 300 240 396 196C396 196 400 250 540 380C576 214 500 128 400 128C300 128 224 214 260 380Z',
    shine: 'M312 178Q360 146 400 150M236 470Q228 560 238 640M566 470Q572 560 562 640',
  },
  bun: {
    back: 'M318 118a82 74 0 1 1 164 0a82 74 0 1 1 -164 0Z',
    front: `${fringe}C470 226 330 226 312 262C282 290 266 322 258 376Z`,
    shine: 'M348 100Q392 70 440 92M326 204Q400 168 474 204',
  },
  curls: {
    back: 'M250 400a62 62 0 0 1 -26 -112a66 66 0 0 1 44 -104a72 72 0 0 1 104 -64a74 74 0 0 1 112 18a70 70 0 0 1 78 84a64 64 0 0 1 2 104a60 60 0 0 1 -20 78Z',
    front:
      'M262 366C262 330 276 304 300 292C322 306 346 290 356 268C384 292 420 288 436 264C456 290 488 288 502 282C526 300 538 330 538 366C566 240 500 158 400 158C300 158 234 240 262 366Z',
    shine: 'M300 190a34 34 0 0 1 52 -14M410 158a34 34 0 0 1 54 14M262 262a30 30 0 0 1 20 -40',
  },
  sides: {
    back: '',
    front:
      'M256 396C236 330 248 270 288 250C272 290 276 340 280 384ZM544 396C564 330 552 270 512 250C528 290 524 340 520 384Z',
    shine: 'M342 214Q398 188 446 206',
  },
  scarf: {
    back: 'M214 430C186 206 286 112 400 112C514 112 614 206 586 430C582 540 600 620 640 700C520 760 280 760 160 700C200 620 218 540 214 430Z',
    front:
      'M400 112C270 112 214 220 214 400C214 520 262 610 400 616C538 610 586 520 586 400C586 220 530 112 400 112ZM400 214C486 214 528 280 528 372C528 476 478 548 400 548C322 548 272 476 272 372C272 280 314 214 400 214Z',
    shine: 'M250 300Q272 190 372 152M300 596Q400 690 520 640',
  },
} satisfies Record<string, Hair>

const round = (at: number) => `<circle cx="${at}" cy="372" r="43"/>`
const square = (at: number) => `<rect x="${at - 46}" y="338" width="92" height="68" rx="18"/>`
const glasses = {
  none: '',
  round: `${round(338)}${round(462)}<path d="M381 368Q400 356 419 368M295 366L270 360M505 366L530 360"/>`,
  square: `${square(338)}${square(462)}<path d="M384 366H416M292 366L270 360M508 366L530 360"/>`,
}

/**
 * Draws a person from shoulder to hair, as an SVG of 800 × 800. A hash of the name chooses each feature that
 * `appearance` does not set. So the same name and appearance always give the same picture.
 */
export function drawPortrait(name: string, appearance: Partial<Appearance> = {}): string {
  const pick = chooser(name)
  const [skin, shadow, lips] = skins[appearance.skin ?? pick(keysOf(skins))]
  const age = appearance.age ?? pick(['young', 'grown', 'grown', 'old'])
  const colour =
    appearance.colour ?? (age === 'old' ? pick(['grey', 'white']) : pick(['ink', 'ink', 'brown', 'auburn']))
  const style = appearance.hair ?? pick(keysOf(hairStyles))
  const [wall, arch] = pick(walls)
  const [main, light] = style === 'scarf' ? (['#C7923E', '#DDB368'] as const) : hairColours[colour]
  const hair = hairStyles[style]
  const beard = appearance.beard ?? 'none'
  const frames = glasses[appearance.glasses ?? pick(['none', 'none', 'round', 'square'])]
  const [jaw, smile, brow] = [pick([520, 534, 548]), pick([20, 28, 34]), pick([312, 318, 322])]
  const face = `M268 350C268 246 326 196 400 196C474 196 532 246 532 350C532 ${jaw - 74} 478 ${jaw} 400 ${jaw}C322 ${jaw} 268 ${jaw - 74} 268 350Z`
  const browColour = colour === 'white' ? hairColours.grey[0] : style === 'scarf' ? hairColours.ink[0] : main
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
<defs><clipPath id="face"><path d="${face}"/></clipPath></defs>
<rect width="800" height="800" fill="${wall}"/>
<path d="M130 800V392a270 270 0 0 1 540 0V800Z" fill="${arch}"/>
<path d="${hair.back}" fill="${main}"/>
<path d="M338 470H462V592Q400 662 338 592Z" fill="${skin}"/>
<path d="M338 500Q400 580 462 500V548Q400 612 338 548Z" fill="${shadow}"/>
${clothes[appearance.clothes ?? pick(keysOf(clothes))]()}
<ellipse cx="266" cy="384" rx="24" ry="36" fill="${skin}"/><ellipse cx="534" cy="384" rx="24" ry="36" fill="${skin}"/>
<path d="M258 372Q272 384 264 402M542 372Q528 384 536 402" fill="none" stroke="${shadow}" stroke-width="5"/>
<path d="${face}" fill="${skin}"/>
<g clip-path="url(#face)">
<path d="M532 250C500 330 528 470 400 ${jaw + 8}L560 ${jaw + 20}Z" fill="${shadow}" opacity=".35"/>
<ellipse cx="318" cy="432" rx="40" ry="26" fill="${lips}" opacity=".2"/>
<ellipse cx="482" cy="432" rx="40" ry="26" fill="${lips}" opacity=".2"/>
${beard === 'short' ? `<path d="M262 400C286 426 300 452 346 450C376 436 424 436 454 450C500 452 514 426 538 400V580H262Z" fill="${main}"/>` : ''}
</g>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M304 ${brow + 8}Q334 ${brow - 12} 368 ${brow + 4}M432 ${brow + 4}Q466 ${brow - 12} 496 ${brow + 8}" stroke="${browColour}" stroke-width="12"/>
<path d="M398 372Q382 420 396 430Q406 434 416 428" stroke="${shadow}" stroke-width="8"/>
${age === 'young' ? '' : `<path d="M292 402Q300 412 312 414M508 402Q500 412 488 414" stroke="${shadow}" stroke-width="5"/>`}
${age === 'old' ? `<path d="M346 448Q334 462 334 480M454 448Q466 462 466 480M352 262Q400 250 448 262M362 286Q400 278 438 286" stroke="${shadow}" stroke-width="5"/>` : ''}
</g>
${beard === 'short' ? `<path d="M352 462Q400 ${462 + smile + 14} 448 462Q400 452 352 462Z" fill="${lips}"/>` : ''}
${beard === 'short' ? '' : `<path d="M352 468Q400 ${468 + smile * 1.6} 448 468Q400 480 352 468Z" fill="${lips}"/><path d="M346 466Q400 ${478 + smile * 0.4} 454 466" fill="none" stroke="${lips}" stroke-width="6" stroke-linecap="round"/>`}
${beard === 'moustache' ? `<path d="M338 462C352 440 386 438 400 448C414 438 448 440 462 462C430 468 414 462 400 456C386 462 370 468 338 462Z" fill="${main}"/>` : ''}
<g fill="${ink}"><ellipse cx="338" cy="372" rx="12" ry="15"/><ellipse cx="462" cy="372" rx="12" ry="15"/></g>
<g fill="#FFF"><circle cx="343" cy="366" r="4"/><circle cx="467" cy="366" r="4"/></g>
<path d="M316 362Q338 344 362 362M438 362Q462 344 484 362" fill="none" stroke="${ink}" stroke-width="6" stroke-linecap="round"/>
<path d="${hair.front}" fill="${main}" fill-rule="evenodd"/>
<path d="${hair.shine}" fill="none" stroke="${style === 'sides' ? '#FFF' : light}" stroke-width="9" stroke-linecap="round" opacity="${style === 'sides' ? 0.3 : 1}"/>
<g fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round">${frames}</g>
</svg>`
}

/** Returns a function that chooses one entry of a list. Each call uses the next byte of the name's hash. */
function chooser(name: string) {
  const digest = createHash('sha256').update(name).digest()
  let index = 0
  return <Choice>(from: readonly Choice[]): Choice => {
    const chosen = from[(digest[index++ % digest.length] ?? 0) % from.length]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
}
