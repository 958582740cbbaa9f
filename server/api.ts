import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { schemas } from '#contract/schemas.ts'
import type { App } from './platform/context.ts'
import type { Operations } from './platform/http.ts'
import { bindCalls, inProcessTransport } from './platform/http.ts'
import type { Visit } from './platform/visit.ts'

// Replaced by the final wiring as soon as every module is there.
const load = (path: string) =>
  import(/* @vite-ignore */ path).catch((error: Error) =>
    /(Cannot find|Failed to (load|resolve))/.test(error.message) ? {} : Promise.reject(error),
  )
const names = [
  'catalogue/catalogue',
  'catalogue/rates',
  'locations/locations',
  'members/members',
  'content/content',
  'cart/cart',
  'checkout/checkout',
  'checkout/billing',
  'orders/orders',
  'payments/payments',
]
const [catalogue, currency, locations, account, content, cart, checkout, billing, orders, payments] = await Promise.all(
  names.map((name) => load(`./${name}.ts`)),
)

export function createApi(app: App) {
  const operations = {
    shell: content,
    content,
    account,
    locations,
    currency,
    catalogue,
    cart,
    checkout: { ...checkout, paymentConfig: payments.options },
    billing,
    orders,
    payments,
  } as unknown as Operations<typeof schemas>
  const http = bindCalls(app, schemas, operations, { kept: (name) => name.startsWith('catalogue.'), limits: {} })
  app.onCatalogueChange = () => http.answers.clear()
  return {
    http,
    fetch: (request: Request) => Promise.resolve(http.hono.fetch(request, {})),
    clientFor: (visit: Visit): Client => createClient(inProcessTransport(http, visit), () => undefined),
    close: async () => {},
  }
}
