import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** The polling interval while the event stream is disconnected. */
const pollIntervalMs = 20_000

/**
 * Keeps a page up to date while it is visible. Revalidates the page each time the stream at `url` sends one of
 * `events`. A hidden page closes the stream, and revalidates once it is visible again. Does nothing if `url` is
 * null.
 */
export function useEvents(url: string | null, events: readonly string[]) {
  const { revalidate } = useRevalidator()
  const names = events.join(' ')
  useEffect(() => {
    if (!url) return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = () => {
      source?.close()
      clearInterval(timer)
      source = undefined
    }
    const start = () => {
      source = new EventSource(url)
      for (const name of names.split(' ')) source.addEventListener(name, () => revalidate())
      source.addEventListener('open', () => {
        clearInterval(timer)
        // Loads changes that happened before the stream was connected.
        revalidate()
      })
      source.addEventListener('error', () => {
        clearInterval(timer)
        timer = setInterval(() => revalidate(), pollIntervalMs)
      })
    }
    const restart = () => {
      stop()
      if (document.visibilityState === 'visible') start()
    }
    restart()
    document.addEventListener('visibilitychange', restart)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', restart)
    }
  }, [url, names, revalidate])
}
