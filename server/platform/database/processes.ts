import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { nodeFields } from '#server/platform/node-errors.ts'

const hasProc = existsSync('/proc/self')

/** Whether a process with this id exists, whichever user runs it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return nodeFields(error).code !== 'ESRCH'
  }
}

/** The command line of a process, with a space after each word; null if unreadable. */
export function commandOf(pid: number): string | null {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return `${ps(pid, 'command').trim()} `
  } catch {
    return null
  }
}

/** The parent of a process; null if unreadable. */
export function parentOf(pid: number): number | null {
  try {
    return Number.parseInt(hasProc ? (statOf(pid)[1] ?? '') : ps(pid, 'ppid'), 10)
  } catch {
    return null
  }
}

/** Start time of a process, in ticks since the machine's start; null if unreadable. */
export function startOf(pid: number): string | null {
  try {
    return statOf(pid)[19] ?? null
  } catch {
    return null
  }
}

/**
 * The fields of `/proc/PID/stat` that follow the process name, such as the state and the parent. The name may contain
 * spaces.
 */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const ps = (pid: number, field: string) =>
  execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' })
