import { readdirSync, readFileSync } from 'node:fs'

/** Memory of these processes and all their descendants in bytes, on Linux. Shared memory is counted once (PSS). */
export function memoryOf(pids: (number | undefined)[]): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }))
  const processes = new Set<number>()
  const add = (pid: number) => {
    if (processes.has(pid)) return
    processes.add(pid)
    for (const child of parents) if (child.parent === pid) add(child.pid)
  }
  for (const pid of pids) if (pid) add(pid)
  return [...processes].reduce((sum, pid) => sum + shareOf(pid), 0)
}

function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended since its id was listed, so its file no longer exists.
    return ''
  }
}
