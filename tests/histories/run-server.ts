import { createServer } from 'vite'

/** Runs `server-process.ts` from its sources through Vite, because Node alone cannot load JSX. */
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
await vite.ssrLoadModule('/tests/histories/server-process.ts')
