import type { App } from './context.ts'

/** Multiplies a rate limit by `RATE_LIMIT_FACTOR`, with which load tests raise all limits. Rounds up. */
export const scaledLimit = (app: Pick<App, 'config'>, limit: number): number =>
  Math.ceil(limit * app.config.RATE_LIMIT_FACTOR)
