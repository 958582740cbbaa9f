// Installs missing packages, builds the project if the task needs a build, and prints the task's command for run.sh.
// The command uses the project's own Node. This file is plain JavaScript without dependencies, because it runs before
// the packages are installed. It must run on Node 20 and on Node 24.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const [task = 'start', ...args] = process.argv.slice(2)

/** Tasks that need no development packages. */
const withoutDevelopment = ['start', 'build', 'import', 'shop']
/** Tasks whose own code handles `--help`, once the packages are installed. */
const withOwnHelp = [
  'import',
  'shop',
  'test',
  'test:faults',
  'test:stalls',
  'test:power',
  'test:nginx',
  'test:journeys',
]

const stamp = join('node_modules', '.installed')
const wanted = { lock: hashOfLock(), packages: withoutDevelopment.includes(task) ? 'production' : 'all' }
const installed = readStamp()
const isInstalled = installed.packages === 'all' || installed.packages === wanted.packages
if (args.some((arg) => arg === '--help' || arg === '-h') && !(isInstalled && withOwnHelp.includes(task))) {
  write('cat', join('scripts', 'help', helpFile()))
  process.exit(0)
}
if (!isInstalled) installPackages()
const node = findNode()
const environment = {
  PATH: dirname(node) + delimiter + join(root, 'node_modules', '.bin') + delimiter + process.env.PATH,
  // On Linux, each thread's memory arena would keep the freed memory of pictures, 100 MB in total. This setting limits
  // the number of arenas, so that threads share them.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // The allocator returns freed blocks above this size to the system. Without a set size, it raises the size over time
  // and keeps more and more freed memory.
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
}

const tasks = {
  start: () => {
    build()
    run('build/start.js', args, JSON.parse(readFileSync(join('scripts', 'server-flags.json'), 'utf8')))
  },
  dev: () => run('scripts/dev.ts', args),
  build: () => build(true),
  test: () => {
    build()
    run('scripts/test.ts', args)
  },
  'test:faults': () => {
    build()
    run('scripts/test.ts', ['--config', 'tests/faults/vitest.config.ts', ...args])
  },
  'test:stalls': () => {
    build()
    run('scripts/test.ts', ['--config', 'tests/stalls/vitest.config.ts', ...args])
  },
  'test:nginx': () => {
    build()
    run('scripts/test.ts', ['--config', 'tests/nginx/vitest.config.ts', ...args])
  },
  'test:journeys': () => {
    build()
    environment.JOURNEYS = args.includes('--looks') ? 'looks' : 'all'
    const files = args.filter((arg) => arg !== '--looks')
    run('scripts/test.ts', ['--config', 'tests/e2e/vitest.config.ts', ...files])
  },
  'test:power': () => {
    build()
    run('scripts/test.ts', ['--config', 'tests/power/vitest.config.ts', ...args])
  },
  'test:mutation': () => run('scripts/mutation.ts', args),
  'test:histories': () => {
    if (args.includes('--bites')) return run('tests/histories/bites.ts', [option('count') ?? '300'])
    environment.HISTORIES_COUNT = option('count') ?? (option('seed') ? '1' : '1000')
    environment.HISTORIES_STATE = join('data', 'histories.json')
    if (args.includes('--kills')) environment.HISTORIES_KILLS = 'yes'
    if (option('seed')) environment.HISTORIES_SEED = option('seed')
    mkdirSync('data', { recursive: true })
    run('scripts/test.ts', ['--config', 'tests/histories/vitest.config.ts'])
  },
  check: () => run('scripts/check.ts', args),
  calls: () => run('scripts/calls.ts', args),
  renders: () => run('demo/renders/render.ts', args),
  // Without a limit V8 collects so rarely that the heap grows to hundreds of megabytes.
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

/** The value of `--name=value` among the arguments. */
function option(name) {
  return args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
}

function helpFile() {
  if (task === 'import') return 'import.txt'
  if (task !== 'shop') return 'commands.txt'
  const language = /--lang[= ](\w+)/.exec(args.join(' '))?.[1] ?? process.env.LC_ALL ?? process.env.LANG ?? ''
  const own = `shop.${language.slice(0, 2)}.txt`
  return existsSync(join('scripts', 'help', own)) ? own : 'shop.en.txt'
}

function hashOfLock() {
  return createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
}

/**
 * Reads which packages are installed: `all` or `production`. Returns no `packages` if none are installed, or if they
 * were installed from another version of `package-lock.json`.
 */
function readStamp() {
  if (!existsSync(stamp)) return {}
  const [lock, packages] = readFileSync(stamp, 'utf8').split(' ')
  return lock === wanted.lock ? { packages } : {}
}

function installPackages() {
  if (!installed.packages) refuseWhileShopRuns()
  say(`Installing ${wanted.packages === 'all' ? 'all packages' : 'the packages that the shop needs'} (once) …`)
  // If the production packages are installed, a running shop may use them, and `npm ci` would delete them first. So
  // `npm install` only adds the development packages.
  const way = installed.packages ? ['install', '--no-save'] : ['ci']
  const npm = process.env.npm_execpath
  const command = [
    ...way,
    wanted.packages === 'all' ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const result = npm
    ? spawnSync(process.execPath, [npm, ...command], { stdio: ['ignore', 2, 2] })
    : spawnSync('npm', command, { stdio: ['ignore', 2, 2] })
  if (result.status !== 0) stop('The packages could not be installed. What npm said stands above.')
  writeFileSync(stamp, `${wanted.lock} ${wanted.packages}`)
}

function findNode() {
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return stop(`Node 24 is needed on this platform; this is ${process.version}.`)
}

/** Builds the project if a source is newer than the last build, or if `always` is true. */
function build(always = false) {
  const stamp = join('build', '.built')
  const sources = [
    'contract',
    'server',
    'storefront',
    'backoffice',
    'ui',
    'jobs',
    'demo',
    'simulators',
    'public',
    'scripts/start.ts',
    'scripts/build.ts',
    'main.ts',
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
  ]
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  if (!always && sources.every((source) => newest(source) < built)) return
  refuseWhileShopRuns()
  say('Building …')
  const result = spawnSync(node, ['scripts/build.ts'], { stdio: ['ignore', 2, 2] })
  if (result.status !== 0) stop('The build failed.')
  mkdirSync('build', { recursive: true })
  writeFileSync(stamp, '')
}

/**
 * Stops this command if a shop runs from this folder. A running shop still loads packages and built files, so a command
 * that replaces these files would break the shop's pages. Only on Linux can the command find a running shop. On other
 * systems it continues.
 */
function refuseWhileShopRuns() {
  const pid = existsSync('/proc') && readdirSync('/proc').find((name) => /^\d+$/.test(name) && isShopOfFolder(name))
  if (!pid) return
  stop(
    `Process ${pid} runs a shop from this folder, and this command would replace its files. Stop the shop first, ` +
      'or put the new release into a folder of its own: see "Upgrade" in docs/operations.md.',
  )
}

function isShopOfFolder(pid) {
  try {
    const command = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').split('\0')
    return command.includes('build/start.js') && readlinkSync(join('/proc', pid, 'cwd')) === realpathSync(root)
  } catch {
    // The process has ended, or belongs to another user.
    return false
  }
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function run(script, args, flags = []) {
  const command = ['--disable-warning=ExperimentalWarning', ...flags, script, ...args]
  write('env', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`), node, ...command)
}

/** Prints a command with each word quoted for the shell. */
function write(...words) {
  process.stdout.write(`${words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')}\n`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function stop(text) {
  say(text)
  process.exit(1)
}
