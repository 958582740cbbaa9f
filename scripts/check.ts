import { spawnSync } from 'node:child_process'

/** `npm run check`: format and lint, types, import rules. Stops at the first that fails. */
const steps: [name: string, command: string, args: string[]][] = [
  ['format and lint', 'biome', ['check', '--error-on-warnings']],
  ['route types', 'react-router', ['typegen']],
  ['types', 'tsc', ['--checkers', '2']],
  ['types of the service worker', 'tsc', ['--project', 'storefront/offline']],
  [
    'import rules',
    'depcruise',
    ['--config', '.dependency-cruiser.cjs', 'contract', 'server', 'storefront', 'jobs', 'demo', 'stand-ins', 'main.ts'],
  ],
]
for (const [name, command, args] of steps) {
  const result = spawnSync(command, args, { encoding: 'utf8' })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}${result.stderr}\n${name}: not passed\n`)
    process.exit(1)
  }
  process.stdout.write(`${name}: passed\n`)
}
