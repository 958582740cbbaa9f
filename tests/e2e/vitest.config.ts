import { defineConfig } from 'vitest/config'

/**
 * End-to-end tests of the back office that only `npm run test:journeys` runs. They would take too long in the CI. Unit
 * tests check the same rules.
 */
const slow = ['categories', 'import-fixes', 'media', 'price-table', 'product-schedule', 'store-rules', 'tables']

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/e2e/*.test.ts'],
    exclude: process.env.JOURNEYS === 'all' ? [] : slow.map((name) => `tests/e2e/office-${name}.test.ts`),
    globalSetup: ['tests/e2e/global-setup.ts'],
    // Long enough for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // Each worker has its own shop (shop.ts).
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
  },
})
