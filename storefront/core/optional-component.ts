import type { ComponentType } from 'react'
import { lazy } from 'react'

/** A lazy component. If its download fails, it renders nothing and the rest of the page stays. */
export const optionalComponent = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))
