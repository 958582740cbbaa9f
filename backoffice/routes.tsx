import { createBrowserRouter } from 'react-router'
import { frameRoute, loadFrame } from './core/me.ts'
import { ErrorPage, Loading } from './frame/error-page.tsx'

/** All pages of the back office, below `/office`. Each page is a separate chunk. */
export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: ErrorPage,
      HydrateFallback: Loading,
      children: [
        { path: '/in', lazy: () => import('./sign-in/sign-in.tsx') },
        { path: '/start', lazy: () => import('./sign-in/start.tsx') },
        { path: '/counter', lazy: () => import('./devices/counter.tsx') },
        { path: '/join', lazy: () => import('./sign-in/join.tsx') },
        {
          id: frameRoute,
          // Lazy, so that the sign-in page does not load the frame.
          lazy: async () => ({ Component: (await import('./frame/frame.tsx')).Frame }),
          loader: loadFrame,
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: [
                { index: true, lazy: () => import('./today/today.tsx') },
                { path: '/orders/:order', lazy: () => import('./orders/order.tsx') },
                { path: '/requests', lazy: () => import('./cases/requests.tsx') },
                { path: '/expected', lazy: () => import('./cases/expected.tsx') },
                { path: '/payments', lazy: () => import('./cases/payments.tsx') },
                { path: '/products', lazy: () => import('./products/products.tsx') },
                { path: '/products/:product', lazy: () => import('./products/product.tsx') },
                { path: '/stock', lazy: () => import('./stock/stock.tsx') },
                { path: '/stock/in', lazy: () => import('./stock/work.tsx') },
                { path: '/stock/count', lazy: () => import('./stock/work.tsx') },
                { path: '/stock/waste', lazy: () => import('./stock/work.tsx') },
                { path: '/stock/move', lazy: () => import('./stock/work.tsx') },
                { path: '/stock/:sku', lazy: () => import('./stock/history.tsx') },
                { path: '/categories', lazy: () => import('./categories/categories.tsx') },
                { path: '/categories/:category', lazy: () => import('./categories/category.tsx') },
                { path: '/categories/:category/delete', lazy: () => import('./categories/category-removal.tsx') },
                { path: '/brands', lazy: () => import('./labels/brands.tsx') },
                { path: '/brands/:brand', lazy: () => import('./labels/brand.tsx') },
                { path: '/tags', lazy: () => import('./labels/tags.tsx') },
                { path: '/tags/:tag', lazy: () => import('./labels/tag.tsx') },
                { path: '/sold-out', lazy: () => import('./sold-out/sold-out.tsx') },
                { path: '/shop', lazy: () => import('./shop/shop.tsx') },
                { path: '/shop/:location', lazy: () => import('./shop/store.tsx') },
                { path: '/shop/:location/methods/:method', lazy: () => import('./shop/method.tsx') },
                { path: '/shop/:location/days', lazy: () => import('./days/days.tsx') },
                { path: '/shop/:location/zones', lazy: () => import('./zones/zones.tsx') },
                { path: '/shop/:location/zones/:zone', lazy: () => import('./zones/zone.tsx') },
                { path: '/tables', lazy: () => import('./tables/stores.tsx') },
                { path: '/tables/:location', lazy: () => import('./tables/tables.tsx') },
                { path: '/tables/:location/print', lazy: () => import('./tables/print.tsx') },
                { path: '/look', lazy: () => import('./look/look.tsx') },
                { path: '/options', lazy: () => import('./options/options.tsx') },
                { path: '/menus', lazy: () => import('./menus/menus.tsx') },
                { path: '/menus/:menu', lazy: () => import('./menus/menu.tsx') },
                { path: '/texts/:text?', lazy: () => import('./words/words.tsx') },
                { path: '/payment', lazy: () => import('./payment/payments.tsx') },
                { path: '/payment/:provider', lazy: () => import('./payment/provider.tsx') },
                { path: '/taxes', lazy: () => import('./taxes/taxes.tsx') },
                { path: '/staff', lazy: () => import('./staff/staff.tsx') },
                { path: '/staff/:person', lazy: () => import('./staff/person.tsx') },
                { path: '/devices', lazy: () => import('./devices/devices.tsx') },
                { path: '/log', lazy: () => import('./log/log.tsx') },
                { path: '/notices', lazy: () => import('./notices/notices.tsx') },
                { path: '/me', lazy: () => import('./me/me.tsx') },
                { path: '*', lazy: () => import('./frame/no-page.tsx') },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: '/office' },
)
