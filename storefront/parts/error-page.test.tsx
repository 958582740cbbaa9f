import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { link, renderedShop } from '#tests/shell-page.tsx'
import { ErrorPage } from './error-page.tsx'

it('links each page of the header once, also if the owner’s menu names it twice', () => {
  const info = structuredClone(renderedShop)
  info.appContent.navigation.headerMenu = [
    link('Everything', 'store'),
    link('Tea', 'products/tea'),
    link('More tea', 'products/tea'),
  ]
  const error = { status: 404, statusText: '', internal: false, data: null }
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <ErrorPage error={error} /> }])
  const html = renderToString(<Page initialEntries={['/x']} hydrationData={{ loaderData: { root: info } }} />)
  const links = [...html.matchAll(/<a class="button button-quiet" href="([^"]+)"[^>]*>([^<]*)/g)].map(
    ([, to, label]) => `${to} ${label}`,
  )
  expect(links).toEqual(['/home Back to the shop', '/store Menu', '/store/productlist?cat=tea Tea'])
})
