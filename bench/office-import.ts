import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { officeBase } from '#contract/constants.ts'
import { defaultLocale } from '#contract/languages.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import type { StaffClient } from '#scripts/staff-client.ts'
import { createStaffClient, findStaffEndpoint } from '#scripts/staff-client.ts'
import { readConfig } from '#server/platform/config.ts'
import type { RunningServer } from '#tests/server.ts'
import type { BenchDatabase } from './database.ts'
import type { ProcessorTimes } from './processors.ts'
import { difference, processorTimes } from './processors.ts'
import { writeShopifyFile } from './shopify-file.ts'

const bounds = { check: 20, run: 180, undo: 60 } as const
const requestIntervalMs = 50
const pollIntervalMs = 250
const idleSeconds = 20

interface BenchContext {
  folder: string
  server: RunningServer
  postgres: BenchDatabase
  rows: number
}

/**
 * Measures an import of `rows` rows in the back office: its dry run, the import and its undo. Meanwhile, shoppers open
 * pages at a fixed rate. Compares the 95th percentile of their waits with the 95th percentile in an idle shop. The
 * bounds in the results apply to 10,000 rows.
 */
export async function measureImport({ folder, server, postgres, rows }: BenchContext): Promise<string[][]> {
  const file = join(folder, 'import.csv')
  const { products } = await writeShopifyFile(file, { rows })
  const endpoint = await findStaffEndpoint(readConfig({ DATA_DIR: folder }), server.url)
  const staff = createStaffClient(endpoint, defaultLocale)
  const uploaded = await upload(staff, { url: server.url, secret: endpoint.secret ?? '', file })
  const { import: id, language, taxClass, track, overwrite } = uploaded
  // Does not import pictures, because the file's picture addresses do not exist.
  const columns = { ...uploaded.columns, 'Image Src': null }
  const shoppers = await openShoppers(server.url)
  await shoppers.during(() => seconds(idleSeconds))
  const readTimes = () => processorTimes([server], postgres)
  const idleBefore = readTimes()
  const idle = await shoppers.during(() => seconds(idleSeconds))
  const idleUse = difference(readTimes(), idleBefore)
  const figures: string[][] = []
  const steps = {
    check: ['dry run', () => staff.checkImport({ import: id, columns, language, taxClass, track, overwrite })],
    run: ['import', () => staff.runImport({ import: id })],
    undo: ['undo', () => staff.undoImport({ import: id, all: false })],
  } as const
  for (const step of ['check', 'run', 'undo'] as const) {
    const [name, begin] = steps[step]
    const startedAt = performance.now()
    const usedBefore = readTimes()
    let end: OfficeImport | undefined
    const busy = await shoppers.during(async () => {
      await begin()
      end = await waitUntilEnded(staff, id)
    })
    const elapsed = (performance.now() - startedAt) / 1000
    const use = difference(readTimes(), usedBefore)
    if (end?.failure) throw new Error(`${name}: ${end.failure.code}`)
    figures.push(
      [
        `${name} of ${rows.toLocaleString('en')} rows, ${products} products`,
        `${elapsed.toFixed(1)} s`,
        '',
        `≤ ${bounds[step]} s`,
        toProcessorText(use, elapsed),
      ],
      [
        `shoppers' p95 during the ${name}`,
        `${busy.p95.toFixed(1)} ms`,
        `${idle.p95.toFixed(1)} ms without`,
        `${(busy.p95 / idle.p95).toFixed(2)} × (≤ 1.1 ×)`,
        `p50 ${busy.p50.toFixed(1)}, ${idle.p50.toFixed(1)} ms; ${busy.count} and ${idle.count} requests`,
      ],
    )
    for (const row of figures.slice(-2)) process.stderr.write(`${row.join(' | ')}\n`)
  }
  figures.push(['processor time of shoppers alone', '', '', '', toProcessorText(idleUse, idleSeconds)])
  return figures
}

/**
 * Formats the processor time of server and database. The results show it besides the elapsed time, because other work
 * on the machine affects it less.
 */
function toProcessorText({ server, database }: ProcessorTimes, took: number): string {
  const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return `processor time in ${took.toFixed(1)} s: ${inSeconds(server)} server, ${inSeconds(database)} database`
}

async function upload(staff: StaffClient, { url, secret, file }: { url: string; secret: string; file: string }) {
  const bytes = readFileSync(file)
  const { import: id } = await staff.startImport({ fileName: 'products.csv', size: bytes.length })
  const partBytes = 4 * 1024 * 1024
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const body = new FormData()
    body.set('at', String(offset))
    body.set('file', new File([bytes.subarray(offset, offset + partBytes)], 'products.csv'))
    const headers = { authorization: `Bearer ${secret}` }
    const response = await fetch(`${url}${officeBase}/imports/${id}/parts`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`a part was refused: ${response.status} ${await response.text()}`)
  }
  return staff.readImport({ import: id })
}

async function waitUntilEnded(staff: StaffClient, id: string): Promise<OfficeImport> {
  for (;;) {
    const state = await staff.importState({ import: id })
    if (!/ing$/.test(state.status)) return state
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

/** Shoppers who open pages and lists at a fixed rate, however long the responses take. */
async function openShoppers(url: string) {
  const api = '/api/istore/client/productManagement2'
  const { products }: { products: { id: string }[] } = await (await fetch(`${url}${api}/products`)).json()
  const ids = products.slice(0, 8).map(({ id }) => encodeURIComponent(id))
  const paths = [
    ...['/home', '/store/productlist?cat=all'],
    ...ids.flatMap((id) => [`/store/product/${id}`, `${api}/products/search/${id}?numberToLoad=12&startingPosition=0`]),
    `${api}/products?infiniteLoad=true&numberToLoad=12&startingPosition=0&sortby=default`,
  ]
  return {
    async during(work: () => Promise<unknown>) {
      const times: number[] = []
      const pending: Promise<void>[] = []
      let turn = 0
      const sendRequest = async () => {
        const startedAt = performance.now()
        const response = await fetch(url + paths[turn++ % paths.length])
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`a shopper got ${response.status}`)
        times.push(performance.now() - startedAt)
      }
      const timer = setInterval(() => pending.push(sendRequest()), requestIntervalMs)
      try {
        await work()
      } finally {
        clearInterval(timer)
      }
      await Promise.all(pending)
      times.sort((one, other) => one - other)
      const share = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0
      return { p50: share(0.5), p95: share(0.95), count: times.length }
    },
  }
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
