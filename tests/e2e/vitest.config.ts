import { defineConfig } from 'vitest/config'

/**
 * The end-to-end tests that `npm test` and the CI run: the main paths of shoppers and owners, accessibility, and the
 * limits on file sizes. All end-to-end tests together take too long for the CI. `npm run test:journeys` runs them all.
 */
const main = [
  ...['accessible', 'bill', 'campaigns', 'catalogue', 'forgery', 'journeys', 'offline', 'one-sum', 'orders', 'payment'],
  ...['search', 'shell', 'styles', 'user', 'office', 'office-first-order', 'office-orders', 'office-sold-out'],
]

export default defineConfig({
  test: {
    root: '.',
    include: process.env.JOURNEYS ? ['tests/e2e/*.test.ts'] : main.map((name) => `tests/e2e/${name}.test.ts`),
    globalSetup: ['tests/e2e/global-setup.ts'],
    // These timeouts are long enough for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // Each worker has its own shop (shop.ts).
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
  },
})
