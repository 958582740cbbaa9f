// @vitest-environment node
import { expect, test } from 'vitest'
import { deferScripts } from './deferred-scripts.ts'

const preload = '<link rel="modulepreload" href="/assets/entry.js"/>'
const page = (scripts: string) => `<html><head>${preload}</head><body><main></main>${scripts}</body></html>`

test('scriptsLast defers the scripts and preloads of a page', () => {
  const html = deferScripts(page('<script nonce="n" type="module" async="">import "/assets/entry.js"</script>'), 'n')
  expect(html).toContain('<script nonce="n" type="later">import "/assets/entry.js"</script>')
  expect(html).toContain('<link rel="later" href="/assets/entry.js"/>')
  expect(html).not.toContain('type="module"')
})

test('scriptsLast leaves unknown script tags unchanged and adds the early inline script', () => {
  const scripts = '<script nonce="n" type="module" src="/assets/entry.js"></script>'
  const html = deferScripts(page(scripts), 'n')
  expect(html).toContain(scripts)
  expect(html).toContain(preload)
  expect(html).not.toContain('later')
  expect(html).toMatch(/<script nonce="n">.*localStorage.*<\/script><\/body>/s)
})

test('scriptsLast keeps a page without scripts', () => {
  expect(deferScripts(page(''))).toContain('<main></main><script>')
})
