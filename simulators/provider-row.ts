import type { Simulator } from './frame/simulator.ts'

export type Settings = Record<string, string | undefined>

/**
 * How to start the simulator of a payment or sign-in provider. `url` is the name of the setting for the provider's URL.
 */
export interface Row {
  url: string
  /** The path of the provider's URL below the simulator's root. */
  path?: string
  /** Creates an account at the provider. Returns the shop's settings for it. */
  account?(): Record<string, string>
  /** If true, the simulator starts only if the demonstration is off. It lets the shop's owner make test payments. */
  isForTrial?: boolean
  start(env: Settings, port: number): Promise<Simulator>
}
