import { createServer as createHttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import type { openShop as OpenShop } from '#main'
import { startSimulators } from '#simulators/providers.ts'

/** `npm run dev`: runs the shop from its sources with hot reload, and the providers' simulators in the same process. */
const port = Number(process.env.PORT || 3000)
const wallets = await startSimulators(process.env)
Object.assign(process.env, { NODE_ENV: 'development', ...wallets.env })

const http = createHttpServer()
const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http } }, appType: 'custom' })
const office = await createServer({
  configFile: 'backoffice/vite.config.ts',
  server: { middlewareMode: true, hmr: { server: http, path: '/office/hot-reload' } },
  appType: 'spa',
})
type Shop = Awaited<ReturnType<typeof OpenShop>>
let shop: { open: typeof OpenShop; made: Promise<Shop>; worker?: ReturnType<Shop['work']> } | undefined

/** Opens the shop from its current sources. The database stays open across reloads. */
async function currentShop(): Promise<Shop> {
  const { openShop }: { openShop?: typeof OpenShop } = await vite.ssrLoadModule('./main.ts')
  if (!openShop) throw new Error('main.ts does not export openShop')
  if (shop?.open !== openShop) {
    const before = shop
    const made = (async () => {
      await before?.worker?.stop()
      return openShop((await before?.made)?.app.database)
    })()
    shop = { open: openShop, made }
    shop.worker = (await made).work()
  }
  return shop.made
}

const listener = getRequestListener(async (request, env) => (await currentShop()).fetch(request, env))
http.on('request', (request, response) => {
  const { middlewares } = /^\/office([/?]|$)/.test(request.url ?? '') ? office : vite
  middlewares(request, response, () => listener(request, response))
})
await currentShop()
http.listen(port, () => process.stdout.write(`\n  The shop is open: http://localhost:${port}\n\n`))
process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
