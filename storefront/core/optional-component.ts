import type { ComponentType } from 'react'
import { lazy } from 'react'

/**
 * A part of a page that is fetched when it is drawn. One that cannot be fetched shows nothing, and the rest of the page
 * stays.
 */
export const optionalComponent = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: () => null })))
