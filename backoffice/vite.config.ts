import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The back office: a build of its own, so that shoppers load nothing of it. */
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
    // The policy of these pages allows no inline script.
    modulePreload: { polyfill: false },
  },
})
