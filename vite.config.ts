import { reactRouter } from '@react-router/dev/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const within = (folder: string, names: string) => `/${folder}/(${names})\\.`
const oneOf = (...places: string[]) => new RegExp(places.join('|'))

/**
 * The files of the shell that are not in the chunk `shop`: routes, which are chunks of their own, and parts that load
 * later or that few visitors open.
 */
const openedRarely = 'shell|install-offer|main|unknown|preferences|notice-bar|side-menu'

const formParts = 'labelled|field|email-field|text-area|select|check|done|copy-button|once-button'

/** Styles that every page needs: for the components, the shell, and the top of most pages. */
const commonStyles = oneOf(
  within('ui', '[^/]*'),
  within('storefront/shell', '[^/]*|dialogs/dialogs'),
  within('storefront/(?:core/analytics|offline)', '[^/]*'),
  within('storefront/shell/header', '[^/]*'),
  within('storefront/parts', 'error-page|hours/store-hours|search/search-form|words'),
  within('storefront/basket', 'quick-add'),
  within('storefront/cards', 'grids|price-tag|product-card|product-row'),
)

/** Styles of the cards that only group-buy pages have. */
const campaignStyles = oneOf(within('storefront/cards', 'campaign-card|countdown'))

/** Styles in the folder `pages` that the home page does not need. They get a style sheet of their own. */
const contentPageStyles = oneOf(within('storefront/pages', 'content-page'))

/**
 * The name of the built style sheet that contains a file's styles. The folder `store` has one sheet for lists, one for
 * products and one for sharing.
 */
function sheetOf(file: string): string {
  if (commonStyles.test(file)) return 'shop'
  if (campaignStyles.test(file)) return 'campaigns'
  if (contentPageStyles.test(file)) return 'content-page'
  const folder = /\/storefront\/(store\/\w+|\w+)\//.exec(file)?.[1] ?? 'shop'
  return folder === 'store/menu' ? 'store-list' : folder.replace('/', '-')
}

/**
 * Groups of modules. The modules of a group become one chunk, which needs fewer requests and compresses better than
 * many chunks. A module belongs to the first group that matches.
 */
const groups = [
  // A chunk that contains only styles becomes a separate style sheet, which pages link.
  { name: (id: string) => `${sheetOf(id)}-styles`, test: /\.css$/ },
  // Excludes `uqr`, because few pages draw QR codes.
  { name: 'framework', test: /node_modules\/(?!uqr\/)/ },
  {
    name: 'shop',
    test: oneOf(
      within('contract', 'api-error|constants|environment|format|languages|money|sum'),
      within('storefront/core', 'cart-additions|first-use|shop|shop-ui|data|links|shell-data|shell-rules'),
      within('storefront/core/client-state', 'offline-texts'),
      within('storefront/parts', 'head/[^/]*|error-page|currency-note|price|checkout-off'),
      within('storefront/basket', 'quick-add|quantity-field|use-cart'),
      within('storefront/cards', 'product-card|price-tag|badges|windows'),
      within('storefront/pages/blocks', 'blocks|block-link|lazy-block|media/hero|products'),
      within('storefront/shell', `(?:header/)?(?!(?:${openedRarely})\\.)[^/]*`),
      within('storefront/shell/dialogs', 'dialog-names|preference-form|store-switch'),
      within('ui', `(?!(?:${formParts}|qr-squares|qr-code|send-button)\\.)[^/]*`),
    ),
  },
  { name: 'forms', test: oneOf(within('ui', formParts)) },
  {
    name: 'browsing',
    test: oneOf(
      within('storefront/core/analytics', 'events'),
      within('storefront/parts', 'breadcrumb|empty-list|search/recent-searches|store-page'),
      within('storefront/store', 'late-cards|store-error'),
      within('storefront/store/list', 'category-chips|filters|filter-panel|list-data|product-list'),
      within('storefront/store/list', 'chosen-filters|price-fields|use-filter-query'),
      within('storefront/store/menu', 'menu-tabs|use-current-in-view'),
      within('storefront/store/product', 'best-before|gallery'),
      within('storefront/store/sharing', 'share-button'),
    ),
  },
]

/**
 * Packages that the server's bundle contains. They have hundreds of small files, and finding and reading these at each
 * start takes longer than running them.
 */
const builtIn = new RegExp(
  `^(${[
    'drizzle-orm',
    'zod',
    'react-router',
    '@remix-run/route-pattern',
    'hono',
    '@hono/node-server',
    'react',
    'react-dom',
    'lossless-json',
    'csv-parse',
    'cookie-es',
    'isbot',
    'pinyin-pro',
    'opencc-js',
  ].join('|')})(/|$)`,
)

/** Omits styles from the server's build, because pages link the sheets of the browser's build. */
const noStylesOnServer: Plugin = {
  name: 'no-styles-on-server',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: (id) => (id.endsWith('.css') ? '' : undefined),
}

export default defineConfig(({ command }) => ({
  plugins: [noStylesOnServer, reactRouter()],
  environments: {
    ssr: {
      // A single entry gives one module graph, so that API and pages share classes (`instanceof`) and caches.
      build: { rollupOptions: { input: './main.ts' } },
      // The server starts without NODE_ENV. Without this constant, it would run React's development build.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
    },
    client: { build: { rollupOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Prevents Rolldown from reporting, at each first start of a shop, how long React Router's plugins take.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  ssr: { target: 'node', ...(command === 'build' && { noExternal: builtIn }) },
}))
