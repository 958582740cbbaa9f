import pg from 'pg'
import { fillCart, placeOrder } from '#tests/purchases.ts'
import { startServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'

// Runs in the virtual machine: starts the shop of /data, prints its orders, and buys until the power cut. The test
// reads the printed lines from the machine's console.

const logEvent = (word: string, about = '') => process.stdout.write(`shop ${word} ${about}\n`)

logEvent('starts')
try {
  const server = await startServer({
    DATA_DIR: '/data/shop',
    DEMO: 'false',
    LOG: 'error',
    RATE_LIMIT_FACTOR: '10000',
    PORT: '3000',
  })
  const database = new pg.Client({
    connectionString: `postgres://shop@localhost/postgres?host=${encodeURIComponent('/data/shop/postgres')}`,
  })
  await database.connect()
  const { rows } = await database.query('select id from orders')
  for (const { id } of rows) logEvent('keeps', id)
  await database.end()
  logEvent('opened')
  for (;;) {
    const shopper = createShopper(server.url)
    await fillCart(shopper, 'tea')
    const { orderID } = await placeOrder(shopper, { payAtStore: true })
    logEvent('acknowledged', orderID)
  }
} catch (error) {
  logEvent('failed', (error as Error).message.replaceAll('\n', ' '))
}
