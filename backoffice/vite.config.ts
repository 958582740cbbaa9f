import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The modules of forms, headings and errors that nearly every page loads. */
const formModules = [
  ...['ui/field', 'ui/email-field', 'ui/labelled', 'ui/send-button', 'ui/once-button', 'ui/hooks/use-action-result'],
  ...['core/attempt', 'core/form-answer', 'frame/page'],
]

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
      // Leaves out the polyfill for `modulepreload`, because these pages preload no scripts.
      polyfill: false,
      // Preloads only style sheets. Otherwise, the first script would also list which scripts each page preloads, which
      // takes 1.5 kB.
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // The first script lists all files, so short names make it smaller.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[hash:8][extname]',
        // Puts these modules into one file instead of nine files.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'form', test: new RegExp(`/(${formModules.join('|')})\\.tsx?$`) }],
        },
      },
    },
  },
})
