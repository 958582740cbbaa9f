import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runShop } from './shop-run.ts'

/**
 * A fresh clone with only the files that every command reads first. Its `npm` is a script that records the arguments.
 */
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'shop-clone-'))
  for (const file of ['package-lock.json', 'scripts/run.sh', 'scripts/set-up.mjs', 'scripts/help'])
    cpSync(file, join(clone, file), { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(clone, 'bin'))
  mkdirSync(join(clone, 'node_modules'))
  writeFileSync(join(clone, 'bin', 'npm'), '#!/bin/sh\necho "$@" > asked\n', { mode: 0o755 })
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

/**
 * Runs a task through `scripts/run.sh`. `asked` has the arguments that npm got; null if npm was not called. The task
 * itself fails, because the clone does not contain its script.
 */
function run(...args: string[]) {
  const asked = join(clone, 'asked')
  rmSync(asked, { force: true })
  const { status, stdout, stderr } = spawnSync('sh', ['scripts/run.sh', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: join(clone, 'bin') + delimiter + process.env.PATH },
  })
  return { status, said: stdout, errors: stderr, asked: existsSync(asked) ? readFileSync(asked, 'utf8') : null }
}

test.each([
  ['start', 'npm start -- --empty'],
  ['import', '--dry-run'],
  ['shop', 'npm run shop -- COMMAND'],
  ['test', 'npm test'],
  ['check', 'npm run check'],
])('%s --help prints help on a fresh clone and installs nothing', (task, words) => {
  const { status, said, asked } = run(task, '--help')
  expect([status, asked]).toEqual([0, null])
  expect(said).toContain(words)
})

test.each(['start', 'import', 'shop'])('%s installs no development packages', (task) => {
  expect(run(task).asked).toMatch(/^ci --omit=dev /)
  expect(run(task).asked).toBeNull()
})

test.each(['test', 'check', 'bench'])('%s installs all packages', (task) => {
  expect(run(task).asked).toMatch(/^ci --include=dev /)
  expect(run('shop').asked).toBeNull()
})

test('check adds development packages to an install without them', () => {
  run('shop')
  expect(run('check').asked).toMatch(/^install --no-save --include=dev /)
  expect(run('check').asked).toBeNull()
})

test('a changed lock file causes a new install', () => {
  run('check')
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  expect(run('check').asked).toMatch(/^ci --include=dev /)
})

test.runIf(process.platform === 'linux')('packages and build stay while a shop runs from the clone', async () => {
  run('shop')
  mkdirSync(join(clone, 'build'))
  writeFileSync(join(clone, 'build', 'start.js'), 'process.stdin.resume()')
  const shop = spawn(process.execPath, ['build/start.js'], { cwd: clone })
  const refusal = { status: 1, asked: null, errors: expect.stringMatching(`^Process ${shop.pid} runs a shop `) }
  try {
    await once(shop, 'spawn')
    expect(run('build')).toMatchObject(refusal)
    expect(run('check').asked).toMatch(/^install --no-save /)
    writeFileSync(join(clone, 'package-lock.json'), '{}')
    expect(run('shop')).toMatchObject(refusal)
  } finally {
    shop.kill()
    await once(shop, 'exit')
  }
  expect(run('shop').asked).toMatch(/^ci /)
})

// If the stored list and the output differ, run: npm run --silent shop -- --help --lang en > scripts/help/shop.en.txt
test.each(['en', 'zh'])('the stored list of commands equals the output of --help in %s', async (language) => {
  const { text: said } = await runShop(['--help', '--lang', language], {})
  expect(readFileSync(`scripts/help/shop.${language}.txt`, 'utf8')).toBe(`${said}\n`)
})
