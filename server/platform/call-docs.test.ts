import { expect, test } from 'vitest'
import { listCalls } from '#contract/calls.ts'
import { errors } from '#contract/errors.ts'
import { docsIn, readCallDocs } from './call-docs.ts'

test('a call refuses what its sentences name, an area as a whole, and what the call that they name refuses', () => {
  const docs = docsIn([
    `export const cart = {
  ...moreCalls,
  /**
   * Adds a line: \`cart.limit\`,
   * \`coupons.*\`.
   */
  add: { input, output },
  view: { input, output },
}
export const moreCalls = {
  /** As \`cart.add\`; \`not_found\`. */
  change: { input, output },
}
`,
  ])
  expect(docs.get('cart.add')?.words).toBe('Adds a line: `cart.limit`, `coupons.*`.')
  expect(docs.get('cart.add')?.errors).toEqual(
    expect.arrayContaining(['cart.limit', 'coupons.unknown', 'coupons.used']),
  )
  expect(docs.get('cart.change')?.errors).toEqual(expect.arrayContaining(['not_found', 'cart.limit', 'coupons.used']))
  expect(docs.has('cart.view')).toBe(false)
})

test('every refusal and call that the contract’s sentences name exists', async () => {
  const docs = await readCallDocs()
  const names = new Set([...Object.keys(errors), ...docs.keys()])
  const areas = new Set(listCalls().map(({ name }) => name.split('.')[0]))
  const named = [...docs.values()].flatMap(({ words }) => [...words.matchAll(/`(\w+)\.(\w+)`/g)])
  const missing = named.filter(([, area, name]) => areas.has(area) && !names.has(`${area}.${name}`))
  expect(missing.map(([all]) => all)).toEqual([])
})
