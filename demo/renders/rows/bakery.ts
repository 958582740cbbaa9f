import type { Row } from '../row.ts'

export const bakery: Record<string, Row> = {
  'hokkaido-milk-loaf': {
    model: 'loaf',
    on: 'linen',
    views: [
      {
        alt: ['The loaf cut open, with two soft white slices', '切开的吐司，两片雪白松软'],
        slices: 2,
        turned: -28,
        pitch: 34,
        fill: 1.12,
      },
    ],
  },
  'hk-pineapple-bun': {
    model: 'bun',
    on: 'walnut',
    kind: 'pineapple',
    count: 1,
    views: [
      {
        alt: ['A pineapple bun torn in half: crackled crust and soft crumb', '掰开的菠萝包：酥皮和松软的面包心'],
        halved: true,
        pitch: 32,
        fill: 0.92,
      },
    ],
  },
  'cocktail-bun': {
    model: 'bun',
    on: 'linen',
    kind: 'cocktail',
    plate_color: '#2F6F57',
    views: [
      {
        alt: ['Coconut filling in a cut cocktail bun, close up', '切开的鸡尾包，椰丝馅近景'],
        pitch: 22,
        fill: 1.1,
        shift: [0, -0.1],
      },
    ],
  },
  'char-siu-bun': {
    model: 'bun',
    on: 'slate',
    kind: 'glazed',
    count: 2,
    light: '#c9762c',
    dark: '#7c3510',
    sliced: '#8c2a1a',
    views: [
      {
        alt: ['Barbecue pork in a cut bun, close up', '切开的叉烧餐包，叉烧馅近景'],
        pitch: 24,
        fill: 1.25,
        shift: [0.1, -0.15],
      },
    ],
  },
  'scallion-pork-floss-roll': {
    model: 'floss roll',
    on: 'jade',
    views: [
      {
        alt: ['The end of a roll in pork floss, close up', '裹满肉松的卷头近景'],
        pitch: 24,
        fill: 0.9,
        turned: -38,
      },
    ],
  },
  'garlic-cream-cheese-bun': {
    model: 'garlic bun',
    on: 'walnut',
    views: [
      {
        alt: ['Cream cheese in the cuts of a garlic bun, from the side', '侧看蒜香芝士包，切口里挤满芝士'],
        pitch: 24,
        fill: 1.0,
      },
    ],
  },
  'butter-croissant': {
    model: 'croissant',
    on: 'paper',
    views: [
      {
        alt: ['A croissant cut open: a honeycomb of thin layers', '切开的可颂：蜂窝般的层次'],
        halved: true,
        pitch: 36,
        fill: 1.15,
        shift: [0, 0.05],
      },
    ],
  },
  'red-bean-bagel': {
    model: 'ring',
    on: 'persimmon',
    filling: '#4a1816',
    butter: true,
    views: [
      {
        alt: ['Red bean paste and butter in the bagel, from the side', '侧看贝果里的红豆沙和黄油片'],
        pitch: 20,
        fill: 1.0,
      },
    ],
  },
  'egg-tarts': {
    model: 'tarts',
    on: 'jade',
    views: [
      {
        alt: ['An egg tart cut in half: custard in flaky pastry', '切开的蛋挞：酥皮里的蛋奶馅'],
        cut: true,
        pitch: 32,
        fill: 0.94,
        shift: [0.06, -0.06],
      },
    ],
  },
  'lotus-yolk-mooncakes': {
    model: 'mooncakes',
    on: 'paper',
    cut: 'yolk',
    views: [
      {
        alt: ['Two yolks in the cut mooncake, close up', '切开的月饼，双黄近景'],
        pitch: 26,
        fill: 1.15,
        shift: [0.26, -0.14],
      },
    ],
  },
  'five-nut-mooncakes': {
    model: 'mooncakes',
    on: 'walnut',
    cut: 'nuts',
    views: [
      {
        alt: ['Nuts and seeds in the cut mooncake, close up', '切开的月饼，五仁馅近景'],
        pitch: 26,
        fill: 1.15,
        shift: [0.26, -0.14],
      },
    ],
  },
  'snow-skin-mooncakes': {
    model: 'mooncakes',
    on: 'slate',
    kind: 'snow',
    count: 6,
    cut: 'custard',
    color: ['#f6eee0', '#f3d3d0', '#dbe2b4', '#f6e6ae'],
    views: [{ alt: ['Snow-skin mooncakes in four colours, from above', '俯看四色冰皮月饼'], pitch: 74 }],
  },
  'pineapple-cakes': {
    model: 'pineapple cakes',
    on: 'persimmon',
    views: [
      {
        alt: ['Pineapple jam in a cut cake, close up', '切开的凤梨酥，果馅近景'],
        pitch: 26,
        fill: 1.25,
        shift: [0.05, -0.2],
      },
    ],
  },
  'tri-colour-dango': {
    model: 'dango',
    on: 'linen',
    views: [{ alt: ['Three skewers of dango, from above', '俯看三串三色团子'], pitch: 76 }],
  },
  'strawberry-shortcake': {
    model: 'cake slice',
    on: 'jade',
    kind: 'shortcake',
    views: [
      {
        alt: ['The slice of shortcake from above, with its strawberry', '俯看草莓蛋糕，顶上一颗整草莓'],
        pitch: 52,
        turned: -76,
      },
    ],
  },
  'matcha-roll-cake': {
    model: 'cake slice',
    on: 'linen',
    kind: 'roll',
    views: [
      {
        alt: ['The swirl of matcha sponge and cream, close up', '抹茶蛋糕和奶油的漩涡近景'],
        pitch: 30,
        fill: 1.2,
        shift: [0, -0.1],
      },
    ],
  },
  'basque-cheesecake': {
    model: 'cheesecake',
    on: 'slate',
    views: [
      {
        alt: ['The creamy inside of the cheesecake, close up', '巴斯克蛋糕切面，绵密细腻'],
        pitch: 26,
        fill: 1.15,
        shift: [0.1, -0.1],
      },
    ],
  },
  'mango-mille-crepe': {
    model: 'cake slice',
    on: 'walnut',
    kind: 'crepe',
    views: [
      {
        alt: ['Layers of crêpe and cream, close up', '千层皮和奶油，一层一层的近景'],
        pitch: 20,
        fill: 1.0,
        shift: [0, -0.04],
      },
    ],
  },
  'lantern-birthday-cake': {
    model: 'birthday cake',
    on: 'paper',
    views: [{ alt: ['The birthday cake from above: berries and candles', '俯看生日蛋糕：莓果和蜡烛'], pitch: 64 }],
  },
  'berry-cupcakes': {
    model: 'cupcakes',
    on: 'slate',
    views: [
      {
        alt: ['Cream and blueberries on the cupcakes, from the side', '侧看杯子蛋糕上的奶油和蓝莓'],
        pitch: 22,
        fill: 1.1,
        turned: 30,
      },
    ],
  },
  'mochi-doughnut': {
    model: 'ring',
    on: 'linen',
    kind: 'pearls',
    glaze: '#3a1a0d',
    views: [
      {
        alt: ['The cocoa glaze on the mochi doughnut, from the side', '侧看糯米甜甜圈，可可淋面'],
        pitch: 22,
        fill: 1.0,
      },
    ],
  },
}
