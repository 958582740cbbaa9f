import { useEffect, useState } from 'react'
import { minuteMs } from '#contract/durations.ts'

/**
 * The instant `from` plus the time since the browser received `from`, updated every minute. `from` and the result are
 * milliseconds since the epoch. A new `from` starts the clock again.
 */
export function useRunningClock(from: number): number {
  const [elapsed, setElapsed] = useState({ from, ms: 0 })
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setElapsed({ from, ms: performance.now() - start }), minuteMs)
    return () => clearInterval(timer)
  }, [from])
  // Right after `from` has changed, `elapsed` still counts from the previous `from`, so it is ignored.
  return from + (elapsed.from === from ? elapsed.ms : 0)
}
