import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { RunningServer } from '#tests/server.ts'
import type { BenchDatabase } from './database.ts'

/**
 * Milliseconds of processor time: of the servers, of PostgreSQL, of this process (the load), and of the whole
 * machine.
 */
export interface ProcessorTimes {
  server: number
  database: number
  load: number
  machine: number
}

/** The processor time used between two readings, with the orders placed in that time and the elapsed milliseconds. */
export interface LoadUse extends ProcessorTimes {
  orders: number
  took: number
}

/** The processor time that servers, PostgreSQL, this process and the whole machine have used so far. */
export function processorTimes(servers: RunningServer[], postgres: BenchDatabase): ProcessorTimes {
  const ownUsage = process.cpuUsage()
  const machine = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return {
    server: serverTime(servers),
    database: databaseTime(postgres),
    load: (ownUsage.user + ownUsage.system) / 1000,
    machine,
  }
}

/** Processor time of the server processes so far. */
export function serverTime(servers: RunningServer[]): number {
  return servers.reduce((sum, { process }) => sum + timeOf(statusOf(String(process.pid))), 0)
}

/**
 * PostgreSQL's processor time so far: that of the main process (postmaster) and of its child processes, such as one per
 * connection. The main process also has the time of child processes that have ended.
 */
function databaseTime(postgres: BenchDatabase): number {
  const postmasterPid = String(postgres.pid())
  const connections = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statusOf)
    .filter(([, parent]) => parent === postmasterPid)
  return timeOf(statusOf(postmasterPid), true) + connections.reduce((sum, fields) => sum + timeOf(fields), 0)
}

/** The fields of `/proc/PID/stat` after the process name, as listed in `proc(5)`; the second is the parent's id. */
function statusOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** User and system time in milliseconds, from ticks of 10 ms; `withEnded` adds the time of ended child processes. */
function timeOf(fields: string[], withEnded = false): number {
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}

export function difference(after: ProcessorTimes, before: ProcessorTimes): ProcessorTimes {
  return {
    server: after.server - before.server,
    database: after.database - before.database,
    load: after.load - before.load,
    machine: after.machine - before.machine,
  }
}

const cores = availableParallelism()
const totalOf = ({ server, database, load }: ProcessorTimes) => server + database + load

/**
 * Returns the processor time per order. Also returns the share of all cores that the orders use, and the share that the
 * whole machine uses.
 */
export function costOf(use: LoadUse): { each: string; full: string } {
  const each = (time: number) => `${(time / use.orders).toFixed(1)} ms`
  const full = (time: number) => `${Math.round((100 * time) / (use.took * cores))} %`
  return {
    each: `${each(use.server)} server, ${each(use.database)} database, ${each(use.load)} shoppers and wallet`,
    full: `${cores} cores ${full(totalOf(use))} full of orders, ${full(use.machine)} of anything`,
  }
}

/**
 * Says how many orders per second this machine could process at most with several server processes. The figure is
 * calculated from the processor time per order with one server process.
 */
export function describeLimit(use: LoadUse): string {
  const otherShare = Math.round((100 * (use.database + use.load)) / totalOf(use))
  const maxRate = (1000 * cores * use.orders) / totalOf(use)
  const rate = (1000 * use.orders) / use.took
  return `of an order's processor time database and load take ${otherShare} %, however many servers there are: all ${cores} cores full make ${maxRate.toFixed(1)} orders/s at most, ${(maxRate / rate).toFixed(2)} × what one process makes here`
}

/**
 * Limits each server to `percent` of a core, so that the number of cores is no bottleneck. Returns a function that
 * lifts the limit. Returns null if the limit cannot be set. The limit needs Linux control groups and root.
 */
export function throttleTo(percent: number, servers: RunningServer[]): (() => void) | null {
  const groups = existsSync('/sys/fs/cgroup/cpu') ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup'
  // The period is short, because a server that has used up its quota pauses until the next period and keeps its row
  // locks meanwhile.
  const periodUs = 4000
  const quotaUs = (periodUs * percent) / 100
  const throttled = servers.map(({ process: { pid } }) => ({
    pid: String(pid),
    folder: join(groups, `shop-bench-${pid}`),
  }))
  const release = () => {
    for (const { pid, folder } of throttled) {
      if (!existsSync(folder)) continue
      writeFileSync(join(groups, 'cgroup.procs'), pid)
      rmdirSync(folder)
    }
  }
  try {
    for (const { pid, folder } of throttled) {
      mkdirSync(folder)
      if (existsSync(join(folder, 'cpu.max'))) writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`)
      else {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs))
      }
      writeFileSync(join(folder, 'cgroup.procs'), pid)
    }
    return release
  } catch {
    release()
    return null
  }
}
