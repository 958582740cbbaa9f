import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const within = (folder: string, names: string) => `/${folder}/(${names})\\.`
const oneOf = (...places: string[]) => new RegExp(places.join('|'))

/** The shell's parts that few visits open are files of their own; the rest comes with every page. */
const openedRarely =
  'shell|store-switch-dialog|install-offer|spill|main|unknown|preferences|notice-bar|dialogs|side-menu|preferences-dialog|locations-dialog|support-dialog|store-hours|hours'

/** What forms are made of. */
const formParts = 'field|email-field|check|done|copy-button|once-button|text-area'

/** Files that travel together: fewer requests, and they compress better. The first group that fits takes a module. */
const groups = [
  { name: 'framework', test: /node_modules/ },
  {
    name: 'shop',
    test: oneOf(
      within('contract', 'api-error|constants|environment|format|languages|money'),
      within('storefront', 'use|shop|data|links'),
      within('storefront/pages/blocks', 'blocks|block-link|later|hero|products'),
      within('storefront/shell', `(?!(?:${openedRarely})\\.).*`),
      within(
        'storefront/store',
        'product-card|price-tag|badges|windows|quick-add|quantity-field|use-cart-add|use-cart-fetcher|use-cart-quantity',
      ),
      within('storefront/ui', `(?!(?:${formParts})\\.).*`),
    ),
  },
  { name: 'forms', test: oneOf(within('storefront/ui', formParts)) },
  {
    name: 'browsing',
    test: oneOf(
      within('storefront/measuring', 'tell'),
      within(
        'storefront/store',
        'best-before|breadcrumb|category-chips|empty-list|filters|filter-panel|gallery|list-data|menu-tabs|product-list|recent-searches|share-button|store-error|store-page|use-current-in-view',
      ),
    ),
  },
]

/** Hundreds of small files: to find and read each of them at a start takes longer than to run what is in them. */
const builtIn =
  /^(drizzle-orm|zod|react-router|@remix-run\/route-pattern|hono|@hono\/node-server|react|react-dom|lossless-json|csv-parse|cookie-es|isbot|pinyin-pro|opencc-js)(\/|$)/

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  environments: {
    // One entry, so that there is one module graph: `instanceof` and caches hold for API and pages alike.
    ssr: { build: { rollupOptions: { input: './main.ts' } } },
    client: { build: { rollupOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  ssr: { target: 'node', ...(command === 'build' && { noExternal: builtIn }) },
}))
