import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bakery } from '../bakery.ts'
import type { DemoProduct } from '../product.ts'
import { demoProducts, toInput } from '../products.ts'
import { teaBar } from '../tea-bar.ts'
import { leadOf, namesOf, renderedFolder, renderedPictures, renderedRecipes } from './rendered.ts'
import { scenes } from './rows/scenes.ts'
import { rows } from './rows.ts'

const maxBytes = 60_000
const maxMeanBytes = 40_000
const maxBytesOfAll = 20_000_000

describe('rendered pictures', () => {
  test('belong to products, and each row has a lead picture', () => {
    const ids = demoProducts.map(({ id }) => id)
    expect(Object.keys(rows).filter((id) => !ids.includes(id))).toEqual([])
    expect(Object.keys(rows).filter((id) => renderedRecipes(id).length === 0)).toEqual([])
    const names = [...Object.keys(rows).flatMap(namesOf), ...Object.keys(scenes)]
    expect(Object.keys(renderedPictures).filter((name) => !names.includes(name))).toEqual([])
  })

  test('are the first pictures of their products, and no two products share one', () => {
    const leads = demoProducts.map(({ pictures }) => pictures[0])
    expect(new Set(leads).size).toBe(leads.length)
    for (const { id, pictures } of demoProducts) if (rows[id]) expect(pictures).toEqual(renderedRecipes(id))
  })

  test('show each drink and each bakery product from a second angle, with its own words in both languages', () => {
    const input = (product: DemoProduct) =>
      toInput(product, 0, {
        pictures: (src) => ({ src, widths: [], width: 800, height: 800 }),
        today: '2026-06-01',
      })
    const made = new Set([...teaBar, ...bakery].map(({ id }) => id))
    const shown = demoProducts.filter(({ id }) => made.has(id)).map(input)
    expect(shown).toHaveLength(made.size)
    for (const { id, name, images = [] } of shown) {
      const [lead, second] = images
      expect(lead, id).toMatchObject({ src: leadOf(id), alt: name })
      expect(second?.src, id).toBe(renderedRecipes(id)[1])
      expect(second?.src.split(' ')[1], id).toBe(`${id}-2`)
      expect(second?.alt.en, id).toMatch(/[a-z]{3}/)
      expect(second?.alt.zh, id).toMatch(/\p{Script=Han}{3}/u)
    }
    const words = shown.flatMap(({ images = [] }) => images.map(({ alt }) => alt))
    for (const language of ['en', 'zh'] as const)
      expect(new Set(words.map((alt) => alt[language])).size).toBe(words.length)
  })

  test('have one picture for each view, from another camera on the same surface', () => {
    for (const [id, { views = [] }] of Object.entries(rows)) {
      expect(renderedRecipes(id), id).toHaveLength(1 + views.length)
      for (const view of views) {
        expect(view, id).not.toHaveProperty('on')
        expect(view, id).toHaveProperty('pitch')
      }
    }
  })

  test('of scenes show products that have rows, and have names of their own', () => {
    for (const [name, { things }] of Object.entries(scenes)) {
      expect(Object.keys(renderedPictures)).toContain(name)
      expect(Object.keys(rows).flatMap(namesOf)).not.toContain(name)
      for (const { of } of things) expect(Object.keys(rows), name).toContain(of)
    }
  })

  test('are squares of at least 800 pixels, or 640 for further ones, scenes 1600 × 1000, and 60 kB at most', async () => {
    const names = Object.keys(renderedPictures).map((name) => `${name}.avif`)
    expect((await readdir(renderedFolder)).sort()).toEqual(names.sort())
    const files = await Promise.all(names.map((name) => readFile(join(renderedFolder, name))))
    for (const [at, file] of files.entries()) {
      expect(file.length, names[at]).toBeLessThanOrEqual(maxBytes)
      const { width = 0, height } = await sharp(file).metadata()
      if ((names[at] ?? '').slice(0, -'.avif'.length) in scenes) {
        expect([width, height], names[at]).toEqual([1600, 1000])
        continue
      }
      expect(width, names[at]).toBeGreaterThanOrEqual(/-[23]\.avif$/.test(names[at] ?? '') ? 640 : 800)
      expect(height, names[at]).toBe(width)
    }
    const bytes = files.reduce((sum, { length }) => sum + length, 0)
    expect(bytes).toBeLessThanOrEqual(maxBytesOfAll)
    expect(bytes / files.length).toBeLessThanOrEqual(maxMeanBytes)
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(files.length)
  })
})
