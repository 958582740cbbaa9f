import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import type { Text } from '#contract/languages.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Notice } from './notice.tsx'

const same = (text: string): Text => ({ en: text, zh: text })

it.each([
  ['Fresh tarts', 'Still warm.', 'Fresh tarts · Still warm. Reserve'],
  ['蛋挞出炉', '还是热的。', '蛋挞出炉 · 还是热的。Reserve'],
  ['', 'Still warm.', 'Still warm. Reserve'],
  ['Fresh tarts', '', 'Fresh tarts Reserve'],
])('a notice with the title “%s” and the text “%s” reads “%s”', (title, text, words) => {
  const own = { title: same(title), text: same(text), link: 'store', linkText: same('Reserve') }
  const block = { kind: 'notice' as const, tone: 'news' as const, dismissible: false, ...own }
  const Component = () => <Notice block={block} data={undefined} isFirst={false} />
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const html = renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: renderedShop } }} />)
  const [, inside = ''] = /<p[^>]*>(.*?)<\/p>/.exec(html) ?? []
  expect(inside.replace(/<svg.*?<\/svg>|<[^>]+>/g, '').trim()).toBe(words)
})
