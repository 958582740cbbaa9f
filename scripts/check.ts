import { execFile } from 'node:child_process'

type Step = [name: string, command: string, args: string[]]

/** `npm run check`: runs these checks in parallel and prints the result of each. */
const steps: Step[] = [
  // Uses only one type checker. A second one would repeat half of the work, and would take a processor core from the
  // other tools. Later runs check only files that depend on a change.
  ['types', 'tsc', ['--checkers', '1', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo']],
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
      'backoffice',
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

/**
 * Runs a check and returns whether it passed. Writes the check's output only at its end, so that the outputs of
 * parallel checks do not mix.
 */
function runStep([name, command, args]: Step): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      if (error) process.stderr.write(`${stdout}${stderr}\n${name}: not passed\n`)
      else process.stdout.write(`${name}: passed\n`)
      resolve(!error)
    })
  })
}

// This check generates types that the other checks read, so it runs first.
const areRoutesTyped = await runStep(['route types', 'react-router', ['typegen']])
const results = areRoutesTyped ? await Promise.all(steps.map(runStep)) : [false]
if (results.includes(false)) process.exit(1)
