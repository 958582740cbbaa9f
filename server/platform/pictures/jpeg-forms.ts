import type { App } from '#server/platform/context.ts'
import { storeJpeg } from './images.ts'

const pauseMs = 60_000
/** The maximum number of remembered failures. With so many failures, the shop stores no JPEG until the oldest ends. */
const mostFailures = 100

/**
 * Returns a function that calls `storeJpeg` for a path and never rejects. Visitors can request a JPEG as often as they
 * like, so the function logs a failure once and skips the path for a minute. Each failure may have cost an encoding,
 * for example on a full disk or from a damaged file.
 */
export function openJpegForms(app: Pick<App, 'config' | 'log' | 'now'>) {
  /** The times of the failures of the last minute by path, oldest first. */
  const failures = new Map<string, number>()
  const isPaused = (path: string) => {
    const from = app.now().getTime() - pauseMs
    for (const [failed, at] of failures) if (at <= from) failures.delete(failed)
    return failures.has(path) || failures.size >= mostFailures
  }
  return async (path: string): Promise<void> => {
    if (isPaused(path)) return
    try {
      await storeJpeg(app.config, path)
    } catch (error) {
      // Concurrent requests share one encoding and fail together.
      if (isPaused(path)) return
      failures.set(path, app.now().getTime())
      app.log.error('a JPEG was not stored', { path, error })
    }
  }
}
