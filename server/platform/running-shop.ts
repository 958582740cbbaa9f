import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { isAlive } from './database/processes.ts'

/** The content of the file that `announce` writes. */
interface RunningShop {
  pid: number
  port: number
}
type Folder = Pick<Config, 'DATA_DIR'>

const fileIn = ({ DATA_DIR }: Folder) => join(DATA_DIR, 'running.json')

/** Records the port of this folder's shop, for commands on this machine. */
export async function announce(folder: Folder, port: number): Promise<void> {
  await mkdir(folder.DATA_DIR, { recursive: true, mode: 0o711 })
  const draft = `${fileIn(folder)}.${process.pid}`
  await writeFile(draft, JSON.stringify({ pid: process.pid, port } satisfies RunningShop))
  await rename(draft, fileIn(folder))
}

/** Removes the record that `announce` wrote, unless another process has replaced it. */
export async function withdraw(folder: Folder): Promise<void> {
  const told = await readTold(folder)
  if (told?.pid === process.pid) await rm(fileIn(folder), { force: true })
}

/** The port of this folder's running shop; null if none is running. */
export async function findPort(folder: Folder): Promise<number | null> {
  const told = await readTold(folder)
  if (!told) return null
  return isAlive(told.pid) ? told.port : null
}

async function readTold(folder: Folder): Promise<RunningShop | null> {
  try {
    return JSON.parse(await readFile(fileIn(folder), 'utf8'))
  } catch {
    return null
  }
}
