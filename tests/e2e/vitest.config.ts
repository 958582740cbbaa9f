import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/e2e/*.test.ts'],
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
