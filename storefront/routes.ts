import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

/** Table 3: every address of the shop and the file that shows it. */
export default [
  layout('shell/shell.tsx', { id: 'shell' }, [
    index('pages/home.tsx', { id: 'empty-path' }),
    route('home', 'pages/home.tsx'),
    route('checkout', 'checkout/cart.tsx', { id: 'checkout' }),
    route('checkout/cart', 'checkout/cart.tsx', { id: 'cart' }),
    route('checkout/checkout', 'checkout/checkout.tsx'),
    route('checkout/payment', 'checkout/payment.tsx'),
    route('confirmation/:id', 'confirmation/confirmation.tsx'),
    route('store', 'store/menu.tsx'),
    route('store/productlist', 'store/category.tsx'),
    route('store/search/:term?', 'store/search.tsx'),
    route('store/product/:id', 'store/product.tsx'),
    route('store/tag/:id', 'store/tag.tsx'),
    route('store/brand', 'store/brands.tsx'),
    route('store/brand/:id', 'store/brand.tsx'),
    route('store/clearance', 'store/clearance.tsx'),
    route('account/login', 'account/login.tsx'),
    route('account/signup', 'account/signup.tsx'),
    route('user', 'user/user.tsx'),
    route('user/list', 'user/list.tsx'),
    route('user/credit', 'user/credit.tsx'),
    route(':name', 'pages/page.tsx'),
  ]),
  route('preferences', 'shell/preferences.tsx'),
  route('main', 'shell/main.tsx'),
  route('*', 'shell/unknown.tsx'),
] satisfies RouteConfig
