import type { StandIn } from './frame/stand-in.ts'

export type Settings = Record<string, string | undefined>

/** The stand-in of a payment provider, or of a company that signs people in: the setting that takes its address, and how it starts with the shop's settings. */
export interface Row {
  url: string
  /** What the shop's setting names below the address. */
  path?: string
  /** An account at it, made anew: what the shop is told beside the address. */
  account?(): Record<string, string>
  /** Only a demonstration has it. */
  isDemoOnly?: boolean
  start(env: Settings, port: number): Promise<StandIn>
}
