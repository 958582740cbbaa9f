import type { Row } from '../row.ts'

export const produce: Record<string, Row> = {
  'ataulfo-mangoes': { model: 'mangoes', on: 'linen' },
  'honeycrisp-apples': {
    model: 'fruit',
    on: 'walnut',
    kind: 'apple',
    spots: [
      [-0.95, 0.4, 20],
      [0.95, -0.1, 70, 0, -14],
    ],
  },
  'ontario-strawberries': { model: 'berries', on: 'linen', kind: 'strawberry', count: 18, size: 0.36 },
  'kyoho-grapes': { model: 'grapes', on: 'paper' },
  'honey-mandarins': {
    model: 'fruit',
    on: 'slate',
    kind: 'mandarin',
    spots: [
      [-1.1, 0.7, 20],
      [0.85, 0.75, 100],
      [-0.9, -0.85, 200],
      [0.85, -0.8, 290],
      [-0.05, -0.05, 60, 0.55],
    ],
  },
  'crown-pear': {
    model: 'fruit',
    on: 'jade',
    kind: 'pear',
    spots: [
      [-1.05, 0.45, 20],
      [1.0, 0.5, 140],
      [0.0, -0.75, 250],
    ],
  },
  'young-coconut': { model: 'coconut', on: 'slate' },
  avocados: {
    model: 'fruit',
    on: 'paper',
    kind: 'avocado',
    spots: [
      [-1.0, 0.85, 30],
      [0.95, 0.9, 200],
      [-0.95, -0.75, 75],
    ],
    half: [0.85, -0.7, 40],
  },
  blueberries: { model: 'berries', on: 'persimmon', kind: 'blueberry', count: 58, size: 0.25, punnet: '#d9c39a' },
  'sweet-cherries': { model: 'berries', on: 'linen', kind: 'cherry', count: 27, size: 0.36, punnet: '#6B4630' },
  'hami-melon': { model: 'melon', on: 'walnut' },
  'shanghai-bok-choy': { model: 'bok choy', on: 'linen' },
  'broccoli-crowns': { model: 'broccoli', on: 'paper' },
  'chinese-eggplant': { model: 'eggplants', on: 'linen' },
  'vine-tomatoes': { model: 'tomatoes', on: 'slate' },
  'rainbow-carrots': { model: 'carrots', on: 'slate' },
  'peaches-and-cream-corn': { model: 'corn', on: 'walnut' },
  'fresh-ginger': { model: 'ginger', on: 'jade' },
  'garlic-net': { model: 'garlic', on: 'walnut' },
  'honey-sweet-potatoes': {
    model: 'fruit',
    on: 'linen',
    kind: 'potato',
    spots: [
      [-0.3, 1.05, 14],
      [0.3, 0.15, -8],
    ],
    half: [-0.35, -0.95, -64],
  },
  'snap-peas': { model: 'peas', on: 'paper' },
}
