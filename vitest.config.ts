import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'build/**', 'tests/e2e/**', 'tests/stalls/**', 'tests/power/**'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-console.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // A file does not load again what the one before it loaded: that took longer than most of them.
    isolate: false,
  },
})
