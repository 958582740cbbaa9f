/** Runs calls in order and limits how many run at the same time. */
export interface Turns {
  /** Runs the work when its turn comes. Fails with the error of `full` if `mostWaiting` calls are already waiting. */
  take<T>(work: () => Promise<T>): Promise<T>
}

interface Options {
  /** The number of calls whose work runs at the same time. */
  atOnce: number
  /** A call that has waited for this long begins before its turn. Without this limit, every call waits for its turn. */
  longestWaitMs?: number
  /** The number of calls that may wait. Each further call fails with the error that `full` throws. */
  mostWaiting?: number
  full?: () => never
}

const neverFull = () => {
  throw new Error('too many calls wait')
}

/** Creates a queue for work that should not all run at the same time. */
export function createTurns({
  atOnce,
  longestWaitMs,
  mostWaiting = Number.POSITIVE_INFINITY,
  full = neverFull,
}: Options): Turns {
  const waiting = new Set<() => void>()
  let running = 0
  const turn = () =>
    new Promise<void>((resolve) => {
      const begin = () => {
        clearTimeout(tooLong)
        waiting.delete(begin)
        running++
        resolve()
      }
      const tooLong = longestWaitMs === undefined ? undefined : setTimeout(begin, longestWaitMs)
      waiting.add(begin)
    })
  return {
    async take(work) {
      if (running < atOnce) running++
      else if (waiting.size < mostWaiting) await turn()
      else full()
      try {
        return await work()
      } finally {
        running--
        const [next] = waiting
        if (running < atOnce) next?.()
      }
    },
  }
}
