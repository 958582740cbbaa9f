import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * `npm test`: runs the tests, then the end-to-end tests in a browser. With file names as arguments, it runs only those
 * files. With `RERUN_FAILED=1`, as in the CI, up to three failed files run once more, because the CI's machine is
 * shared and can stop a process for seconds. If more files fail, none runs again. The output names the files that ran
 * again, because a test that fails only sometimes has a bug.
 */
const args = process.argv.slice(2)
const runs =
  args.length > 0
    ? [args]
    : [
        ['--config', 'vitest.config.ts'],
        ['--config', 'tests/e2e/vitest.config.ts'],
      ]
const maxReruns = 3
const rerun: string[] = []
for (const run of runs) {
  const { status, failed } = runTests(run)
  if (status === 0) continue
  if (process.env.RERUN_FAILED !== '1' || failed.length === 0 || failed.length > maxReruns) process.exit(status)
  console.log(`These files failed and run once more: ${failed.join(', ')}`)
  const secondRun = runTests([...run, ...failed])
  if (secondRun.status !== 0) process.exit(secondRun.status)
  rerun.push(...failed)
}
if (rerun.length > 0) console.log(`These files failed at first and passed the second time: ${rerun.join(', ')}`)

/** Runs Vitest. Returns its exit code and the files with a failed test. */
function runTests(run: string[]): { status: number; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = spawnSync('vitest', ['run', ...run, ...reporters], { stdio: 'inherit' }).status ?? 1
  const failed = status === 0 ? [] : failedFiles(report)
  rmSync(folder, { recursive: true, force: true })
  return { status, failed }
}

function failedFiles(report: string): string[] {
  try {
    const { testResults }: { testResults: { name: string; status: string }[] } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
  } catch {
    // Vitest ended before it wrote the report.
    return []
  }
}
