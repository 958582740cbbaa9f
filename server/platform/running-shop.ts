import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isAlive } from './database/processes.ts'

/** The content of the file that `writeRunningShop` writes. */
interface RunningShop {
  pid: number
  port: number
  /** The address on which the shop listens. Earlier releases did not write it. */
  host?: string
}
type Folder = Pick<Config, 'DATA_DIR'>

const fileOf = ({ DATA_DIR }: Folder) => join(DATA_DIR, 'running.json')

/** Records where this folder's shop listens, for commands on this machine. */
export async function writeRunningShop(folder: Folder, { host, port }: { host: string; port: number }): Promise<void> {
  await mkdir(folder.DATA_DIR, { recursive: true, mode: 0o711 })
  const draft = `${fileOf(folder)}.${process.pid}`
  await writeFile(draft, JSON.stringify({ pid: process.pid, port, host } satisfies RunningShop))
  await rename(draft, fileOf(folder))
}

/** Removes the record that `writeRunningShop` wrote, unless another process has replaced it. */
export async function removeRunningShop(folder: Folder): Promise<void> {
  const runningShop = await readRunningShop(folder)
  if (runningShop?.pid === process.pid) await rm(fileOf(folder), { force: true })
}

/** This folder's running shop; null if none is running. */
export async function findRunningShop(folder: Folder): Promise<RunningShop | null> {
  const runningShop = await readRunningShop(folder)
  return runningShop && isAlive(runningShop.pid) ? runningShop : null
}

async function readRunningShop(folder: Folder): Promise<RunningShop | null> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8'))
  } catch {
    return null
  }
}
