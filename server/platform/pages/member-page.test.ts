import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fillGzippedPage, fillPage, placeholderOf, splitPage } from './member-page.ts'

const secret = 'canary'
const open = (html: string) =>
  splitPage(new Response(html, { headers: { 'content-type': 'text/html' } }), { secret, topics: new Set() })
const hole = placeholderOf(secret, 'name')

test.each([
  ['without a hole', '<p>A page</p>'],
  ['without text', ''],
  ['with holes side by side', `<p>${hole}${hole}</p><script>const name = "${hole}"</script>`],
  ['that begins and ends with a hole', `${hole} · ${hole}`],
  ['larger than the window of gzip', `${'<p>点心 dim sum</p>'.repeat(9000)}${hole}${'<i>tea</i>'.repeat(9000)}`],
])('a gzipped page %s equals the plain page', async (_, html) => {
  const page = await open(html)
  for (const name of ['', 'Mei 林 <b>', 'x'.repeat(70_000), '汉'.repeat(65_535)]) {
    const plain = Buffer.from(fillPage(page, { name })).toString()
    expect(gunzipSync(await fillGzippedPage(page, { name })).toString()).toBe(plain)
  }
})

test('a page without the value of a hole is refused', async () => {
  await expect(fillGzippedPage(await open(hole), {})).rejects.toThrow('a page has a hole for name')
})
