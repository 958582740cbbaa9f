import { data } from 'react-router'
import type { LoadedBlock } from './block-props.ts'

/** The loader data of a page of blocks. A page with a form is never cached: its ticket is valid for one submission. */
export function forOneOrAll<Loaded extends { blocks: LoadedBlock[] }>(loaded: Loaded) {
  const isForOne = loaded.blocks.some(({ block }) => block.kind === 'form')
  return data(loaded, { headers: isForOne ? { 'Cache-Control': 'no-store' } : {} })
}

/** Passes on the loader's headers as the page's headers. */
export const loaderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
