import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

/** Table 3: every address of the shop and the file that shows it. */
export default [
  layout('shell/shell.tsx', [
    index('pages/home.tsx', { id: 'empty-path' }),
    route('home', 'pages/home.tsx'),
    route('checkout', 'checkout/cart.tsx', { id: 'checkout' }),
    route('checkout/cart', 'checkout/cart.tsx', { id: 'cart' }),
    route(':name', 'pages/page.tsx'),
  ]),
  route('main', 'shell/main.tsx'),
  route('*', 'shell/unknown.tsx'),
] satisfies RouteConfig
