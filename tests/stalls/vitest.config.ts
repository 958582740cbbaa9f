import { defineConfig } from 'vitest/config'
import { hourMs } from '#contract/durations.ts'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/stalls/*.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    testTimeout: hourMs,
    hookTimeout: 180_000,
    // These tests measure times, so nothing else may run.
    maxWorkers: 1,
    fileParallelism: false,
    pool: 'forks',
  },
})
