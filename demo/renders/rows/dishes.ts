import type { Row } from '../row.ts'

export const dishes: Record<string, Row> = {
  'braised-beef-noodle-soup': { model: 'noodle bowl', on: 'walnut', kind: 'beef' },
  'dan-dan-noodles': { model: 'noodle bowl', on: 'slate', kind: 'dandan' },
  'cold-sesame-noodles': { model: 'noodle bowl', on: 'linen', kind: 'sesame' },
  'scallion-oil-noodles': { model: 'noodle bowl', on: 'jade', kind: 'scallion' },
  'tomato-egg-noodles': { model: 'noodle bowl', on: 'linen', kind: 'tomato' },
  'curry-laksa': { model: 'noodle bowl', on: 'paper', kind: 'laksa' },
  'shrimp-wonton-soup': { model: 'noodle bowl', on: 'jade', kind: 'wonton' },
  'century-egg-congee': { model: 'noodle bowl', on: 'linen', kind: 'congee' },
  'char-siu-rice': { model: 'rice plate', on: 'linen', kind: 'char siu' },
  'hainan-chicken-rice': { model: 'rice plate', on: 'jade', kind: 'chicken' },
  'curry-pork-cutlet': { model: 'rice plate', on: 'walnut', kind: 'curry' },
  'mapo-tofu-rice': { model: 'rice plate', on: 'slate', kind: 'mapo' },
  'shrimp-fried-rice': { model: 'rice plate', on: 'paper', kind: 'fried' },
  'salmon-onigiri': { model: 'onigiri', on: 'linen' },
  'smacked-cucumber': { model: 'smacked cucumber', on: 'walnut' },
  'popcorn-chicken': { model: 'popcorn chicken', on: 'paper' },
  'pork-chive-dumplings': { model: 'dumplings', on: 'walnut' },
  'three-fresh-vegetarian-dumplings': { model: 'dumplings', on: 'linen', green: true },
  'xiao-long-bao': { model: 'steamer', on: 'slate', kind: 'xlb' },
  'har-gow': { model: 'steamer', on: 'persimmon', kind: 'har gow' },
}
