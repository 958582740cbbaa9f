import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the back office separately, so that shoppers load none of its code. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/office/',
  publicDir: false,
  resolve: { tsconfigPaths: true },
  build: {
    outDir: fileURLToPath(new URL('../build/office', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The content security policy of these pages forbids inline scripts.
    modulePreload: { polyfill: false },
  },
})
