import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { renderedShop } from '#tests/shell-page.tsx'
import { ArticleFacts } from './article-facts.tsx'

type Article = ComponentProps<typeof ArticleFacts>['article']

it.each([
  [1, []],
  [2, ['2 min read']],
])('the facts about an article of %i minutes state the reading time as %j', (minutes, words) => {
  const article = { publishedAt: '2026-11-20T15:00:00Z', languages: ['en'], minutes: { en: minutes } }
  const Component = () => <ArticleFacts article={article as unknown as Article} />
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const html = renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: renderedShop } }} />)
  expect([...html.matchAll(/<span>(.*?)<\/span>/g)].map(([, text]) => text)).toEqual(words)
})
