import type { App } from '#server/platform/context.ts'
import { storeJpeg } from './images.ts'

const retryDelayMs = 60_000
/**
 * The maximum number of remembered failures. At this number, the shop stores no JPEG until the oldest failure is a
 * minute old.
 */
const maxFailures = 100

/**
 * Returns a function that calls `storeJpeg` for a path and never rejects. After a failure, for example because of a
 * full disk or a damaged file, the function logs the error once and skips the path for a minute. Otherwise a visitor
 * could repeat the request, and each request could cost another encoding.
 */
export function openJpegForms(app: Pick<App, 'config' | 'log' | 'now'>) {
  /** The times of the failures of the last minute by path, oldest first. */
  const failures = new Map<string, number>()
  const isPaused = (path: string) => {
    const from = app.now().getTime() - retryDelayMs
    for (const [failedPath, at] of failures) if (at <= from) failures.delete(failedPath)
    return failures.has(path) || failures.size >= maxFailures
  }
  return async (path: string): Promise<void> => {
    if (isPaused(path)) return
    try {
      await storeJpeg(app.config, path)
    } catch (error) {
      // Concurrent requests share one encoding and fail together. Only the first of them records and logs the failure.
      if (isPaused(path)) return
      failures.set(path, app.now().getTime())
      app.log.error('a JPEG was not stored', { path, error })
    }
  }
}
