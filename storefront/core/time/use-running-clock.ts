import { useEffect, useState } from 'react'

const minuteMs = 60_000

/**
 * The instant `from` plus the time since the browser received it, updated every minute. Both are in milliseconds. A new
 * `from` starts the clock again.
 */
export function useRunningClock(from: number): number {
  const [passed, setPassed] = useState({ from, ms: 0 })
  useEffect(() => {
    const start = performance.now()
    const timer = setInterval(() => setPassed({ from, ms: performance.now() - start }), minuteMs)
    return () => clearInterval(timer)
  }, [from])
  // Right after `from` has changed, `passed` still belongs to its previous value, so it does not count.
  return from + (passed.from === from ? passed.ms : 0)
}
