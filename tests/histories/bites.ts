import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { plantedFaults } from './planted-faults.ts'

/**
 * Proves that the histories find faults. Plays the histories once for each planted fault, and reports which history
 * found the fault. Fails if the histories miss a fault. Arguments: the maximum number of histories per fault, and
 * optionally a text that selects the faults whose names contain it.
 */
const [count = '300', part = ''] = process.argv.slice(2)
let missed = 0
for (const name of Object.keys(plantedFaults).filter((name) => name.includes(part))) {
  const output = await play(name)
  const seed = /Seed (\d+) breaks an invariant/.exec(output)?.[1]
  const violation = /^- (.*)/m.exec(output)?.[1] ?? ''
  if (!seed) missed++
  process.stdout.write(
    seed
      ? `${name}: found by history ${seed} (${violation.slice(0, 120)})\n`
      : `${name}: NOT FOUND\n${output.slice(-2000)}\n`,
  )
}
process.exit(missed > 0 ? 1 : 0)

async function play(name: string): Promise<string> {
  const { HISTORIES_SEED: _, HISTORIES_STATE: __, ...env } = process.env
  const child = spawn('vitest', ['run', '--config', 'tests/histories/vitest.config.ts'], {
    env: { ...env, HISTORIES_FAULT: name, HISTORIES_COUNT: count },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}
