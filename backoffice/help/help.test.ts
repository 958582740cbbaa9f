import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { columns, locales } from '#contract/languages.ts'
import { helpMessages, helpPaths } from '#contract/messages/office-help.ts'
import type { Me } from '#contract/office/people.ts'
import { rights } from '#contract/rights.ts'
import { parentPath } from '../frame/keys.ts'
import { pages, pagesFor } from '../frame/pages.ts'

/** The paths of all pages within the frame. */
const paths = () => {
  const [, framed = ''] = readFileSync('backoffice/routes.tsx', 'utf8').split('loader: loadFrame')
  return [...framed.matchAll(/(index: true|path: '([^*']+)'), lazy/g)].map((match) => match[2] ?? '/')
}

test('every page has a help text', () => {
  const all = paths()
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((path) => !helpPaths.some((known) => known === path))).toEqual([])
})

test('a help text has three sentences about the page, and says what to do next', () => {
  for (const path of helpPaths)
    for (const locale of locales) {
      const about = helpMessages[`about.${path}`][columns[locale]]
      // A full stop within an amount or a URL does not end a sentence.
      expect([path, about.match(/[。？！]|[.?!](?=\s|$)/g)?.length]).toEqual([path, 3])
      expect(helpMessages[`next.${path}`][columns[locale]].length).toBeGreaterThan(8)
    }
})

test('each page of the main menu has a letter of its own', () => {
  const letters = pages.map(({ key }) => key)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.join('')).toMatch(/^[a-z]+$/)
})

test('Escape leads from each page to one that exists', () => {
  const all = paths()
  // Contains only the fields that the menu reads.
  const owner = {
    rights: Object.fromEntries(rights.map((right) => [right, 'all'])),
    isOnDevice: false,
  } as unknown as Me
  const filled = (path: string) => path.replace(/\/:\w+\?/, '').replace(/:\w+/g, 'x')
  for (const path of all) {
    const above = parentPath(filled(path), owner)
    const isTop = pagesFor(owner).some((page) => page.path === path)
    expect([path, above === null]).toEqual([path, isTop])
    if (above) expect(all.map(filled)).toContain(above)
  }
})
