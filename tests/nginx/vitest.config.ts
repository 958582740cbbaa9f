import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/nginx/*.test.ts'],
    globalSetup: ['tests/nginx/global-setup.ts'],
    // These timeouts are long enough for a busy machine.
    testTimeout: 600_000,
    hookTimeout: 180_000,
    // All files use one shop and one nginx.
    maxWorkers: 1,
    fileParallelism: false,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
  },
})
