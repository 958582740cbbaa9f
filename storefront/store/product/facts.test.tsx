import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { renderedShop } from '#tests/shell-page.tsx'
import { Facts } from './facts.tsx'

type Product = ComponentProps<typeof Facts>['product']

it.each([
  [['vegetarian', 'vegan', 'gluten_free'], 'vegan and gluten-free'],
  [['vegetarian', 'gluten_free'], 'vegetarian and gluten-free'],
])('the facts about a product with the diets %j say “%s”', (badges, words) => {
  const product = { badges, allergens: [] } as unknown as Product
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <Facts product={product} /> }])
  const html = renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: renderedShop } }} />)
  expect(/<dd>(.*?)<\/dd>/.exec(html)?.[1]).toBe(words)
})
