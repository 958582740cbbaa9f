/** Sends cached pages one by one while other pages are rendered. */
export interface Pace {
  /** Runs the work of a rendering. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Waits until a cached page may be sent. Undefined if it may be sent at once. */
  pass(): Promise<void> | undefined
}

/**
 * While a page is being rendered, sends only one cached page in each turn of the event loop. A rendering takes about 20
 * turns, because it often waits for the database. If each turn sent all requested cached pages, a busy shop would take
 * seconds to render a page, and thus to show a change.
 */
export function createPace(): Pace {
  const waiting: (() => void)[] = []
  let renderings = 0
  const next = () => {
    for (const resume of waiting.splice(0, renderings > 0 ? 1 : waiting.length)) resume()
    if (waiting.length > 0) setImmediate(next)
  }
  return {
    async during(work) {
      renderings++
      try {
        return await work()
      } finally {
        renderings--
      }
    },
    pass() {
      if (renderings === 0 && waiting.length === 0) return undefined
      return new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) setImmediate(next)
      })
    },
  }
}
