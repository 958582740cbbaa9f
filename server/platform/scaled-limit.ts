import type { App } from './context.ts'

/** A limit for this shop. `RATE_LIMIT_FACTOR` multiplies the limits, so that load tests can raise them. */
export const scaledLimit = (app: Pick<App, 'config'>, limit: number): number =>
  Math.ceil(limit * app.config.RATE_LIMIT_FACTOR)
