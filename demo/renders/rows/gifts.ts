import type { Row } from '../row.ts'

export const gifts: Record<string, Row> = {
  'clay-teapot': { model: 'teapot', on: 'linen' },
  'lacquer-chopsticks': { model: 'chopsticks', on: 'linen' },
  'paper-lantern': { model: 'lantern', on: 'walnut' },
  'red-envelopes': {
    model: 'envelopes',
    on: 'paper',
    label: {
      motif: 'fu',
      paper: '#B3141B',
      ink: '#E9C46A',
      accent: '#E9C46A',
      ratio: 0.552,
      zh: '',
      en: '',
      amount: '',
    },
  },
  'mooncake-gift-box': {
    model: 'mooncake box',
    on: 'slate',
    label: {
      motif: 'moon',
      paper: '#A8231C',
      ink: '#F3D48B',
      accent: '#F3D48B',
      ratio: 1.4,
      zh: '灯里月饼',
      en: 'Mooncake Box',
      amount: '',
    },
  },
  'tea-sampler': {
    model: 'sampler',
    on: 'jade',
    label: {
      motif: 'tea',
      paper: '#F1E7CF',
      ink: '#2F4F43',
      accent: '#6f8a3a',
      ratio: 2.9,
      zh: '五色茶样',
      en: 'Five Teas',
      amount: '',
    },
  },
  'neighbour-hamper': {
    model: 'hamper',
    on: 'linen',
    label: {
      motif: 'lantern',
      paper: '#FBF3E2',
      ink: '#211C17',
      accent: '#D9481C',
      ratio: 1.4,
      zh: '好邻居',
      en: 'Good Neighbour',
      amount: '',
    },
  },
}
