import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const groups = [
  { name: 'framework', test: /node_modules/ },
  {
    name: 'shop',
    test: /\/contract\/(api-error|constants|environment|format|money)\.|\/storefront\/(pages\/blocks\/(blocks|block-data|block-link|hero|banner|categories|products|notice)\.|use\.|ui\/(?!field\.|email-field\.|check\.|done\.|copy-button\.|text-area\.|qr-squares\.)|store\/(product-card|price-tag|badges|windows|quick-add|quantity-field|use-cart)|shop\.|data\.|links\.|shell\/(?!shell\.|store-switch-dialog\.|install-offer\.|spill\.|main\.|unknown\.|preferences\.|notice-bar\.|dialogs\.|side-menu\.|preferences-dialog\.|locations-dialog\.|support-dialog\.|store-hours\.|hours\.))/,
  },
]

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    // One entry, so that there is one module graph: `instanceof` and caches hold for API and pages alike.
    ssr: { build: { rollupOptions: { input: './main.ts' } } },
    // What every page needs travels in two files instead of twenty: fewer requests, and it compresses better.
    client: { build: { rollupOptions: { output: { codeSplitting: { groups } } } } },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  ssr: { target: 'node' },
})
