import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['tests/histories/*.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-console.ts'],
    hookTimeout: 120_000,
    maxWorkers: 1,
    pool: 'forks',
    // Prints the figures while the histories are still being played.
    disableConsoleIntercept: true,
  },
})
