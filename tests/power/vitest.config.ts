import { defineConfig } from 'vitest/config'
import { hourMs } from '#contract/durations.ts'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/power/*.test.ts'],
    testTimeout: hourMs,
    hookTimeout: 600_000,
    // Only one virtual machine may run at a time.
    maxWorkers: 1,
    fileParallelism: false,
    pool: 'forks',
  },
})
