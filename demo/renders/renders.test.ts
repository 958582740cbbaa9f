import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { demoProducts } from '../products.ts'
import { namesOf, renderedFolder, renderedPictures, renderedRecipes } from './rendered.ts'
import { rows } from './rows.ts'

const maxBytes = 60_000
const maxBytesOfAll = 20_000_000

describe('rendered pictures', () => {
  test('belong to products, and each row has a lead picture', () => {
    const ids = demoProducts.map(({ id }) => id)
    expect(Object.keys(rows).filter((id) => !ids.includes(id))).toEqual([])
    expect(Object.keys(rows).filter((id) => renderedRecipes(id).length === 0)).toEqual([])
    const names = Object.keys(rows).flatMap(namesOf)
    expect(Object.keys(renderedPictures).filter((name) => !names.includes(name))).toEqual([])
  })

  test('are the first pictures of their products, and no two products share one', () => {
    const leads = demoProducts.map(({ pictures }) => pictures[0])
    expect(new Set(leads).size).toBe(leads.length)
    for (const { id, pictures } of demoProducts) if (rows[id]) expect(pictures).toEqual(renderedRecipes(id))
  })

  test('are squares of at least 800 pixels and 60 kB at most', async () => {
    const names = Object.keys(renderedPictures).map((name) => `${name}.avif`)
    expect((await readdir(renderedFolder)).sort()).toEqual(names.sort())
    const files = await Promise.all(names.map((name) => readFile(join(renderedFolder, name))))
    for (const [at, file] of files.entries()) {
      expect(file.length, names[at]).toBeLessThanOrEqual(maxBytes)
      const { width = 0, height } = await sharp(file).metadata()
      expect(width, names[at]).toBeGreaterThanOrEqual(800)
      expect(height, names[at]).toBe(width)
    }
    expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(maxBytesOfAll)
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(files.length)
  })
})
