// Sets the project up (packages, build) and runs it on the Node that it brings. Plain JavaScript without dependencies,
// for it runs before there are any, on Node 20 as on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const [task = 'start', ...args] = process.argv.slice(2)

installPackages()
const node = findNode()
process.env.PATH = dirname(node) + delimiter + join(root, 'node_modules', '.bin') + delimiter + process.env.PATH
// On Linux every thread keeps for itself what pictures once took: a hundred megabytes, unless threads share.
process.env.MALLOC_ARENA_MAX ??= '2'
// What is large goes back to the machine at once: left to itself the allocator keeps ever larger pieces.
process.env.MALLOC_MMAP_THRESHOLD_ ??= '131072'
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072'

const tasks = {
  start: () => {
    build()
    run('scripts/start.ts', args)
  },
  dev: () => run('scripts/dev.ts', args),
  build: () => build(true),
  test: () => {
    build()
    run('scripts/test.ts', args)
  },
  'test:stalls': () => {
    build()
    run('scripts/test.ts', ['--config', 'tests/stalls/vitest.config.ts', ...args])
  },
  check: () => run('scripts/check.ts', args),
  // Without a bound the engine lets garbage lie until it fills hundreds of megabytes.
  import: () => run('scripts/import.ts', args, ['--max-semi-space-size=4', '--max-old-space-size=192']),
  shop: () => run('scripts/shop.ts', args),
  bench: () => {
    build()
    run('bench/bench.ts', args)
  },
  lighthouse: () => {
    build()
    run('scripts/lighthouse.ts', args)
  },
}
if (!(task in tasks)) stop(`There is no task ${task}. There are: ${Object.keys(tasks).join(', ')}.`)
tasks[task]()

function installPackages() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const stamp = join('node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say('Installing packages (once) …')
  const npm = process.env.npm_execpath
  const command = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const result = npm
    ? spawnSync(process.execPath, [npm, ...command], { stdio: ['ignore', 2, 2] })
    : spawnSync('npm', command, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.status !== 0) stop('The packages could not be installed. What npm said stands above.')
  writeFileSync(stamp, lock)
}

function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const own = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return stop(`Node 24 is needed on this platform; this is ${process.version}.`)
}

/** Builds when a source is newer than the last build. */
function build(always = false) {
  const stamp = join('build', '.built')
  const sources = [
    'contract',
    'server',
    'storefront',
    'jobs',
    'demo',
    'main.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ]
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  if (!always && sources.every((source) => newest(source) < built)) return
  say('Building …')
  const result = spawnSync(node, ['scripts/build.ts'], { stdio: ['ignore', 2, 2] })
  if (result.status !== 0) stop('The build failed.')
  mkdirSync('build', { recursive: true })
  writeFileSync(stamp, '')
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function run(script, args, flags = []) {
  const command = ['--disable-warning=ExperimentalWarning', ...flags, script, ...args]
  const child = spawn(node, command, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function stop(text) {
  say(text)
  process.exit(1)
}
