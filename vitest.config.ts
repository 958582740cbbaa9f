import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [
      ...['node_modules/**', 'build/**', 'tests/e2e/**', 'tests/stalls/**', 'tests/power/**', 'tests/nginx/**'],
      // These two files take minutes, because they kill whole shops. Only `npm run test:faults` runs them.
      'tests/faults/{backup,embedded}.test.ts',
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-console.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // This timeout is long enough for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Test files share loaded modules, because loading them again takes longer than most files run.
    isolate: false,
  },
})
