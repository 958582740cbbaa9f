import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { campaignTexts, storeTexts, texts } from '#contract/messages.ts'

test.each([
  ['the store', ['root', 'pages/home', 'pages/page', 'shell/shell', 'shell/unknown', ...pagesIn('store')], storeTexts],
  ['a group-buy', pagesIn('campaigns'), campaignTexts],
])('pages of %s use only texts that are sent with them', (_, pages, sent) => {
  const missing = sourcesOf(pages)
    .flatMap((file) => saidIn(file).map((key) => ({ key, file })))
    .filter(({ key }) => !(key in sent))
  expect(pages.length).toBeGreaterThan(2)
  expect(missing).toEqual([])
})

function pagesIn(folder: string): string[] {
  const routes = readFileSync('storefront/routes.ts', 'utf8')
  return [...routes.matchAll(new RegExp(`'(${folder}/[\\w/-]+)\\.tsx'`, 'g'))].map((match) => match[1] ?? '')
}

/**
 * Files to skip, because they list text keys without using them, or contain names of calls that look like text keys.
 */
const namesAlone = ['storefront/offline/cache-rules.ts', 'ui/texts.ts']

/** The files of these pages and all files of `storefront` and `ui` that they import. */
function sourcesOf(pages: string[]): string[] {
  const files = new Set<string>()
  const walk = (file: string) => {
    if (files.has(file) || !existsSync(file)) return
    files.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([#.][^']+)'/g)) {
      const next = path.startsWith('#') ? path.slice(1) : normalize(`${dirname(file)}/${path}`)
      if (/^(storefront|ui)\//.test(next)) walk(next)
    }
  }
  for (const page of pages) walk(`storefront/${page}.tsx`)
  return [...files].filter((file) => !namesAlone.includes(file))
}

/** The text keys used in a file, including those built from a prefix. */
function saidIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const spelled = [...source.matchAll(/'(\w+(?:\.\w+)+)'|\bt\('(\w+)'/g)]
    .map(([, dotted, plain]) => dotted ?? plain ?? '')
    .flatMap((key) => [key, `${key}.other`].filter((known) => known in texts))
  const begun = [...source.matchAll(/`([\w]+\.\w*)\$\{/g)].flatMap(([, start = '']) =>
    Object.keys(texts).filter((key) => key.startsWith(start)),
  )
  return [...spelled, ...begun]
}

test('the pattern finds the texts that the store uses', () => {
  const said = new Set(
    globSync(['storefront/{store,pages,shell,parts,cards,basket}/**/*.tsx', 'ui/*.tsx']).flatMap(saidIn),
  )
  expect([...said].filter((key) => key in storeTexts).length).toBeGreaterThan(150)
})

test('no text says that a page updates itself', () => {
  const promise =
    /\bpage (changes|updates|reloads|will say so)|(changes|updates|refreshes) (by )?itself|页面会?自动|自动(更新|刷新)/i
  const promising = Object.entries(texts).filter(([, words]) => words.some((text) => promise.test(text)))
  expect(promising).toEqual([])
})
