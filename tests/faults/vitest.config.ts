import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/faults/*.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-console.ts'],
    // These timeouts are long enough for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
  },
})
