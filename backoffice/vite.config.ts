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
    modulePreload: {
      // Leaves out the polyfill, because the content security policy of these pages forbids inline scripts.
      polyfill: false,
      // Preloads only style sheets. Otherwise, the first script would list the scripts of every page, which takes 1.5
      // kB.
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    // The first script lists all files, so short names make it smaller.
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash:8].js', assetFileNames: 'assets/[hash:8][extname]' },
    },
  },
})
