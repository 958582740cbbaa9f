import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import * as locations from '#server/locations/locations.ts'
import { openApp } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import { startPostgres } from '#tests/postgres.ts'
import { writeShopifyFile } from './shopify-file.ts'

/** `node bench/import.ts [--megabytes=200]`: measures the time and memory of a large Shopify import. */
const megabytes = Number(process.argv.find((word) => word.startsWith('--megabytes='))?.split('=')[1] ?? 200)
const folder = mkdtempSync(join(tmpdir(), 'shop-import-'))
const file = join(folder, 'products.csv')
const postgres = await startPostgres({ durable: true })
const env = await prepareShop()
try {
  const { rows, products } = await writeShopifyFile(file, { bytes: megabytes * 1024 * 1024 })
  const size = Math.round(statSync(file).size / 1024 / 1024)
  process.stdout.write(`${size} MB, ${rows.toLocaleString('en')} rows, ${products.toLocaleString('en')} products\n`)
  for (const what of ['first time', 'same file again']) {
    const { seconds, peakMegabytes } = await importFile()
    const perSecond = Math.round(rows / seconds).toLocaleString('en')
    process.stdout.write(
      `${what}: ${seconds.toFixed(1)} s, ${perSecond} rows/s, at most ${peakMegabytes} MB of memory (< 300)\n`,
    )
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Creates a migrated database with one store. Returns the environment for commands. */
async function prepareShop(): Promise<NodeJS.ProcessEnv> {
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query('create database shop')
  await admin.end()
  const settings = { DATABASE_URL: postgres.url('shop'), DATA_DIR: folder }
  const app = await openApp(readConfig(settings), {})
  await locations.put(systemContext(app), {
    id: 'here',
    name: { en: 'Here', zh: '这里' },
    street: '1 Main Street',
    city: 'Markham',
    province: 'ON',
    postCode: 'L3P 1A1',
    timeZone: 'America/Toronto',
    hours: [{ weekday: 1, from: '09:00', to: '18:00' }],
    methods: ['PICKUP'],
  })
  await app.database.close()
  return { ...process.env, ...settings }
}

async function importFile(): Promise<{ seconds: number; peakMegabytes: number }> {
  const startedAt = performance.now()
  const command = ['scripts/run.sh', 'import', file, '--pictures', 'skip']
  const child = spawn('sh', command, { env, stdio: 'inherit' })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, ...[String(child.pid), ...childrenOf(child.pid)].map(peakOf))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, peakMegabytes: Math.round(peak / 1024) }
}

/** A process's peak memory so far, in kilobytes. */
function peakOf(pid: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readIfExists(`/proc/${pid}/status`))?.[1] ?? 0)
}

function childrenOf(pid: number | undefined): string[] {
  return readIfExists(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
