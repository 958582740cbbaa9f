import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import * as locations from '#server/locations/locations.ts'
import { addProducts } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import type { Office } from '#tests/office.ts'
import { openColleague, openOwner } from '#tests/office.ts'

const shop = setUpShop()
let owner: Office
beforeEach(async () => {
  await shop.reset()
  await locations.openFirst(shop.ctx())
  owner = await openOwner(shop)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
type Typed = Parameters<Office['staff']['writeModifierGroup']>[0]
const choice = (en: string, zh: string, price = 0) => ({ id: '', name: { en, zh }, price, isPreselected: false })
const temperature: Typed = {
  group: 'new',
  version: '',
  name: { en: 'Temperature', zh: '温度' },
  min: 1,
  max: 1,
  free: 0,
  condition: null,
  modifiers: [choice('Iced', '冰饮'), choice('Hot', '热饮')],
}
const ice: Typed = {
  ...temperature,
  name: { en: 'Ice', zh: '冰量' },
  modifiers: [choice('Less ice', '少冰'), choice('Full ice', '正常冰')],
}
/** Converts the stored group to the input that writes it again, and replaces some of its fields. */
const change = (stored: Awaited<ReturnType<Office['staff']['modifierGroup']>>, fields: Partial<Typed> = {}): Typed => {
  const { group, version, name, min, max, free, condition, modifiers } = stored
  return { group, version, name, min, max, free, condition, modifiers, ...fields }
}
const page = (id: string) => shop.visitor().api.catalogue.detail({ id })

describe('a modifier group of the back office', () => {
  it('is offered by the products that are linked with it, in its order', async () => {
    const group = await owner.staff.writeModifierGroup(temperature)
    expect(group).toMatchObject({ name: temperature.name, min: 1, products: 0, usedIn: [], condition: null })
    await addProducts(shop.ctx(), { id: 'tea', stock: null, modifierGroups: [group.group] })
    const names = async () => (await page('tea')).modifierGroups[0]?.modifiers.map(({ name }) => name.en)
    expect(await names()).toEqual(['Iced', 'Hot'])
    const [first, second] = group.modifiers
    if (!first || !second) throw new Error('the group has two choices')
    const after = await owner.staff.writeModifierGroup(
      change(group, { modifiers: [{ ...second, isPreselected: true }, first, choice('Warm', '温')] }),
    )
    expect(await names()).toEqual(['Hot', 'Iced', 'Warm'])
    expect((await page('tea')).modifierGroups[0]?.modifiers[0]).toMatchObject({ id: second.id, preselected: true })
    expect(after).toMatchObject({ products: 1, usedIn: [{ product: 'tea' }] })
    const { groups } = await owner.staff.modifierGroups()
    expect(groups).toMatchObject([{ group: group.group, products: 1 }])
  })

  it('refuses choices that shoppers cannot tell apart, and names them', async () => {
    const alike = { ...ice, modifiers: [choice('Less ice', '少冰'), choice('A little ice', '少冰')] }
    const refused = await owner.staff.writeModifierGroup(alike).catch((error) => error)
    expect(refused.code).toBe('staff.alike_in')
    for (const words of ['“Ice”', '“Less ice / 少冰”', '“A little ice / 少冰”']) {
      expect(refused.message).toContain(words)
    }
  })

  it('refuses a stale change and names who made the other one, and logs what changed', async () => {
    const group = await owner.staff.writeModifierGroup(temperature)
    const ana = await openColleague(shop, owner, 'ana@shop.test', [{ role: 'manager', location: null }])
    await ana.staff.writeModifierGroup(change(group, { min: 0 }))
    await expect(owner.staff.writeModifierGroup(change(group))).rejects.toMatchObject({
      code: 'staff.stale',
      errors: [{ details: { by: 'ana' } }],
    })
    expect(await refusal(owner.staff.removeModifierGroup({ group: group.group, version: group.version }))).toBe(
      'staff.stale',
    )
    const [line] = (await owner.people.log({ limit: 1 })).entries
    expect(line).toMatchObject({ before: { minChoices: 1 }, after: { minChoices: 0, name: temperature.name } })
  })

  it('depends on choices of other groups, but not on itself', async () => {
    const first = await owner.staff.writeModifierGroup(temperature)
    const hot = first.modifiers[1]?.id ?? ''
    const second = await owner.staff.writeModifierGroup({
      ...ice,
      condition: { kind: 'unless', modifiers: [hot] },
    })
    expect(second.condition).toEqual({ kind: 'unless', modifiers: [hot] })
    expect((await owner.staff.modifierGroup({ group: first.group })).dependents).toEqual([
      { group: second.group, name: ice.name },
    ])
    const [own] = second.modifiers
    const only = (id = '') => ({ condition: { kind: 'only' as const, modifiers: [id] } })
    expect(await refusal(owner.staff.writeModifierGroup(change(second, only(own?.id))))).toBe('staff.circle')
    expect(await refusal(owner.staff.writeModifierGroup(change(first, only(own?.id))))).toBe('staff.circle')
    expect(await refusal(owner.staff.writeModifierGroup(change(second, only('nothing'))))).toBe('not_found')
  })

  it('loses its condition with the choice on which it depends', async () => {
    const first = await owner.staff.writeModifierGroup(temperature)
    const hot = first.modifiers[1]?.id ?? ''
    const { group } = await owner.staff.writeModifierGroup({ ...ice, condition: { kind: 'unless', modifiers: [hot] } })
    await owner.staff.writeModifierGroup(change(first, { modifiers: first.modifiers.slice(0, 1) }))
    expect((await owner.staff.modifierGroup({ group })).condition).toBeNull()
  })

  it('depends on option values, and says which ones products have', async () => {
    const value = (id: string, en: string, zh: string) => ({ id, name: { en, zh } })
    const hotOr = (id: string, en: string, zh: string) => ({
      id: 'temp',
      name: { en: 'Temperature', zh: '温度' },
      values: [value('hot', 'Hot', '热'), value(id, en, zh)],
    })
    const variants = (id: string) => [{ sku: id, optionPair: 'temp:hot', price: 500, stock: null }]
    await addProducts(
      shop.ctx(),
      { id: 'tea', options: [hotOr('iced', 'Iced', '')], variants: variants('tea') },
      { id: 'latte', options: [hotOr('cold', 'iced', '冰')], variants: variants('latte') },
      { id: 'bun', stock: null, options: [{ ...value('size', 'Size', '大小'), values: [value('s', 'Small', '小')] }] },
    )
    const names = { option: { en: 'Temperature', zh: '温度' }, value: { en: 'Hot', zh: '热' } }
    const condition = { kind: 'unless' as const, modifiers: [], values: [names] }
    const { group } = await owner.staff.writeModifierGroup({ ...ice, condition })
    expect((await owner.staff.modifierGroup({ group })).condition).toEqual(condition)
    const all = [
      { option: names.option, values: [names.value, { en: 'iced', zh: '冰' }] },
      { option: { en: 'Size', zh: '大小' }, values: [{ en: 'Small', zh: '小' }] },
    ]
    expect(await owner.staff.optionNames({ group: 'new' })).toEqual({ options: all })
    expect(await owner.staff.optionNames({ group })).toEqual({ options: all })
    await addProducts(shop.ctx(), {
      id: 'latte',
      options: [hotOr('cold', 'iced', '冰')],
      modifierGroups: [group],
      variants: variants('latte'),
    })
    expect(await owner.staff.optionNames({ group })).toEqual({ options: all.slice(0, 1) })
    const [line] = (await owner.people.log({ limit: 1 })).entries
    expect(line).toMatchObject({ after: { condition: { kind: 'unless', modifiers: [names.value] } } })
    expect((await owner.staff.productChoices({})).modifierGroups).toMatchObject([
      { id: group, condition: { kind: 'unless', names: [names.value] } },
    ])
    const nothing = { kind: 'unless' as const, modifiers: [], values: [] }
    expect(await refusal(owner.staff.writeModifierGroup({ ...ice, condition: nothing }))).toBe('input.invalid')
  })

  it('keeps a condition about option values when a modifier that it names is removed', async () => {
    const first = await owner.staff.writeModifierGroup(temperature)
    const values = [{ option: { en: 'Size', zh: '' }, value: { en: 'Small', zh: '' } }]
    const condition = { kind: 'unless' as const, modifiers: [first.modifiers[1]?.id ?? ''], values }
    const { group } = await owner.staff.writeModifierGroup({ ...ice, condition })
    await owner.staff.writeModifierGroup(change(first, { modifiers: first.modifiers.slice(0, 1) }))
    expect((await owner.staff.modifierGroup({ group })).condition).toEqual({ ...condition, modifiers: [] })
  })

  it('leaves all products when it is removed', async () => {
    const group = await owner.staff.writeModifierGroup(temperature)
    await addProducts(shop.ctx(), { id: 'tea', stock: null, modifierGroups: [group.group] })
    const { group: id, version } = group
    expect((await page('tea')).modifierGroups).toHaveLength(1)
    expect(await owner.staff.removeModifierGroup({ group: id, version })).toEqual({ products: 1 })
    expect((await page('tea')).modifierGroups).toEqual([])
    expect(await refusal(owner.staff.modifierGroup({ group: id }))).toBe('not_found')
  })

  it.each<[string, Partial<Typed>, string]>([
    ['more than the maximum required', { min: 2 }, 'input.invalid'],
    ['no choice', { modifiers: [] }, 'input.invalid'],
    ['a choice of another group', { modifiers: [{ ...choice('Hot', '热饮'), id: 'elsewhere' }] }, 'not_found'],
    [
      'more chosen at first than allowed',
      { modifiers: temperature.modifiers.map((one) => ({ ...one, isPreselected: true })) },
      'input.invalid',
    ],
    ['no name', { name: { en: '', zh: '' } }, 'input.invalid'],
  ])('refuses %s', async (_, fields, code) => {
    expect(await refusal(owner.staff.writeModifierGroup({ ...temperature, ...fields }))).toBe(code)
    expect((await owner.staff.modifierGroups()).groups).toEqual([])
  })

  it('needs the right to change products', async () => {
    const cook = await openColleague(shop, owner, 'cook@shop.test', [{ role: 'content', location: null }])
    expect(await refusal(cook.staff.writeModifierGroup(temperature))).toBe('staff.no_right')
  })
})
