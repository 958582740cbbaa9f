import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Polling interval while the server's event stream fails. */
const askEveryMs = 20_000

/**
 * Keeps a page up to date while it is visible: loads its data again at each of these events of the stream at `address`.
 * A hidden page closes the stream, and loads again once it is visible. Without an address it does nothing.
 */
export function useEvents(address: string | null, events: readonly string[]) {
  const { revalidate } = useRevalidator()
  const names = events.join(' ')
  useEffect(() => {
    if (!address) return
    let source: EventSource | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = () => {
      source?.close()
      clearInterval(timer)
      source = undefined
    }
    const start = () => {
      source = new EventSource(address)
      for (const name of names.split(' ')) source.addEventListener(name, () => revalidate())
      source.addEventListener('open', () => {
        clearInterval(timer)
        // Catches up on changes before this connection.
        revalidate()
      })
      source.addEventListener('error', () => {
        clearInterval(timer)
        timer = setInterval(() => revalidate(), askEveryMs)
      })
    }
    const follow = () => {
      stop()
      if (document.visibilityState === 'visible') start()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [address, names, revalidate])
}
