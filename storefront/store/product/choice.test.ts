import { expect, test } from 'vitest'
import type { ModifierGroup, Variant } from '#contract/catalogue.ts'
import {
  evaluateValue,
  findInvalidGroup,
  findVariant,
  initialToppings,
  offeredGroupsFor,
  priceOfGroup,
  selectInitialVariant,
  toCartForm,
  toChoice,
} from './choice.ts'

const cad = (amount: number) => ({ amount, currency: 'CAD' })
const variant = (optionPair: string, amount: number, availability: Variant['availability'] = 'in'): Variant => ({
  sku: `tea.${optionPair.replace(/\w+:/g, '').replace(',', '.')}`,
  optionPair,
  price: cad(amount),
  compareAtPrice: null,
  memberPrice: null,
  deposit: null,
  availability,
  left: null,
  image: null,
})
const variants = [
  variant('size:regular,temperature:iced', 625, 'out'),
  variant('size:large,temperature:iced', 725),
  variant('size:regular,temperature:hot', 625),
]
const group = (rules: Partial<ModifierGroup>): ModifierGroup => ({
  id: 'toppings',
  name: { en: 'Toppings', zh: '加料' },
  min: 0,
  max: 3,
  free: 0,
  modifiers: [
    { id: 'boba', name: { en: 'Boba', zh: '波霸' }, price: cad(75), available: false },
    { id: 'taro', name: { en: 'Taro', zh: '芋泥' }, price: cad(125), available: true },
    { id: 'foam', name: { en: 'Foam', zh: '奶盖' }, price: cad(150), available: true },
  ],
  ...rules,
})

test('findVariant finds a variant in any order of options', () => {
  expect(findVariant(variants, { temperature: 'hot', size: 'regular' })).toBe(variants[2])
  expect(findVariant(variants, { temperature: 'hot', size: 'large' })).toBeUndefined()
  expect(findVariant([variant('', 500)], toChoice(''))?.sku).toBe('tea.')
})

test('the preselected variant is the requested, else the cheapest available, else the first', () => {
  expect(selectInitialVariant(variants, 'tea.large.iced')).toBe(variants[1])
  expect(selectInitialVariant(variants, 'gone')).toBe(variants[2])
  expect(selectInitialVariant(variants.slice(0, 1), null)).toBe(variants[0])
  expect(selectInitialVariant([], null)).toBeUndefined()
})

test('judgeValue returns whether a value is sold out or missing, and its extra price', () => {
  const iced = { size: 'regular', temperature: 'iced' }
  expect(evaluateValue(variants, iced, { option: 'size', value: 'regular' })).toEqual({ state: 'out', extra: 0 })
  expect(evaluateValue(variants, iced, { option: 'size', value: 'large' })).toEqual({ state: 'in', extra: 100 })
  expect(evaluateValue(variants, { ...iced, size: 'large' }, { option: 'temperature', value: 'hot' })).toEqual({
    state: 'none',
    extra: 0,
  })
})

test('the most expensive modifiers of a group are free first', () => {
  expect(priceOfGroup(group({}), { boba: 1, foam: 2 })).toBe(375)
  expect(priceOfGroup(group({ free: 1 }), { boba: 1, foam: 2 })).toBe(225)
  expect(priceOfGroup(group({ free: 9 }), { foam: 2 })).toBe(0)
  expect(priceOfGroup(group({}), {})).toBe(0)
})

test('wrongGroup returns a group with too few or too many modifiers', () => {
  expect(findInvalidGroup([group({ min: 1 })], {})?.id).toBe('toppings')
  expect(findInvalidGroup([group({ max: 1 })], { taro: 1, foam: 1 })?.id).toBe('toppings')
  expect(findInvalidGroup([group({ min: 1 })], { taro: 1 })).toBeUndefined()
})

test('a group that needs exactly one modifier preselects the first available', () => {
  expect(initialToppings([group({ min: 1, max: 1 }), group({})])).toEqual({ taro: 1 })
})

test('toCartForm converts the option form into a cart form', () => {
  const form = new FormData()
  form.set('option.size', 'large')
  form.set('option.temperature', 'iced')
  form.append('modifier.toppings', 'taro')
  form.append('modifier.toppings', 'foam')
  form.set('modifier.ice', '')
  form.set('quantity', '2')
  const cart = toCartForm(form, { variants, options: [], modifierGroups: [] })
  expect(cart.get('sku')).toBe('tea.large.iced')
  expect(cart.get('intent')).toBe('add')
  expect(cart.get('quantity')).toBe('2')
  expect(cart.getAll('modifier')).toEqual(['taro', 'foam'])
})

test('a preselected modifier is chosen first, if it is available', () => {
  const [boba, taro, foam] = group({}).modifiers
  if (!boba || !taro || !foam) throw new Error('the group has three modifiers')
  const modifiers = [{ ...boba, preselected: true as const }, taro, { ...foam, preselected: true as const }]
  expect(initialToppings([group({ modifiers })])).toEqual({ foam: 1 })
  expect(initialToppings([group({ min: 1, max: 1, modifiers })])).toEqual({ foam: 1 })
})

test('choices in a group that is not offered are kept on the page, and left out of the cart form', () => {
  const temperature = group({ id: 'temperature', max: 1 })
  const ice = group({
    id: 'ice',
    condition: { kind: 'unless', modifiers: ['taro'] },
    modifiers: [{ id: 'less', name: { en: 'Less', zh: '少冰' }, price: cad(0), available: true }],
  })
  const toppings = { taro: 1, less: 1 }
  const product = { variants, options: [], modifierGroups: [temperature, ice] }
  expect(offeredGroupsFor(product, {}, toppings)).toEqual([temperature])
  expect(offeredGroupsFor(product, {}, { ...toppings, taro: 0 })).toEqual([temperature, ice])
  const form = new FormData()
  form.append('modifier.temperature', 'taro')
  form.append('modifier.ice', 'less')
  const cart = toCartForm(form, product)
  expect(cart.getAll('modifier')).toEqual(['taro'])
})

test('a group that depends on an option value follows the chosen value', () => {
  const [name, hot, iced] = [
    { en: 'Temperature', zh: '温度' },
    { en: 'Hot', zh: '热' },
    { en: 'Iced', zh: '冰' },
  ]
  const ice = group({
    id: 'ice',
    condition: { kind: 'unless', modifiers: [], values: [{ option: name, value: hot }] },
    modifiers: [{ id: 'less', name: { en: 'Less', zh: '少冰' }, price: cad(0), available: true }],
  })
  const values = [
    { id: 'iced', name: iced },
    { id: 'hot', name: hot },
  ]
  const product = { variants, options: [{ id: 'temperature', name, values }], modifierGroups: [ice] }
  expect(offeredGroupsFor(product, { temperature: 'iced' }, { less: 1 })).toEqual([ice])
  expect(offeredGroupsFor(product, { temperature: 'hot' }, { less: 1 })).toEqual([])
  const form = new FormData()
  form.set('option.size', 'regular')
  form.set('option.temperature', 'hot')
  form.append('modifier.ice', 'less')
  const cart = toCartForm(form, product)
  expect([cart.get('sku'), cart.getAll('modifier')]).toEqual(['tea.regular.hot', []])
  form.set('option.temperature', 'iced')
  expect(toCartForm(form, product).getAll('modifier')).toEqual(['less'])
})
