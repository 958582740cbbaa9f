// @vitest-environment node
import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.ts'

const preload = '<link rel="modulepreload" href="/assets/entry.js"/>'
const page = (scripts: string) => `<html><head>${preload}</head><body><main></main>${scripts}</body></html>`

test('the scripts of a page wait for its load or its first use', () => {
  const html = scriptsLast(page('<script nonce="n" type="module" async="">import "/assets/entry.js"</script>'), 'n')
  expect(html).toContain('<script nonce="n" type="later">import "/assets/entry.js"</script>')
  expect(html).toContain('<link rel="later" href="/assets/entry.js"/>')
  expect(html).not.toContain('type="module"')
})

test('scripts that the router writes in another way start at once, and what the address brings is held', () => {
  const scripts = '<script nonce="n" type="module" src="/assets/entry.js"></script>'
  const html = scriptsLast(page(scripts), 'n')
  expect(html).toContain(scripts)
  expect(html).toContain(preload)
  expect(html).not.toContain('later')
  expect(html).toMatch(/<script nonce="n">.*localStorage.*<\/script><\/body>/s)
})

test('a page without scripts stays whole', () => {
  expect(scriptsLast(page(''))).toContain('<main></main><script>')
})
