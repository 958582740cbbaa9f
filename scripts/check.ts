import { execFile } from 'node:child_process'

type Step = [name: string, command: string, args: string[]]

/** `npm run check`: the checks that follow, side by side; prints the result of each. */
const steps: Step[] = [
  // One checker: another takes half as much work again, and a core that the other tools use.
  ['types', 'tsc', ['--checkers', '1']],
  ['format and lint', 'biome', ['check', '--error-on-warnings']],
  [
    'import rules',
    'depcruise',
    [
      '--config',
      '.dependency-cruiser.cjs',
      'contract',
      'server',
      'storefront',
      'ui',
      'jobs',
      'demo',
      'simulators',
      'scripts',
      'bench',
      'tests',
      'main.ts',
    ],
  ],
  ['routes of the calls', 'node', ['scripts/calls.ts', '--check']],
  ['migrations', 'node', ['scripts/check-migrations.ts']],
  ['names and phrases', 'node', ['scripts/check-words.ts']],
  ['style sheets', 'node', ['scripts/check-styles.ts']],
  ['types of the service worker', 'tsc', ['--project', 'storefront/offline']],
]

/** Whether it passed. What a tool said is written in one piece, for others may be speaking. */
function pass([name, command, args]: Step): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: Number.POSITIVE_INFINITY }, (error, said, complained) => {
      if (error) process.stderr.write(`${said}${complained}\n${name}: not passed\n`)
      else process.stdout.write(`${name}: passed\n`)
      resolve(!error)
    })
  })
}

// The others read what it writes.
const areRoutesTyped = await pass(['route types', 'react-router', ['typegen']])
const results = areRoutesTyped ? await Promise.all(steps.map(pass)) : [false]
if (results.includes(false)) process.exit(1)
