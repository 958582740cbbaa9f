import { data } from 'react-router'
import type { LoadedBlock } from './block-props.ts'

/**
 * A page of blocks, as its loader answers it. One with a form is made for each visit: it holds a ticket for one answer.
 */
export function forOneOrAll<Loaded extends { blocks: LoadedBlock[] }>(loaded: Loaded) {
  const isForOne = loaded.blocks.some(({ block }) => block.kind === 'form')
  return data(loaded, { headers: isForOne ? { 'Cache-Control': 'no-store' } : {} })
}

/** The page's own headers are those of its loader. */
export const loaderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
