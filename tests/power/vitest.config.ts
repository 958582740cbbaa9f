import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/power/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    // One machine at a time.
    maxWorkers: 1,
    fileParallelism: false,
    pool: 'forks',
  },
})
