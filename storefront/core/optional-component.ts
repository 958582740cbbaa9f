import type { ComponentType } from 'react'
import { lazy } from 'react'

/** A lazy component that renders nothing if its download fails, so that the rest of the page still works. */
export const optionalComponent = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))
