import { data } from 'react-router'
import type { LoadedBlock } from './block-props.ts'

/**
 * Adds headers to the loader data of a page that consists of blocks. Forbids caching if a block is a form, because each
 * response then contains a ticket that is valid for one submission only.
 */
export function forOneOrAll<Loaded extends { blocks: LoadedBlock[] }>(loaded: Loaded) {
  const isForOne = loaded.blocks.some(({ block }) => block.kind === 'form')
  return data(loaded, { headers: isForOne ? { 'Cache-Control': 'no-store' } : {} })
}

/** Uses the loader's headers for the page's response. */
export const loaderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
