import { spawnSync } from 'node:child_process'

/**
 * `npm test`: runs all tests, then the end-to-end tests in a browser. With file names as arguments, it runs only those
 * files.
 */
const args = process.argv.slice(2)
const runs =
  args.length > 0
    ? [args]
    : [
        ['--config', 'vitest.config.ts'],
        ['--config', 'tests/e2e/vitest.config.ts'],
      ]
for (const run of runs) {
  const { status } = spawnSync('vitest', ['run', ...run], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
