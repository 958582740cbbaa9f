import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // One entry, so that there is one module graph: `instanceof` and caches hold for API and pages alike.
  environments: { ssr: { build: { rollupOptions: { input: './main.ts' } } } },
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  ssr: { target: 'node' },
})
