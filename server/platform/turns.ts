/** Runs calls in order and limits how many run at the same time. */
export interface TaskQueue {
  /** Runs the work when its turn comes. Fails with the error of `onFull` if `maxWaiting` calls are already waiting. */
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Options {
  /** The number of calls whose work runs at the same time. */
  concurrency: number
  /**
   * A call that has waited for this long begins, even if more than `concurrency` calls then run. Without `maxWaitMs`,
   * every call waits for its turn.
   */
  maxWaitMs?: number
  /** The number of calls that may wait. Each further call fails with the error that `onFull` throws. */
  maxWaiting?: number
  onFull?: () => never
}

const throwFull = () => {
  throw new Error('too many calls wait')
}

/** Creates a queue that runs at most `concurrency` calls at the same time, unless a call has waited for `maxWaitMs`. */
export function createTaskQueue({
  concurrency,
  maxWaitMs,
  maxWaiting = Number.POSITIVE_INFINITY,
  onFull = throwFull,
}: Options): TaskQueue {
  const waiting = new Set<() => void>()
  let running = 0
  const waitForTurn = () =>
    new Promise<void>((resolve) => {
      const begin = () => {
        clearTimeout(timeout)
        waiting.delete(begin)
        running++
        resolve()
      }
      const timeout = maxWaitMs === undefined ? undefined : setTimeout(begin, maxWaitMs)
      waiting.add(begin)
    })
  return {
    async run(work) {
      if (running < concurrency) running++
      else if (waiting.size < maxWaiting) await waitForTurn()
      else onFull()
      try {
        return await work()
      } finally {
        running--
        const [next] = waiting
        if (running < concurrency) next?.()
      }
    },
  }
}
