const checkIntervalMs = 10_000
/**
 * A process is idle if it uses at most this much CPU time between two checks. The background jobs of an idle shop take
 * about 100 ms.
 */
const maxIdleCpuMs = 300
/**
 * Minimum CPU time between two garbage collections. If the process used less, a collection is not worth its pause of
 * about 100 ms.
 */
const minCpuBetweenRunsMs = 3000

/**
 * Runs a full garbage collection once the process has been idle for ten seconds after a period of load. V8 has a memory
 * reducer for this, but the allocations of the background jobs keep it from starting. Does nothing without Node's
 * `--expose-gc`.
 */
export function freeMemoryWhenIdle(): void {
  const { gc } = globalThis
  if (!gc) return
  let last = process.cpuUsage()
  let busyMs = 0
  setInterval(() => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const usedMs = (user + system) / 1000
    busyMs += usedMs
    if (usedMs > maxIdleCpuMs || busyMs < minCpuBetweenRunsMs) return
    busyMs = 0
    gc({ type: 'major', flavor: 'last-resort' })
    last = process.cpuUsage()
  }, checkIntervalMs).unref()
}
