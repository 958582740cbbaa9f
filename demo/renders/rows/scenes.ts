import type { Scene } from '../row.ts'

export const scenes: Record<string, Scene> = {
  'tea-and-dumplings': {
    on: 'paper',
    things: [
      { of: 'xiao-long-bao', at: [0, 1] },
      { of: 'brown-sugar-boba-milk', at: [2.3, -0.75] },
      { of: 'egg-tarts', at: [-0.5, -2.3], scale: 0.72, turned: 10, count: 3, plate_color: '#2f6f57' },
    ],
    pitch: 26,
    fill: 0.72,
    shift: [-0.24, 0],
  },
  'cherries-and-mooncakes': {
    on: 'walnut',
    things: [
      { of: 'five-nut-mooncakes', at: [0, 0], scale: 0.9 },
      { of: 'sweet-cherries', at: [3.9, 1.6], turned: -12 },
    ],
    pitch: 30,
    fill: 0.66,
    shift: [-0.16, 0],
  },
  'gifts-for-a-visit': {
    on: 'jade',
    things: [
      { of: 'neighbour-hamper', at: [0, 1.1], scale: 1.25 },
      { of: 'mooncake-gift-box', at: [3.5, -0.7], turned: -16, scale: 0.9 },
    ],
    pitch: 28,
    fill: 0.74,
    shift: [-0.14, 0],
  },
  'noodles-and-soy-sauce': {
    on: 'jade',
    things: [
      { of: 'scallion-oil-noodles', at: [0, 0] },
      { of: 'first-draw-soy-sauce', at: [2.5, 1.3], scale: 1.15 },
    ],
    pitch: 30,
    fill: 0.76,
    shift: [-0.08, 0],
  },
  'milk-tea-and-oolong': {
    on: 'walnut',
    things: [
      { of: 'classic-pearl-milk-tea', at: [0, 0] },
      { of: 'alishan-tin', at: [2.4, 0.9], scale: 0.9 },
    ],
    pitch: 26,
    fill: 0.8,
    shift: [-0.08, 0],
  },
  'dumplings-and-vinegar': {
    on: 'linen',
    things: [
      { of: 'pork-chive-dumplings', at: [0, 0] },
      { of: 'zhenjiang-vinegar', at: [2.9, 1.5], scale: 1.2 },
    ],
    pitch: 30,
    fill: 0.76,
    shift: [-0.08, 0],
  },
  'mangoes-and-sago': {
    on: 'linen',
    things: [
      { of: 'ataulfo-mangoes', at: [0, -0.2] },
      { of: 'mango-pomelo-sago', at: [2.75, 1.2] },
    ],
    pitch: 26,
    fill: 0.78,
    shift: [-0.08, 0],
  },
  'loaf-and-milk-tea': {
    on: 'jade',
    things: [
      { of: 'hokkaido-milk-loaf', at: [0, 1.3], scale: 1.15, slices: 2 },
      { of: 'hong-kong-milk-tea', at: [3.25, -1.1], scale: 0.85 },
    ],
    pitch: 30,
    fill: 0.76,
    shift: [-0.08, 0],
  },
  'lantern-and-congee': {
    on: 'walnut',
    things: [
      { of: 'century-egg-congee', at: [0, -0.4] },
      { of: 'paper-lantern', at: [2.5, 1.6], scale: 1.2 },
    ],
    pitch: 26,
    fill: 0.78,
    shift: [-0.08, 0],
  },
  'cucumber-and-peanuts': {
    on: 'linen',
    things: [
      { of: 'smacked-cucumber', at: [0, 0] },
      { of: 'raw-peanuts', at: [3.2, 0.9] },
    ],
    pitch: 30,
    fill: 0.78,
    shift: [-0.08, 0],
  },
  'soy-sauce-and-salt': {
    on: 'slate',
    things: [
      { of: 'first-draw-soy-sauce', at: [0, 0], scale: 1.2 },
      { of: 'coarse-sea-salt', at: [2.9, 0.3], scale: 0.85 },
    ],
    pitch: 26,
    fill: 0.78,
    shift: [-0.08, 0],
  },
}
